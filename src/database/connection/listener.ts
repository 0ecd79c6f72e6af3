import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Db, Statement } from '../transactions/statement';
import { isQueryTimeout } from './failures';
import type { Database } from '../transactions/database';

interface ListenerState {
  client: PoolClient | undefined;
  /** What was asked before: pg will take no query from whoever has not waited for his last one. */
  tail: Promise<unknown>;
  /** Ends the listening of the client: it is no good. */
  fail: (error: Error) => void;
}

/** Its queries go over the listening connection, past everyone who waits for one of the pool; over the pool while it is lost. */
export interface Listener extends Db {
  stop(): Promise<void>;
}

export interface ListenOptions {
  /** Channel → what to do with a payload. Names are our own constants: they are not quoted. */
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  /** Connected, again or for the first time: what was told before may have been missed. */
  connected(): void;
  lost(error: unknown): void;
}

/** What PostgreSQL knows listening connections by. */
export const LISTENER = 'ats listener';

const RECONNECT_MS = 500;
// A connection whose other end vanished says nothing, as one does on which nothing is told: it is asked.
const PING_INTERVAL_MS = 5_000;
// What is asked over it is short, and who asks polls: silence for longer than a statement may take is its end. So that the
// sockets of a revoked credential are closed within the 15 s of contract §3 also then.
const PING_TIMEOUT = { query_timeout: 6_000 };

/** One connection that listens, for as long as it is wanted, and another one when it is lost. */
export function openListener(store: Database, options: ListenOptions): Listener {
  const stopping = new AbortController();
  const own: ListenerState = { client: undefined, tail: Promise.resolve(), fail: () => undefined };
  const live = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await listenOnce(store, options, own, stopping.signal);
      } catch (error) {
        options.lost(error);
        await sleep(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  const ended = live();
  return {
    query: <T>(statement: Statement) => query<T>(store, own, statement),
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

/** Values are only read. */
const withShortTimeout = (statement: Statement) => ({
  ...(statement as Statement & { values?: unknown[] }),
  ...PING_TIMEOUT,
});

/** Those who ask at once are answered one after the other; by the pool, side by side. */
function query<T>(store: Database, own: ListenerState, statement: Statement): Promise<T[]> {
  if (!own.client) return ping(store, own, statement);
  const answer = own.tail.then(() => ping<T>(store, own, statement));
  own.tail = answer.catch(() => undefined);
  return answer;
}

async function ping<T>(store: Database, { client, fail: giveUp }: ListenerState, statement: Statement): Promise<T[]> {
  if (!client) return store.query<T>(withShortTimeout(statement));
  try {
    return (await client.query(withShortTimeout(statement))).rows as T[];
  } catch (error) {
    if (isQueryTimeout(error)) giveUp(error as Error);
    throw error;
  }
}

async function listenOnce(
  store: Database,
  options: ListenOptions,
  own: ListenerState,
  stop: AbortSignal,
): Promise<void> {
  const client = await store.listener();
  let alive: NodeJS.Timeout | undefined;
  let stopped = (): void => undefined;
  try {
    // Told to stop while it was connecting: the signal has been given, and is given once.
    if (stop.aborted) return;
    await new Promise<void>((resolve, reject) => {
      own.fail = reject;
      client.on('error', reject);
      client.on('end', () => reject(new Error('the listening connection ended')));
      client.on('notification', ({ channel, payload }) => options.channels[channel]?.(payload ?? ''));
      stopped = resolve;
      stop.addEventListener('abort', stopped);
      const begin = Object.keys(options.channels).map((channel) => `LISTEN ${channel}`);
      // Named for whoever looks at the database's connections; it ends with this one.
      client.query(`SET application_name = '${LISTENER}'; ${begin.join('; ')}`).then(() => {
        own.client = client;
        alive = setInterval(
          () => void query(store, own, { text: 'SELECT 1' }).catch(() => undefined),
          PING_INTERVAL_MS,
        );
        options.connected();
      }, reject);
    });
  } finally {
    clearInterval(alive);
    stop.removeEventListener('abort', stopped);
    own.client = undefined;
    // Destroyed, not given back: it listens, and nobody else wants that.
    client.release(true);
  }
}
