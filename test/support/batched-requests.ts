import { randomUUID } from 'node:crypto';
import { RequestBudget } from '../../src/database/transactions/request-budget';
import { applyEffects, loadDecisionData } from '../../src/database/repositories/decisions';
import { TransactionBatcher } from '../../src/database/batching/transaction-batcher';
import type { BeginCall, Database, Tx } from '../../src/database/transactions/database';
import { freshDatabase, type TestDatabase } from './database';
import { Connection } from './ledger';
import { openStore } from './service';

/** Batchable requests without HTTP, on a database of the test file. */

const beginCall: BeginCall = (_, waits) => `(SELECT ${String(waits)} AS alone)`;

/** Whether the request runs alone, outside a batch. */
export const isAlone = (tx: Tx): boolean => (tx.beginResult as { alone: boolean }).alone;

/** Registers the setup and teardown of the test file. */
export function batchedRequests() {
  let database: TestDatabase;
  let store: Database;
  let owner: Connection;
  let batcher: TransactionBatcher;
  let counted: (number | 'retried')[];
  beforeAll(async () => {
    database = await freshDatabase();
    store = await openStore(database.url);
    owner = await Connection.open(database.ownerUrl);
  });
  afterAll(async () => {
    await Promise.all([store.close(), owner.close()]);
    await database.drop();
  });
  beforeEach(() => {
    counted = [];
    batcher = new TransactionBatcher(store, {
      transactionBatched: (requests) => counted.push(requests),
      batchedTransactionRetried: () => counted.push('retried'),
    });
  });
  return {
    store: () => store,
    owner: () => owner,
    /** The size of each batch, and each retry, in the order of counting. */
    counted: () => counted,
    newPrincipal: () => newPrincipal(store),
    eventsExist: (...eventIds: string[]) => eventsExist(store, eventIds),
    /** Requests that start in one turn of the event loop share a batch. */
    request: <T>(work: (tx: Tx) => Promise<T>, budget = new RequestBudget(1_000_000, 1_000_000)): Promise<T> =>
      batcher.inTransaction(work, beginCall, budget, { conflictKeys: [randomUUID()] }),
  };
}

async function newPrincipal(store: Database): Promise<string> {
  const id = randomUUID();
  await store.query({
    text: `INSERT INTO principal (principal_id, display_name, max_open_trades, bond_limit_stamps, daily_spend_limit_stamps, created_at)
      VALUES ($1, 'One', 10, 1000, 1000, now())`,
    values: [id],
  });
  return id;
}

/** Whether each of these events exists. */
async function eventsExist(store: Database, eventIds: readonly string[]): Promise<boolean[]> {
  const rows = await store.query<{ event_id: string }>({
    text: 'SELECT event_id FROM event WHERE event_id = ANY ($1)',
    values: [eventIds],
  });
  return eventIds.map((id) => rows.some((row) => row.event_id === id));
}

/** Writes an event of the principal through `applyEffects`, as decisions do. */
export async function writeEvent(tx: Tx, principalId: string, eventId: string = randomUUID()): Promise<string> {
  const event = { eventId, principalId, type: 'trade.created', subjectKey: 'trd_1', tradeId: null, data: {} };
  await applyEffects(tx, { events: [event as never] });
  return eventId;
}

export const lockOf = (tx: Tx, principalId: string) =>
  loadDecisionData(tx, { lock: 'update', principal_ids: [principalId] });
