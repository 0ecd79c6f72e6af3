import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Db, Statement } from '../transactions/statement';
import { isQueryTimeout } from './failures';
import type { Database } from '../transactions/database';

interface ListenerState {
  client: PoolClient | undefined;
  /** Ends with the last query. `pg` runs one query of a connection at a time. */
  tail: Promise<unknown>;
  /** Gives up the current connection. */
  fail: (error: Error) => void;
}

/** Queries on the listening connection, so they do not wait for the pool. While it is lost they run on the pool. */
export interface Listener extends Db {
  stop(): Promise<void>;
}

export interface ListenOptions {
  /** A handler for each channel. The names are constants, so they are not quoted. */
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  /** Called after each connect. Earlier notifications may have been missed. */
  connected(): void;
  lost(error: unknown): void;
}

/** The `application_name` of listening connections. */
export const LISTENER = 'ats listener';

const RECONNECT_MS = 500;
// A dead connection looks like an idle one, so the listener pings it.
const PING_INTERVAL_MS = 5_000;
// Queries here are short, so no answer within this time means that the connection is dead. Sockets of a revoked
// credential close within 15 s, also in that case.
const PING_TIMEOUT = { query_timeout: 6_000 };

/** Keeps one listening connection open until `stop`, and reconnects after a loss. */
export function openListener(store: Database, options: ListenOptions): Listener {
  const stopping = new AbortController();
  const state: ListenerState = { client: undefined, tail: Promise.resolve(), fail: () => undefined };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await listenOnce(store, options, state, stopping.signal);
      } catch (error) {
        options.lost(error);
        await sleep(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  const stopped = run();
  return {
    query: <T>(statement: Statement) => query<T>(store, state, statement),
    stop: async () => {
      stopping.abort();
      await stopped;
    },
  };
}

/** Values are only read. */
const withShortTimeout = (statement: Statement) => ({
  ...(statement as Statement & { values?: unknown[] }),
  ...PING_TIMEOUT,
});

/** Runs queries on the listening connection one after the other. The pool runs them in parallel. */
function query<T>(store: Database, state: ListenerState, statement: Statement): Promise<T[]> {
  if (!state.client) return ping(store, state, statement);
  const answer = state.tail.then(() => ping<T>(store, state, statement));
  state.tail = answer.catch(() => undefined);
  return answer;
}

async function ping<T>(store: Database, { client, fail }: ListenerState, statement: Statement): Promise<T[]> {
  if (!client) return store.query<T>(withShortTimeout(statement));
  try {
    return (await client.query(withShortTimeout(statement))).rows as T[];
  } catch (error) {
    if (isQueryTimeout(error)) fail(error as Error);
    throw error;
  }
}

async function listenOnce(
  store: Database,
  options: ListenOptions,
  state: ListenerState,
  stop: AbortSignal,
): Promise<void> {
  const client = await store.listener();
  let pingTimer: NodeJS.Timeout | undefined;
  let resolveStop = (): void => undefined;
  try {
    // The signal may have fired while the connection was opened. It fires once.
    if (stop.aborted) return;
    await new Promise<void>((resolve, reject) => {
      state.fail = reject;
      client.on('error', reject);
      client.on('end', () => reject(new Error('the listening connection ended')));
      client.on('notification', ({ channel, payload }) => options.channels[channel]?.(payload ?? ''));
      resolveStop = resolve;
      stop.addEventListener('abort', resolveStop);
      const listens = Object.keys(options.channels).map((channel) => `LISTEN ${channel}`);
      // Names the connection in `pg_stat_activity`.
      client.query(`SET application_name = '${LISTENER}'; ${listens.join('; ')}`).then(() => {
        state.client = client;
        pingTimer = setInterval(
          () => void query(store, state, { text: 'SELECT 1' }).catch(() => undefined),
          PING_INTERVAL_MS,
        );
        options.connected();
      }, reject);
    });
  } finally {
    clearInterval(pingTimer);
    stop.removeEventListener('abort', resolveStop);
    state.client = undefined;
    // Destroys the connection, because it still listens.
    client.release(true);
  }
}
