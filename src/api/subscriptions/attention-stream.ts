/** The stream of one subscription to what waits for a principal. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../domain/errors/errors';
import { isTransient } from '../../database/connection/transient';
import { readFeed, type SubscriberAuthorization } from '../../database/events/feed';
import { cancellableIterator } from './cancellation';
import { closeCodes, type SocketConnection } from './socket-connection';
import type { StreamDeps, SubscriptionHub } from './subscription-hub';

const MIN_PERIOD_MS = 1_000;
/** No event is read after this sequence: only the authorization is. */
const LAST_SEQUENCE = 2n ** 63n - 1n;

/** Yields a list at once, and again after each change of its JSON: at most once a second. */
export function watchAttention<T>(
  deps: StreamDeps,
  connection: SocketConnection,
  authorization: SubscriberAuthorization,
  read: () => Promise<T>,
): AsyncIterable<T> {
  return cancellableIterator(async function* (signal): AsyncGenerator<T, void> {
    const { metrics } = deps.services;
    metrics.subscriptionBegun();
    try {
      yield* changes(deps, connection, authorization, read, signal);
    } finally {
      metrics.subscriptionEnded();
    }
  });
}

async function* changes<T>(
  deps: StreamDeps,
  connection: SocketConnection,
  authorization: SubscriberAuthorization,
  read: () => Promise<T>,
  signal: AbortSignal,
): AsyncGenerator<T, void> {
  let sent: string | undefined;
  let mark: string | undefined;
  while (!signal.aborted) {
    const found = await readAuthorized(deps, authorization, read);
    if (found === 'revoked') {
      connection.close(closeCodes.revoked, 'Credential revoked');
      return;
    }
    const text = found && JSON.stringify(found.list);
    if (found && text !== sent) {
      sent = text;
      yield found.list;
      // The consumer asks for the next list after this one was sent.
      connection.ackWindow.recordSent(1);
      await sleep(MIN_PERIOD_MS, undefined, { signal, ref: false }).catch(() => undefined);
      await connection.ackWindow.waitForCapacity(signal);
    }
    mark = await nextMark(deps.hub, authorization, found ? mark : undefined, signal);
  }
}

/** Waits until a poll finds another mark, or a lost authorization. */
async function nextMark(
  { attention }: SubscriptionHub,
  authorization: SubscriberAuthorization,
  mark: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (;;) {
    const poll = await attention.next(authorization, signal);
    if (!poll || poll.isLost || poll.mark !== mark) return poll?.mark;
  }
}

/**
 * Reads the list, and then the authorization: no list leaves that was read after its end.
 * Undefined: the database was unreachable, and the caller tries again.
 * @throws Refusal 403 `principal_access_denied` for a removed binding
 */
async function readAuthorized<T>(
  { store, log }: StreamDeps,
  authorization: SubscriberAuthorization,
  read: () => Promise<T>,
): Promise<{ readonly list: T } | 'revoked' | undefined> {
  try {
    const list = await read();
    const { credentialRevoked, bindingRemoved } = await readFeed(store, {
      ...authorization,
      after: LAST_SEQUENCE,
      types: undefined,
    });
    if (bindingRemoved && !credentialRevoked) throw new Refusal('principal_access_denied');
    return credentialRevoked ? 'revoked' : { list };
  } catch (error) {
    if (!isTransient(error)) throw error;
    log.warn({ err: error }, 'what waits could not be read; trying again');
    return undefined;
  }
}
