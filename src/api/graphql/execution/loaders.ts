import DataLoader from 'dataloader';
import type {
  MatchRun,
  Proposal,
  ProposalParticipant,
  ProposalRevision,
  SettlementParty,
  TradeParticipant,
  TradeStep,
} from '../../../domain/types';
import { type Balances, balancesOf } from '../../../operations/queries/balances';
import { decode, type PickColumns, rowsByKey, rowsOfCurrentRevision } from '../../../operations/queries/rows';
import { findCredentials, type CredentialMetadata } from '../../../operations/queries/credentials';
import type { Db } from '../../../operations/context';
import { findEvents, type StoredEvent } from '../../../operations/queries/events';
import { findBindings, type BindingWithHuman } from '../../../operations/queries/bindings';
import { findPostings, type Posting } from '../../../operations/queries/postings';
import type { AgentRow } from '../../../operations/queries/agents';
import type { ListingRow } from '../../../operations/queries/listings';
import type { OperatorActRow } from '../../../operations/queries/operator-log';
import type { PrincipalRow } from '../../../operations/queries/principals';
import {
  type TradeRow,
  SETTLEMENT_LIST_COLUMNS,
  STEP_LIST_COLUMNS,
  type SettlementListRow,
  type StepListRow,
} from '../../../operations/queries/trades';
import {
  type AttemptRecord,
  attemptsOf,
  findDeliveries,
  type StoredDelivery,
} from '../../../operations/queries/webhooks';

/** Texts of the parties about a step, which are large and rarely requested. */
const STEP_DETAIL_COLUMNS = ['trade_id', 'step_no', 'contract', 'checkpoint_results', 'rebuttal'] as const;
export type StepDetailRow = PickColumns<TradeStep, (typeof STEP_DETAIL_COLUMNS)[number]>;

/**
 * Creates the loaders of one request. Each batches the rows of one level of the answer into one statement.
 * @param cache false for mutations, because a field may change what an earlier field has read
 */
export function createLoaders(db: Db, cache: boolean) {
  const one = <R>(table: string, key: string) => oneById<R>(db, cache, table, key);
  const many = <R>(table: string, key: string, order: string) => manyById<R>(db, cache, table, key, order);
  return {
    ...tradeLoaders(db, cache),
    balances: new DataLoader<string, Balances>((ids) => balances(db, ids), { cache }),
    principal: one<PrincipalRow>('principal', 'principal_id'),
    agent: one<AgentRow>('agent', 'agent_id'),
    listing: one<ListingRow>('listing', 'listing_id'),
    proposal: one<Proposal>('proposal', 'proposal_id'),
    revisions: many<ProposalRevision>('proposal_revision', 'proposal_id', 'revision_no'),
    proposalParticipants: many<ProposalParticipant>('proposal_participant', 'proposal_id', 'revision_no, principal_id'),
    currentRevision: currentOf<ProposalRevision>(db, cache, 'proposal_revision'),
    currentParticipants: currentOf<ProposalParticipant>(db, cache, 'proposal_participant'),
    matchRun: one<MatchRun>('match_run', 'match_run_id'),
    proposalsOfRun: many<Proposal>('proposal', 'match_run_id', 'proposal_id'),
    operatorAct: one<OperatorActRow>('operator_act', 'act_id'),
    posting: byIds<Posting>(
      cache,
      (ids) => findPostings(db, ids),
      (posting) => posting.postingId,
    ),
    event: byIds<StoredEvent>(
      cache,
      (ids) => findEvents(db, ids),
      (event) => event.eventId,
    ),
    credential: byIds<CredentialMetadata>(
      cache,
      (ids) => findCredentials(db, ids),
      (row) => row.credentialId,
    ),
    binding: byIds<BindingWithHuman>(
      cache,
      (ids) => findBindings(db, ids),
      (row) => row.bindingId,
    ),
    webhookDelivery: byIds<StoredDelivery>(
      cache,
      (ids) => findDeliveries(db, ids),
      (row) => row.deliveryId,
    ),
    deliveryAttempts: new DataLoader<string, AttemptRecord[]>(
      async (ids) => {
        const attempts = await attemptsOf(db, ids);
        return ids.map((id) => attempts.filter((one) => one.deliveryId === id));
      },
      { cache },
    ),
  };
}

/** Loaders of trades and settlements. */
function tradeLoaders(db: Db, cache: boolean) {
  return {
    trade: oneById<TradeRow>(db, cache, 'trade', 'trade_id'),
    // Without the large columns, because lists of trades do not show them.
    steps: manyById<StepListRow>(db, cache, 'trade_step', 'trade_id', 'step_no', STEP_LIST_COLUMNS),
    stepDetails: manyById<StepDetailRow>(db, cache, 'trade_step', 'trade_id', 'step_no', STEP_DETAIL_COLUMNS),
    tradeParticipants: manyById<TradeParticipant>(db, cache, 'trade_participant', 'trade_id', 'principal_id'),
    settlement: oneById<SettlementListRow>(db, cache, 'settlement', 'settlement_id', SETTLEMENT_LIST_COLUMNS),
    settlementEvidence: oneById<{ readonly evidence: string }>(db, cache, 'settlement', 'settlement_id', [
      'settlement_id',
      'evidence',
    ]),
    settlementOfTrade: oneById<SettlementListRow>(db, cache, 'settlement', 'trade_id', SETTLEMENT_LIST_COLUMNS),
    settlementParties: manyById<SettlementParty>(db, cache, 'settlement_party', 'trade_id', 'principal_id'),
  };
}

export type Loaders = ReturnType<typeof createLoaders>;

function oneById<R>(
  db: Db,
  cache: boolean,
  table: string,
  key: string,
  columns: readonly string[] = ['*'],
): DataLoader<string, R | undefined> {
  return new DataLoader(
    async (ids) => {
      const rows = await rowsByKey(db, { table, key, order: key, columns }, ids);
      const found = new Map(rows.map((row) => [row[key], decode<R>(row)]));
      return ids.map((id) => found.get(id));
    },
    { cache },
  );
}

/** A loader over a function that returns the existing rows in any order. */
function byIds<T>(
  cache: boolean,
  read: (ids: readonly string[]) => Promise<readonly T[]>,
  idOf: (one: T) => string,
): DataLoader<string, T | undefined> {
  return new DataLoader(
    async (ids) => {
      const rows = new Map((await read(ids)).map((row) => [idOf(row), row]));
      return ids.map((id) => rows.get(id));
    },
    { cache },
  );
}

function manyById<R>(
  db: Db,
  cache: boolean,
  table: string,
  key: string,
  order: string,
  columns: readonly string[] = ['*'],
): DataLoader<string, R[]> {
  return new DataLoader(
    async (ids) => {
      const found = new Map<unknown, R[]>(ids.map((id) => [id, []]));
      for (const row of await rowsByKey(db, { table, key, order, columns }, ids))
        found.get(row[key])?.push(decode<R>(row));
      return ids.map((id) => found.get(id) ?? []);
    },
    { cache },
  );
}

/** A loader of the rows of each proposal's current revision. A proposal may have fifty revisions. */
function currentOf<R>(db: Db, cache: boolean, table: string): DataLoader<string, R[]> {
  return new DataLoader(
    async (ids) => {
      const rows = await rowsOfCurrentRevision(db, table, ids);
      const found = new Map<unknown, R[]>(ids.map((id) => [id, []]));
      for (const row of rows) found.get(row['proposal_id'])?.push(decode<R>(row));
      return ids.map((id) => found.get(id) ?? []);
    },
    { cache },
  );
}

async function balances(db: Db, ids: readonly string[]): Promise<Balances[]> {
  const found = await balancesOf(db, ids);
  const none: Balances = { ticketStamps: 0n, bondAvailableStamps: 0n, bondReservedStamps: 0n };
  return ids.map((id) => found.get(id) ?? none);
}
