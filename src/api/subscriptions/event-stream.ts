/** The event stream of one subscription: missed events first, then live events. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../domain/sessions/caller';
import { Refusal } from '../../domain/errors/errors';
import { foreignCursor } from '../../domain/events/event-cursor';
import type { EventFeed } from '../graphql/schema/subscriptions';
import { FEED_PAGE, readFeed, type FeedPage } from '../../database/events/feed';
import { newestSequence, type StoredEvent } from '../../database/events/event-log';
import { isTransient } from '../../database/connection/transient';
import { watchAttention } from './attention-stream';
import { cancellableIterator } from './cancellation';
import type { PrincipalChannel } from './channel';
import { ExecutedEvent, ExecutionInterrupted, RETRY_MS } from './event-execution';
import { closeCodes, type SocketConnection } from './socket-connection';
import { Subscriber, type SubscriptionPlan } from './subscriber';
import { watchState } from './polling';
import type { StreamDeps } from './subscription-hub';

const UNBOUND = 'You are no longer bound to a principal of this subscription.';
const SUBSCRIBE_AGAIN = 'Subscribe again to follow the principals to which you are bound.';

/** Creates the source of events for one subscription. */
export function createEventStream(
  deps: StreamDeps,
  connection: SocketConnection,
  caller: Caller,
  plan: SubscriptionPlan,
): EventFeed {
  const humanId = caller.kind === 'console' ? (caller.human?.humanId ?? null) : null;
  return {
    watch: (read) => watchState(deps.store, deps.log, read),
    watchAttention(principalId, read) {
      const authorization = { credentialId: caller.credentialId, humanId, principalId };
      const source = { read: () => read(plan.createContext()), execute: plan.execute };
      return watchAttention(deps, connection, authorization, source);
    },
    async follow({ principalId, types, matches, after }) {
      const head = await newestSequence(deps.store, principalId);
      const position = after ?? head;
      // The log never issued such a cursor. Waiting for it would skip the events until then.
      if (position > head) throw foreignCursor();
      const authorization = { credentialId: caller.credentialId, humanId, principalId };
      const subscribe = (channel: PrincipalChannel): Subscriber =>
        new Subscriber(connection, plan, channel, authorization, { types, matches }, head, position);
      return cancellableIterator((signal) => readEvents(deps, principalId, subscribe, signal));
    },
  };
}

/**
 * Yields the results of the missed events, and attaches the subscriber to its channel whenever it has caught up.
 *
 * Both ways read the log after the subscriber's position. Notifications are hints, so no event is lost or sent twice
 * between catching up and live delivery. Live events do not pass through this generator: the channel sends them. An event
 * is executed before the position moves, so that it is read and executed again after a moment without the database.
 */
async function* readEvents(
  deps: StreamDeps,
  principalId: string,
  subscribe: (channel: PrincipalChannel) => Subscriber,
  signal: AbortSignal,
): AsyncGenerator<ExecutedEvent, void> {
  const { channel, release } = deps.hub.channelFor(principalId);
  const subscriber = subscribe(channel);
  const { connection } = subscriber;
  connection.subscriptions.add(subscriber);
  deps.services.metrics.subscriptionBegun();
  channel.advanceHead(subscriber.startHead);
  try {
    while (!signal.aborted) {
      const page = await nextPage(deps, subscriber, signal);
      if (page === undefined) continue;
      if (page.credentialRevoked) {
        connection.close(closeCodes.revoked, 'Credential revoked');
        return;
      }
      if (page.bindingRemoved) throw new Refusal('principal_access_denied', UNBOUND, {}, SUBSCRIBE_AGAIN);
      channel.advanceHead(page.head);
      const isPageSent = yield* sendPage(deps, subscriber, page.events, signal);
      if (isPageSent) {
        // A page below the limit was the rest: events of other types up to the head are skipped.
        if (page.events.length < FEED_PAGE && subscriber.position < page.head) subscriber.position = page.head;
        await channel.waitForLiveEvents(subscriber, signal);
      }
      await connection.ackWindow.waitForCapacity(signal);
    }
  } finally {
    connection.subscriptions.delete(subscriber);
    deps.services.metrics.subscriptionEnded();
    release();
  }
}

/** Yields the results of a page's events. Returns false when it stopped before the end. */
async function* sendPage(
  deps: StreamDeps,
  subscriber: Subscriber,
  events: readonly StoredEvent[],
  signal: AbortSignal,
): AsyncGenerator<ExecutedEvent, boolean> {
  const { ackWindow } = subscriber.connection;
  for (const event of events) {
    if (signal.aborted) return false;
    if (subscriber.filter.matches?.(event) === false) {
      subscriber.position = event.sequence;
      continue;
    }
    const executed = await executeForPage(deps, subscriber, event, signal);
    // The authorization may have ended since the page was read.
    if (!executed) return false;
    subscriber.position = event.sequence;
    yield executed;
    // The consumer asks for the next event after this one was sent.
    ackWindow.recordSent(1);
    if (event.sequence > subscriber.startHead) subscriber.plan.onSent(event);
    // After a long wait the rest of the page is read again, because the authorization may have ended.
    if (ackWindow.isFull) return false;
  }
  return true;
}

/** Executes an event. Undefined: the database was busy or unreachable, and the caller reads the event again. */
async function executeForPage(
  { log }: StreamDeps,
  { plan, attempts }: Subscriber,
  event: StoredEvent,
  signal: AbortSignal,
): Promise<ExecutedEvent | undefined> {
  try {
    return new ExecutedEvent(await plan.execute(event));
  } catch (error) {
    if (!(error instanceof ExecutionInterrupted)) throw error;
    if (!attempts.mayRepeat(event.sequence)) return new ExecutedEvent(error.result);
    log.warn({ errors: error.result.errors }, 'an event could not be sent; trying again');
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    return undefined;
  }
}

/** Reads the next page. Undefined: the database was unreachable, and the caller tries again. */
async function nextPage(
  { store, log }: StreamDeps,
  { authorization, position, filter: { types } }: Subscriber,
  signal: AbortSignal,
): Promise<FeedPage | undefined> {
  try {
    return await readFeed(store, { ...authorization, after: position, types });
  } catch (error) {
    if (!isTransient(error)) throw error;
    log.warn({ err: error }, 'events could not be read; trying again');
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
    return undefined;
  }
}
