import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from './tx';

export interface Listening {
  stop(): Promise<void>;
}

export interface ListenOptions {
  /** Channel → what to do with a payload. Names are our own constants: they are not quoted. */
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  /** Connected, again or for the first time: what was told before may have been missed. */
  connected(): void;
  lost(error: unknown): void;
}

const AGAIN_MS = 500;

/** One connection that listens, for as long as it is wanted, and another one when it is lost. */
export function listen(store: Store, options: ListenOptions): Listening {
  const stopping = new AbortController();
  const live = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await listenOnce(store, options, stopping.signal);
      } catch (error) {
        options.lost(error);
        await sleep(AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  const ended = live();
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

async function listenOnce(store: Store, options: ListenOptions, stop: AbortSignal): Promise<void> {
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
      client.query(begin.join('; ')).then(() => options.connected(), reject);
    });
  } finally {
    // Destroyed, not given back: it listens, and nobody else wants that.
    client.release(true);
  }
}
