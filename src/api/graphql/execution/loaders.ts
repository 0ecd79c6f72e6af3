import DataLoader from 'dataloader';
import type { SettlementParty, TradeParticipant } from '../../../domain/types';
import { type Balances, balancesOf } from '../../../ledger/ledger';
import { decode, type PickColumns } from '../../../database/sql/codec';
import { findCredentials, type CredentialMetadata } from '../../../database/repositories/credentials';
import type { Db } from '../../../database/transactions/statement';
import { findEvents, type StoredEvent } from '../../../database/events/event-log';
import { findBindings, type BindingWithHuman } from '../../../database/repositories/parties';
import { findPostings, type Posting } from '../../../ledger/postings';
import type { AgentRow } from '../../../database/entities/agent';
import type { ListingRow } from '../../../database/entities/listing';
import type { MatchRunRow } from '../../../database/entities/match-run';
import type { OperatorActRow } from '../../../database/entities/operator';
import type { PrincipalRow } from '../../../database/entities/principal';
import type { ProposalParticipantRow, ProposalRevisionRow, ProposalRow } from '../../../database/entities/proposal';
import type { TradeRow, TradeStepRow } from '../../../database/entities/trade';
import {
  SETTLEMENT_LIST_COLUMNS,
  STEP_LIST_COLUMNS,
  type SettlementListRow,
  type StepListRow,
} from '../../../database/repositories/trade-aggregate';
import {
  type AttemptRecord,
  attemptsOf,
  findDeliveries,
  type StoredDelivery,
} from '../../../database/repositories/webhooks';

/** Texts of the parties about a step, which are large and rarely requested. */
const STEP_DETAIL_COLUMNS = ['trade_id', 'step_no', 'contract', 'checkpoint_results', 'rebuttal'] as const;
export type StepDetailRow = PickColumns<TradeStepRow, (typeof STEP_DETAIL_COLUMNS)[number]>;

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
      for (const row of await rowsBy(db, table, key, order, columns, ids)) found.get(row[key])?.push(decode<R>(row));
      return ids.map((id) => found.get(id) ?? []);
    },
    { cache },
  );
}

/** A loader of the rows of each proposal's current revision. A proposal may have fifty revisions. */
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
