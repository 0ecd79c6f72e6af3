import DataLoader from 'dataloader';
import type {
  MatchRun as MatchRunRow,
  Proposal as ProposalRow,
  ProposalParticipant as ProposalParticipantRow,
  ProposalRevision as ProposalRevisionRow,
  SettlementParty,
  TradeParticipant,
  TradeStep as TradeStepRow,
} from '../../../domain/types';
import { type Balances, balancesOf } from '../../../operations/queries/balances';
import { decode, type PickColumns } from '../../../operations/queries/rows';
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
  type SettlementSummary,
  type StepSummary,
} from '../../../operations/queries/trades';
import {
  type AttemptRecord,
  attemptsOf,
  findDeliveries,
  type StoredDelivery,
} from '../../../operations/queries/webhooks';

/** What callers wrote about a step: large, and asked for seldom. */
const STEP_PAPERS = ['trade_id', 'step_no', 'contract', 'checkpoint_results', 'rebuttal'] as const;
export type StepPapers = PickColumns<TradeStepRow, (typeof STEP_PAPERS)[number]>;

/**
 * The loaders of one request: whatever a level of the answer needs is read in one statement, however many rows ask.
 * A mutation's loaders keep nothing between its fields: what one field read, the next may have changed.
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
    proposal: one<ProposalRow>('proposal', 'proposal_id'),
    revisions: many<ProposalRevisionRow>('proposal_revision', 'proposal_id', 'revision_no'),
    proposalParticipants: many<ProposalParticipantRow>(
      'proposal_participant',
      'proposal_id',
      'revision_no, principal_id',
    ),
    currentRevision: currentOf<ProposalRevisionRow>(db, cache, 'proposal_revision'),
    currentParticipants: currentOf<ProposalParticipantRow>(db, cache, 'proposal_participant'),
    matchRun: one<MatchRunRow>('match_run', 'match_run_id'),
    proposalsOfRun: many<ProposalRow>('proposal', 'match_run_id', 'proposal_id'),
    operatorAct: one<OperatorActRow>('operator_act', 'act_id'),
    posting: found<Posting>(
      cache,
      (ids) => findPostings(db, ids),
      (posting) => posting.postingId,
    ),
    event: found<StoredEvent>(
      cache,
      (ids) => findEvents(db, ids),
      (event) => event.eventId,
    ),
    credential: found<CredentialMetadata>(
      cache,
      (ids) => findCredentials(db, ids),
      (row) => row.credentialId,
    ),
    binding: found<BindingWithHuman>(
      cache,
      (ids) => findBindings(db, ids),
      (row) => row.bindingId,
    ),
    webhookDelivery: found<StoredDelivery>(
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

/** Of trades and how they ended. */
function tradeLoaders(db: Db, cache: boolean) {
  return {
    trade: oneById<TradeRow>(db, cache, 'trade', 'trade_id'),
    // Without what can be large: a list of trades with their steps says nothing of it.
    steps: manyById<StepSummary>(db, cache, 'trade_step', 'trade_id', 'step_no', STEP_LIST_COLUMNS),
    stepPapers: manyById<StepPapers>(db, cache, 'trade_step', 'trade_id', 'step_no', STEP_PAPERS),
    tradeParticipants: manyById<TradeParticipant>(db, cache, 'trade_participant', 'trade_id', 'principal_id'),
    settlement: oneById<SettlementSummary>(db, cache, 'settlement', 'settlement_id', SETTLEMENT_LIST_COLUMNS),
    settlementEvidence: oneById<{ readonly evidence: string }>(db, cache, 'settlement', 'settlement_id', [
      'settlement_id',
      'evidence',
    ]),
    settlementOfTrade: oneById<SettlementSummary>(db, cache, 'settlement', 'trade_id', SETTLEMENT_LIST_COLUMNS),
    settlementParties: manyById<SettlementParty>(db, cache, 'settlement_party', 'trade_id', 'principal_id'),
  };
}

export type Loaders = ReturnType<typeof createLoaders>;

type Row = Record<string, unknown>;

async function rowsBy(
  db: Db,
  table: string,
  key: string,
  order: string,
  columns: readonly string[],
  ids: readonly string[],
): Promise<Row[]> {
  const selected = columns.join(', ');
  return db.query<Row>({
    name: `load_${table}_by_${key}${selected === '*' ? '' : `_${String(selected.length)}`}`,
    text: `SELECT ${selected} FROM ${table} WHERE ${key} = ANY ($1) ORDER BY ${order}`,
    values: [[...ids]],
  });
}

function oneById<R>(
  db: Db,
  cache: boolean,
  table: string,
  key: string,
  columns: readonly string[] = ['*'],
): DataLoader<string, R | undefined> {
  return new DataLoader(
    async (ids) => {
      const rows = await rowsBy(db, table, key, key, columns, ids);
      const found = new Map(rows.map((row) => [row[key], decode<R>(row)]));
      return ids.map((id) => found.get(id));
    },
    { cache },
  );
}

/** Over a read that answers what there is of the ids asked for. */
function found<T>(
  cache: boolean,
  read: (ids: readonly string[]) => Promise<readonly T[]>,
  idOf: (one: T) => string,
): DataLoader<string, T | undefined> {
  return new DataLoader(
    async (ids) => {
      const there = new Map((await read(ids)).map((one) => [idOf(one), one]));
      return ids.map((id) => there.get(id));
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
      for (const row of await rowsBy(db, table, key, order, columns, ids)) found.get(row[key])?.push(decode<R>(row));
      return ids.map((id) => found.get(id) ?? []);
    },
    { cache },
  );
}

/** What belongs to the current revision of each proposal: a proposal may have fifty, and lists show one. */
function currentOf<R>(db: Db, cache: boolean, table: string): DataLoader<string, R[]> {
  return new DataLoader(
    async (ids) => {
      const rows = await db.query<Row>({
        name: `load_current_${table}`,
        text: `SELECT r.* FROM proposal p JOIN ${table} r ON r.proposal_id = p.proposal_id AND r.revision_no = p.current_revision_no
          WHERE p.proposal_id = ANY ($1)`,
        values: [[...ids]],
      });
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
