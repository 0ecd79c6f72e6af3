import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../domain/caller';
import { invalid, Refusal } from '../domain/errors';
import type { EventFeed, EventWish } from '../graphql/subscriptions';
import type { Log } from '../operations/ports';
import { FEED_PAGE, readFeed, type FeedPage } from '../store/feed';
import { newestSequence, type StoredEvent } from '../store/event-log';
import { isTransient } from '../store/transient';
import type { Store } from '../store/tx';
import type { Hub } from './hub';
import { endable } from './iterators';
import { closeCodes, type Reader, type Session } from './session';

const AGAIN_MS = 1_000;

export interface FollowDeps {
  readonly store: Store;
  readonly hub: Hub;
  readonly log: Log;
}

/** The events of a socket's subscriptions. */
export function feedOf(deps: FollowDeps, session: Session, caller: Caller): EventFeed {
  return {
    async follow(wish) {
      const head = await newestSequence(deps.store, wish.principalId);
      const position = wish.after ?? head;
      // Nobody was ever given such a cursor of this log; waiting for it would swallow what comes until then.
      if (position > head) throw invalid([{ pointer: '/after', detail: 'is no cursor of this principal’s events' }]);
      return endable((end) => read(deps, session, caller, { ...wish, after: position }, head, end));
    },
  };
}

/**
 * Missed or live, an event comes out of the log by its sequence, and what wakes the reader is a hint: so there is no
 * seam at which one could be missed or doubled.
 */
async function* read(
  deps: FollowDeps,
  session: Session,
  caller: Caller,
  wish: EventWish & { readonly after: bigint },
  head: bigint,
  end: AbortSignal,
): AsyncGenerator<StoredEvent, void> {
  const subscribed = deps.hub.topic(wish.principalId);
  const { topic } = subscribed;
  const reader: Reader = { topic, begun: head, position: wish.after };
  session.readers.add(reader);
  topic.rose(head);
  try {
    while (!end.aborted) {
      const page = await nextPage(deps, caller, wish, reader.position, end);
      if (page === undefined) continue;
      if (page.revoked) {
        session.close(closeCodes.revoked, 'Credential revoked');
        return;
      }
      if (page.unbound) throw new Refusal('principal_access_denied');
      topic.rose(page.head);
      const whole = yield* give(session, reader, page.events, end);
      // A page that is not full was the rest, of these types: the others up to the head are passed over.
      if (whole && page.events.length < FEED_PAGE && reader.position < page.head) reader.position = page.head;
      await topic.beyond(reader.position, end);
    }
  } finally {
    session.readers.delete(reader);
    subscribed.release();
  }
}

/** Gives a page's events; false when it stopped halfway. */
async function* give(
  session: Session,
  reader: Reader,
  events: readonly StoredEvent[],
  end: AbortSignal,
): AsyncGenerator<StoredEvent, boolean> {
  for (const event of events) {
    if (end.aborted) return false;
    reader.position = event.sequence;
    yield event;
    // Asked for the next one: this one is on its way.
    session.flow.sentOne();
    if (!session.flow.full) continue;
    await session.flow.room(end);
    // What was read before a long wait is read again, with the right to it.
    return false;
  }
  return true;
}

/** Undefined when the database was away for a while: a reader has nothing to do but try again. */
async function nextPage(
  { store, log }: FollowDeps,
  caller: Caller,
  { principalId, types }: EventWish,
  after: bigint,
  end: AbortSignal,
): Promise<FeedPage | undefined> {
  const humanId = caller.kind === 'console' ? (caller.human?.humanId ?? null) : null;
  try {
    return await readFeed(store, { credentialId: caller.credentialId, humanId, principalId, after, types });
  } catch (error) {
    if (!isTransient(error)) throw error;
    log.warn({ err: error }, 'events could not be read; trying again');
    await sleep(AGAIN_MS, undefined, { signal: end }).catch(() => undefined);
    return undefined;
  }
}
