/** Subscriptions to a state that no event reports. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from '../../database/connection/transient';
import type { TimedDb } from '../../operations/context';
import type { Log } from '../../operations/ports';
import { cancellableIterator } from './cancellation';

const POLL_MS = 1_000;

/** Yields a state at once, and again after each change: at most once a second. */
export function watchState<T>(store: TimedDb, log: Log, read: (db: TimedDb) => Promise<T>): AsyncIterable<T> {
  return cancellableIterator((signal) => changes(store, log, read, signal));
}

async function* changes<T>(
  store: TimedDb,
  log: Log,
  read: (db: TimedDb) => Promise<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  let last: string | undefined;
  while (!signal.aborted) {
    const state = await read(store).catch((error: unknown) => {
      if (!isTransient(error)) throw error;
      log.warn({ err: error }, 'a state could not be read; trying again');
      return undefined;
    });
    const text = JSON.stringify(state);
    if (state !== undefined && text !== last) {
      last = text;
      yield state;
    }
    await sleep(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
