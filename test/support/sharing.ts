import { randomUUID } from 'node:crypto';
import { RequestBudget } from '../../src/database/transactions/request-budget';
import { applyEffects, loadFacts } from '../../src/database/repositories/facts';
import { TransactionBatcher } from '../../src/database/batching/transaction-batcher';
import type { BeginCall, Database, Tx } from '../../src/database/transactions/database';
import { freshDatabase, type TestDatabase } from './database';
import { Connection } from './ledger';
import { openStore } from './service';

/** Requests that may share a transaction, without HTTP: on a database of the file's own, anew for each test. */

const opening: BeginCall = (_, waits) => `(SELECT ${String(waits)} AS alone)`;

/** Whether this run of a request is one by itself. */
export const isAlone = (tx: Tx): boolean => (tx.beginResult as { alone: boolean }).alone;

/** Registers what the file needs before and after its tests. */
export function sharing() {
  let database: TestDatabase;
  let store: Database;
  let owner: Connection;
  let shared: TransactionBatcher;
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
    shared = new TransactionBatcher(store, {
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
    told: (...eventIds: string[]) => told(store, eventIds),
    /** What is begun in one turn of the event loop shares a transaction. */
    request: <T>(work: (tx: Tx) => Promise<T>, allowance = new RequestBudget(1_000_000, 1_000_000)): Promise<T> =>
      shared.inTransaction(work, opening, allowance, { conflictKeys: [randomUUID()] }),
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

/** Which of these events there are. */
async function told(store: Database, eventIds: readonly string[]): Promise<boolean[]> {
  const rows = await store.query<{ event_id: string }>({
    text: 'SELECT event_id FROM event WHERE event_id = ANY ($1)',
    values: [eventIds],
  });
  return eventIds.map((id) => rows.some((row) => row.event_id === id));
}

/** Tells an event to the principal: a write through `apply`, as decisions make it. */
export async function tell(tx: Tx, principalId: string, eventId: string = randomUUID()): Promise<string> {
  const event = { eventId, principalId, type: 'trade.created', subjectKey: 'trd_1', tradeId: null, data: {} };
  await applyEffects(tx, { events: [event as never] });
  return eventId;
}

export const lockOf = (tx: Tx, principalId: string) => loadFacts(tx, { lock: 'update', principal_ids: [principalId] });
