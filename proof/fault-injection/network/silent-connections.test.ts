import { openListener } from '../../../src/database/connection/listener';
import { isTransient } from '../../../src/database/connection/transient';
import type { Database } from '../../../src/database/transactions/database';
import { freshDatabase } from '../../../test/support/database';
import { FaultProxy, throughProxy } from '../../../test/support/fault-proxy';
import { openStore, until } from '../../../test/support/service';

/**
 * Connections whose other end has vanished without a word, as when a host loses power or a network is cut in two: nobody
 * waits for them for ever, on either side.
 */

const GIVEN_UP_WITHIN_MS = 20_000;
/** Of a listening connection, which sockets go by: contract §3, 15 s when every notification is lost. */
const REPLACED_WITHIN_MS = 14_000;
const TEST_MS = 120_000;
const one = { text: 'SELECT 1 AS one' };

interface Place {
  readonly proxy: FaultProxy;
  /** Through the proxy, two connections. */
  readonly store: Database;
  readonly directUrl: string;
}

/** A database of the test's own: they wait side by side. */
async function inPlace(work: (place: Place) => Promise<void>): Promise<void> {
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

interface End {
  /** `done`, `transient`, or `fault`: what nobody would be told to try again. */
  readonly how: string;
  readonly ms: number;
}

async function ended(work: Promise<unknown>): Promise<End> {
  const begun = performance.now();
  const how = await work.then(
    () => 'done',
    (error: unknown) => (isTransient(error) ? 'transient' : 'fault'),
  );
  return { how, ms: performance.now() - begun };
}

test.concurrent(
  'a database that hears and does not answer is given up, in and out of transactions; then the pool is as good as new',
  () =>
    inPlace(async ({ proxy, store }) => {
      await Promise.all([store.query(one), store.query(one)]);
      proxy.become('deaf');
      const ends = await Promise.all([ended(store.query(one)), ended(store.inTransaction((tx) => tx.query(one)))]);
      for (const { how, ms } of ends) {
        expect(how).toBe('transient');
        expect(ms).toBeLessThan(GIVEN_UP_WITHIN_MS);
      }
      proxy.become('pass');
      await expect(Promise.all([1, 2, 3].map(() => store.query(one)))).resolves.toHaveLength(3);
    }),
  TEST_MS,
);

test.concurrent(
  'a process that vanished in the middle of a transaction holds no lock for long, and is told to try again if it comes back',
  () =>
    inPlace(async ({ proxy, store, directUrl }) => {
      const other = await openStore(directUrl, undefined, 1);
      const lock = { text: `SELECT pg_advisory_xact_lock(1)` };
      const free = { come: (): void => undefined };
      const untilFree = new Promise<void>((resolve) => (free.come = resolve));
      const lost = ended(
        store.inTransaction(async (tx) => {
          await tx.query(lock);
          proxy.become('mute');
          await untilFree;
          await tx.query(one);
        }),
      );
      await until(
        async () => (await ended(other.inTransaction((tx) => tx.query(lock)))).how === 'done',
        'the lock to be free',
        2 * GIVEN_UP_WITHIN_MS,
      );
      free.come();
      await other.close();
      expect((await lost).how).toBe('transient');
    }),
  TEST_MS,
);

test.concurrent(
  'a session whose connection is reset between two of its statements fails, and the process goes on',
  () =>
    inPlace(async ({ proxy, store }) => {
      const session = ended(
        store.withDedicatedConnection(async (db) => {
          await db.query(one);
          expect(proxy.cut()).toBeGreaterThan(0);
          await until(() => store.connections().total === 0 || proxy.connections === 0, 'the reset to arrive');
          await new Promise((resolve) => setTimeout(resolve, 100));
          await db.query(one);
        }),
      );
      expect((await session).how).toBe('transient');
      await expect(store.query(one)).resolves.toEqual([{ one: 1 }]);
    }),
  TEST_MS,
);

test.concurrent(
  'a question over a listening connection that went silent ends, and the next is answered over another',
  () =>
    inPlace(async ({ proxy, store }) => {
      let connections = 0;
      const listening = openListener(store, {
        channels: {},
        connected: () => (connections += 1),
        lost: () => undefined,
      });
      await until(() => connections === 1, 'the connection');
      proxy.turn('deaf');
      const { how, ms } = await ended(listening.query(one));
      expect(how).toBe('transient');
      expect(ms).toBeLessThan(REPLACED_WITHIN_MS);
      await until(() => connections === 2, 'another connection');
      await expect(listening.query(one)).resolves.toEqual([{ one: 1 }]);
      await listening.stop();
    }),
  TEST_MS,
);

test.concurrent(
  'a listening connection that went silent is replaced also where nobody asks anything over it',
  () =>
    inPlace(async ({ proxy, store }) => {
      let connections = 0;
      const heard: string[] = [];
      const listening = openListener(store, {
        channels: { heard: (payload) => heard.push(payload) },
        connected: () => (connections += 1),
        lost: () => undefined,
      });
      await until(() => connections === 1, 'the connection');
      proxy.turn('deaf');
      await until(() => connections === 2, 'another connection', REPLACED_WITHIN_MS);
      await store.query({ text: `SELECT pg_notify('heard', 'again')` });
      await until(() => heard.includes('again'), 'what was told');
      await listening.stop();
    }),
  TEST_MS,
);
