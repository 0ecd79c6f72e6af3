import type { Caller } from '../../domain/sessions/caller';
import { invalid, Refusal } from '../../domain/errors/errors';
import type { EventFeed } from '../graphql/schema/subscriptions';
import type { Services } from '../../operations/context';
import type { Log } from '../../operations/ports';
import { FEED_PAGE, readFeed, type FeedPage } from '../../database/events/feed';
import { newestSequence, type StoredEvent } from '../../database/events/event-log';
import { isTransient } from '../../database/connection/transient';
import type { Database } from '../../database/transactions/database';
import { Seat, type Share } from './subscriber-group';
import type { Hub } from './hub';
import { type End, endable } from './cancellation';
import type { Room } from './channel';
import { closeCodes, type Session } from './socket-connection';

const AGAIN_MS = 1_000;

export interface FollowDeps {
  readonly store: Database;
  readonly hub: Hub;
  readonly log: Log;
  readonly services: Pick<Services, 'metrics'>;
}

/** The events of one subscription of a socket. */
export function feedOf(deps: FollowDeps, session: Session, caller: Caller, share: Share): EventFeed {
  const humanId = caller.kind === 'console' ? (caller.human?.humanId ?? null) : null;
  return {
    async follow({ principalId, types, after }) {
      const head = await newestSequence(deps.store, principalId);
      const position = after ?? head;
      // Nobody was ever given such a cursor of this log; waiting for it would swallow what comes until then.
      if (position > head) throw invalid([{ pointer: '/after', detail: 'is no cursor of this principal’s events' }]);
      const right = { credentialId: caller.credentialId, humanId, principalId };
      const take = (room: Room): Seat => new Seat(session, share, room, right, types, head, position);
      return endable((end) => read(deps, principalId, take, end));
    },
  };
}

/**
 * Missed or live, an event comes out of the log by its sequence, and what wakes the reader is a hint: so there is no
 * seam at which one could be missed or doubled. Whoever has caught up takes a seat in the principal's room, and what
 * is live is read, executed and framed once for all who are there.
 */
async function* read(
  deps: FollowDeps,
  principalId: string,
  take: (room: Room) => Seat,
  end: End,
): AsyncGenerator<StoredEvent, void> {
  const { room, release } = deps.hub.room(principalId);
  const seat = take(room);
  const { session } = seat;
  session.seats.add(seat);
  deps.services.metrics.subscriptionBegun();
  room.rose(seat.begun);
  try {
    while (!end.ended) {
      const page = await nextPage(deps, seat, end);
      if (page === undefined) continue;
      if (page.credentialRevoked) {
        session.close(closeCodes.revoked, 'Credential revoked');
        return;
      }
      if (page.bindingRemoved) throw new Refusal('principal_access_denied');
      room.rose(page.head);
      const whole = yield* give(seat, page.events, end);
      // A page that is not full was the rest, of these types: the others up to the head are passed over.
      if (whole && page.events.length < FEED_PAGE && seat.position < page.head) seat.position = page.head;
      if (whole) await room.stay(seat, end);
      await session.flow.room(end);
    }
  } finally {
    session.seats.delete(seat);
    deps.services.metrics.subscriptionEnded();
    release();
  }
}

/** Gives a page's events; false when it stopped halfway. */
function* give(seat: Seat, events: readonly StoredEvent[], end: End): Generator<StoredEvent, boolean> {
  const { flow } = seat.session;
  for (const event of events) {
    if (end.ended) return false;
    seat.position = event.sequence;
    yield event;
    // Asked for the next one: this one is on its way.
    flow.sentSome(1);
    if (event.sequence > seat.begun) seat.share.sent(event);
    // What was read before a long wait is read again, with the right to it.
    if (flow.full) return false;
  }
  return true;
}

/** Undefined when the database was away for a while: a reader has nothing to do but try again. */
async function nextPage(
  { store, log }: FollowDeps,
  { right, position, types }: Seat,
  end: End,
): Promise<FeedPage | undefined> {
  try {
    return await readFeed(store, { ...right, after: position, types });
  } catch (error) {
    if (!isTransient(error)) throw error;
    log.warn({ err: error }, 'events could not be read; trying again');
    await pause(end);
    return undefined;
  }
}

/** A while, or until the reader has ended. */
async function pause(end: End): Promise<void> {
  if (end.ended) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, AGAIN_MS);
    end.onEnd(() => {
      clearTimeout(timer);
      resolve();
    });
  });
  end.onEnd(undefined);
}
