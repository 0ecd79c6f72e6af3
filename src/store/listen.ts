import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient, QueryConfig } from 'pg';
import type { Db, Statement } from './db';
import type { Store } from './tx';

interface Own {
  client: PoolClient | undefined;
}

/** Its queries go over the listening connection, past everyone who waits for one of the pool; over the pool while it is lost. */
export interface Listening extends Db {
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

const AGAIN_MS = 500;

/** One connection that listens, for as long as it is wanted, and another one when it is lost. */
export function listen(store: Store, options: ListenOptions): Listening {
  const stopping = new AbortController();
  const own: Own = { client: undefined };
  const live = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await listenOnce(store, options, own, stopping.signal);
      } catch (error) {
        options.lost(error);
        await sleep(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  const ended = live();
  return {
    query: async <T>(statement: Statement) =>
      own.client ? ((await own.client.query(statement as QueryConfig)).rows as T[]) : store.query<T>(statement),
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

async function listenOnce(store: Store, options: ListenOptions, own: Own, stop: AbortSignal): Promise<void> {
  const client = await store.listener();
  try {
    // Told to stop while it was connecting: the signal has been given, and is given once.
    if (stop.aborted) return;
    await new Promise<void>((resolve, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new Error('the listening connection ended')));
      client.on('notification', ({ channel, payload }) => options.channels[channel]?.(payload ?? ''));
      stop.addEventListener('abort', () => resolve(), { once: true });
      const begin = Object.keys(options.channels).map((channel) => `LISTEN ${channel}`);
      // Named for whoever looks at the database's connections; it ends with this one.
      client.query(`SET application_name = '${LISTENER}'; ${begin.join('; ')}`).then(() => {
        own.client = client;
        options.connected();
      }, reject);
    });
  } finally {
    own.client = undefined;
    // Destroyed, not given back: it listens, and nobody else wants that.
    client.release(true);
  }
}
