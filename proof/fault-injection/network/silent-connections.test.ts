import { openListener } from '../../../src/database/connection/listener';
import { isTransient } from '../../../src/database/connection/transient';
import type { Database } from '../../../src/database/transactions/database';
import { freshDatabase } from '../../../test/support/database';
import { FaultProxy, throughProxy } from '../../../test/support/fault-proxy';
import { openStore, until } from '../../../test/support/service';

/**
 * Connections whose other end vanished without a reset, like after a power failure or a network split.
 * Neither side may wait forever.
 */

const QUERY_TIMEOUT_MS = 20_000;
/** The limit for a listening connection. Sockets must learn of a revocation within 15 s without notifications. */
const LISTENER_TIMEOUT_MS = 14_000;
const TEST_MS = 120_000;
const SELECT_ONE = { text: 'SELECT 1 AS one' };

interface TestDatabase {
  readonly proxy: FaultProxy;
  /** A pool of two connections through the proxy. */
  readonly store: Database;
  readonly directUrl: string;
}

/** Runs the test with its own database, because the tests run concurrently. */
async function withDatabase(work: (place: TestDatabase) => Promise<void>): Promise<void> {
  const database = await freshDatabase();
  const proxy = await FaultProxy.open({ port: Number(new URL(database.ownerUrl).port) });
  const store = await openStore(throughProxy(database.ownerUrl, proxy), undefined, 2);
  try {
    await work({ proxy, store, directUrl: database.ownerUrl });
  } finally {
    proxy.become('pass');
    await store.close();
    await proxy.close();
    await database.drop();
  }
}

interface Outcome {
  /** `done`, `transient`, or `error` for an error that is not retryable. */
  readonly result: string;
  readonly ms: number;
}

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  const startedAt = performance.now();
  const result = await work.then(
    () => 'done',
    (error: unknown) => (isTransient(error) ? 'transient' : 'error'),
  );
  return { result, ms: performance.now() - startedAt };
}

test.concurrent(
  'a query on a database that stops answering fails in time, and the pool then recovers',
  () =>
    withDatabase(async ({ proxy, store }) => {
      await Promise.all([store.query(SELECT_ONE), store.query(SELECT_ONE)]);
      proxy.become('deaf');
      const ends = await Promise.all([
        outcomeOf(store.query(SELECT_ONE)),
        outcomeOf(store.inTransaction((tx) => tx.query(SELECT_ONE))),
      ]);
      for (const { result, ms } of ends) {
        expect(result).toBe('transient');
        expect(ms).toBeLessThan(QUERY_TIMEOUT_MS);
      }
      proxy.become('pass');
      await expect(Promise.all([1, 2, 3].map(() => store.query(SELECT_ONE)))).resolves.toHaveLength(3);
    }),
  TEST_MS,
);

test.concurrent(
  'the locks of a vanished process are released, and its next statement fails with a transient error',
  () =>
    withDatabase(async ({ proxy, store, directUrl }) => {
      const other = await openStore(directUrl, undefined, 1);
      const lock = { text: `SELECT pg_advisory_xact_lock(1)` };
      const free = { come: (): void => undefined };
      const untilFree = new Promise<void>((resolve) => (free.come = resolve));
      const lost = outcomeOf(
        store.inTransaction(async (tx) => {
          await tx.query(lock);
          proxy.become('mute');
          await untilFree;
          await tx.query(SELECT_ONE);
        }),
      );
      await until(
        async () => (await outcomeOf(other.inTransaction((tx) => tx.query(lock)))).result === 'done',
        'the lock to be free',
        2 * QUERY_TIMEOUT_MS,
      );
      free.come();
      await other.close();
      expect((await lost).result).toBe('transient');
    }),
  TEST_MS,
);

test.concurrent(
  'a session whose connection is reset between two statements fails, and the process continues',
  () =>
    withDatabase(async ({ proxy, store }) => {
      const session = outcomeOf(
        store.withDedicatedConnection(async (db) => {
          await db.query(SELECT_ONE);
          expect(proxy.cut()).toBeGreaterThan(0);
          await until(() => store.connections().total === 0 || proxy.connections === 0, 'the reset to arrive');
          await new Promise((resolve) => setTimeout(resolve, 100));
          await db.query(SELECT_ONE);
        }),
      );
      expect((await session).result).toBe('transient');
      await expect(store.query(SELECT_ONE)).resolves.toEqual([{ one: 1 }]);
    }),
  TEST_MS,
);

test.concurrent(
  'a query over a silent listening connection fails, and the next one uses a new connection',
  () =>
    withDatabase(async ({ proxy, store }) => {
      let connections = 0;
      const listening = openListener(store, {
        channels: {},
        connected: () => (connections += 1),
        lost: () => undefined,
      });
      await until(() => connections === 1, 'the connection');
      proxy.turn('deaf');
      const { result, ms } = await outcomeOf(listening.query(SELECT_ONE));
      expect(result).toBe('transient');
      expect(ms).toBeLessThan(LISTENER_TIMEOUT_MS);
      await until(() => connections === 2, 'another connection');
      await expect(listening.query(SELECT_ONE)).resolves.toEqual([{ one: 1 }]);
      await listening.stop();
    }),
  TEST_MS,
);

test.concurrent(
  'an idle listening connection that goes silent is replaced',
  () =>
    withDatabase(async ({ proxy, store }) => {
      let connections = 0;
      const received: string[] = [];
      const listening = openListener(store, {
        channels: { received: (payload) => received.push(payload) },
        connected: () => (connections += 1),
        lost: () => undefined,
      });
      await until(() => connections === 1, 'the connection');
      proxy.turn('deaf');
      await until(() => connections === 2, 'another connection', LISTENER_TIMEOUT_MS);
      await store.query({ text: `SELECT pg_notify('received', 'again')` });
      await until(() => received.includes('again'), 'the notification');
      await listening.stop();
    }),
  TEST_MS,
);
