import type DataLoader from 'dataloader';
import type {
  MatchRun,
  Proposal,
  ProposalParticipant,
  ProposalRevision,
  SettlementParty,
  TradeParticipant,
  TradeStep,
} from '../../../domain/types';
import { addSeconds } from '../../../domain/time';
import type { Db } from '../../../operations/context';
import type { AgentRow } from '../../../operations/queries/agents';
import { type Balances, balancesOf } from '../../../operations/queries/balances';
import { PAIR_REST_SECONDS } from '../../../operations/queries/match-quota';
import { type ProposalUse, proposalUse, type Usage, usageOf } from '../../../operations/queries/usage';
import { findApprovals } from '../../../operations/queries/approvals';
import { findBindings } from '../../../operations/queries/bindings';
import { findCredentials } from '../../../operations/queries/credentials';
import { findEvents } from '../../../operations/queries/events';
import type { ListingRow } from '../../../operations/queries/listings';
import type { OperatorActRow } from '../../../operations/queries/operator-log';
import { findPostings } from '../../../operations/queries/postings';
import type { PrincipalRow } from '../../../operations/queries/principals';
import type { PickColumns } from '../../../operations/queries/rows';
import {
  SETTLEMENT_LIST_COLUMNS,
  STEP_LIST_COLUMNS,
  type SettlementListRow,
  type StepListRow,
  type TradeRow,
} from '../../../operations/queries/trades';
import type { StoredPurchase } from '../../../operations/queries/tickets';
import { attemptsOf, findDeliveries, lastAttemptsOf } from '../../../operations/queries/webhooks';
import { LoaderGates } from './loader-gates';
import { decisionLoaders } from './decision-loaders';
import { graphLoaders } from './graph-loaders';
import { ListLoader } from './list-loader';
import { inOrderOf, LoaderFactory } from './loader-factory';
import type { WorkSlices } from './work-slices';

/** Texts of the parties about a step, which are large and rarely requested. */
const STEP_DETAIL_COLUMNS = ['trade_id', 'step_no', 'contract', 'checkpoint_results', 'rebuttal'] as const;
export type StepDetailRow = PickColumns<TradeStep, (typeof STEP_DETAIL_COLUMNS)[number]>;

/**
 * Creates the loaders of one request.
 * @param cache false for mutations, because a field may change what an earlier field has read
 * @param slices the turns in which fields of a query may wait
 */
export function createLoaders(db: Db, cache: boolean, slices?: WorkSlices) {
  const create = new LoaderFactory(db, cache);
  const gates = new LoaderGates(slices);
  let usageLoader: DataLoader<string, Usage> | undefined;
  const usage = (now: Date): DataLoader<string, Usage> =>
    (usageLoader ??= create.batch(async (ids) =>
      inOrderOf(ids, await usageOf(db, ids, now), ({ principalId }) => principalId),
    ));
  let proposalUseLoader: DataLoader<string, ProposalUse> | undefined;
  // The listings of a page have one owner in most cases.
  const proposalUses = (now: Date): DataLoader<string, ProposalUse> =>
    (proposalUseLoader ??= create.batch((ids) =>
      Promise.all(ids.map((id) => proposalUse(db, id, addSeconds(now, -PAIR_REST_SECONDS)))),
    ));
  return {
    ...tradeLoaders(create),
    ...decisionLoaders(db, cache, gates),
    ...graphLoaders(create, db),
    gates,
    lists: new ListLoader(db, cache, gates),
    usage,
    proposalUses,
    balances: create.batch((ids) => loadBalances(db, ids)),
    principal: create.row<PrincipalRow>('principal', 'principal_id'),
    agent: create.row<AgentRow>('agent', 'agent_id'),
    listing: create.row<ListingRow>('listing', 'listing_id'),
    proposal: create.row<Proposal>('proposal', 'proposal_id'),
    revisions: create.rows<ProposalRevision>('proposal_revision', 'proposal_id', 'revision_no'),
    proposalParticipants: create.rows<ProposalParticipant>(
      'proposal_participant',
      'proposal_id',
      'revision_no, principal_id',
    ),
    currentRevision: create.ofCurrentRevision<ProposalRevision>('proposal_revision'),
    currentParticipants: create.ofCurrentRevision<ProposalParticipant>('proposal_participant'),
    matchRun: create.row<MatchRun>('match_run', 'match_run_id'),
    proposalsOfRun: create.rows<Proposal>('proposal', 'match_run_id', 'proposal_id'),
    purchase: create.row<StoredPurchase>('ticket_purchase', 'session_id'),
    operatorAct: create.row<OperatorActRow>('operator_act', 'act_id'),
    posting: create.byId(findPostings, ({ postingId }) => postingId),
    event: create.byId(findEvents, ({ eventId }) => eventId),
    approval: create.byId(findApprovals, ({ approvalId }) => approvalId),
    credential: create.byId(findCredentials, ({ credentialId }) => credentialId),
    binding: create.byId(findBindings, ({ bindingId }) => bindingId),
    webhookDelivery: create.byId(findDeliveries, ({ deliveryId }) => deliveryId),
    lastAttempt: create.byId(lastAttemptsOf, ({ deliveryId }) => deliveryId),
    deliveryAttempts: create.grouped(async (ids) =>
      (await attemptsOf(db, ids)).map((attempt) => [attempt.deliveryId, attempt]),
    ),
  };
}

function tradeLoaders(create: LoaderFactory) {
  return {
    trade: create.row<TradeRow>('trade', 'trade_id'),
    // Without the large columns, because lists of trades do not show them.
    steps: create.rows<StepListRow>('trade_step', 'trade_id', 'step_no', STEP_LIST_COLUMNS),
    stepDetails: create.rows<StepDetailRow>('trade_step', 'trade_id', 'step_no', STEP_DETAIL_COLUMNS),
    tradeParticipants: create.rows<TradeParticipant>('trade_participant', 'trade_id', 'principal_id'),
    settlement: create.row<SettlementListRow>('settlement', 'settlement_id', SETTLEMENT_LIST_COLUMNS),
    settlementEvidence: create.row<{ readonly evidence: string }>('settlement', 'settlement_id', [
      'settlement_id',
      'evidence',
    ]),
    settlementOfTrade: create.row<SettlementListRow>('settlement', 'trade_id', SETTLEMENT_LIST_COLUMNS),
    settlementParties: create.rows<SettlementParty>('settlement_party', 'trade_id', 'principal_id'),
  };
}

export type Loaders = ReturnType<typeof createLoaders>;

async function loadBalances(db: Db, ids: readonly string[]): Promise<Balances[]> {
  const balances = await balancesOf(db, ids);
  const none: Balances = { ticketStamps: 0n, bondAvailableStamps: 0n, bondReservedStamps: 0n };
  return ids.map((id) => balances.get(id) ?? none);
}
