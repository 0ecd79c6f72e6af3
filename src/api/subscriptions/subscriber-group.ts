import { setImmediate as turn } from 'node:timers/promises';
import type { FormattedExecutionResult } from 'graphql';
import type { EventType } from '../../domain/effects';
import type { EventText } from '../graphql/execution/event-renderer';
import type { StoredEvent } from '../../database/events/event-log';
import type { StoredPayloadEvent } from '../../database/events/stored-payload';
import type { SubscriberAuthorization } from '../../database/events/feed';
import { NextFrames } from './next-frame';
import type { Place, Session } from './socket-connection';

/** What a subscription may have in common with others: subscribers of one key are answered alike. */
export interface Share {
  /** The subscription's own id, as JSON text. */
  readonly id: string;
  /** Document, variables and whose view: subscribers of the same key have the same answers. */
  readonly key: string;
  /** The payload of the `next` message for an event. */
  readonly answer: (event: StoredEvent) => Promise<FormattedExecutionResult>;
  /** The same as JSON text, where nothing has to be executed for it. */
  readonly text: EventText | undefined;
  /** A live event has been written to all who share the answer. */
  readonly sent: (event: StoredEvent) => void;
}

// So many sockets are written to before everything else has its turn: some milliseconds.
const AT_ONCE = 500;
// What may wait in a socket's buffer before it reads for itself, an event at a time, as fast as they are taken.
const BUFFERED_BYTES = 16 * 1024;

const none = (): void => undefined;

/** A subscription's place in its principal's log; in a room it is given what the room reads. */
export class Seat implements Place {
  /** The room's round in which it was taken: that round's read knows nothing of it. */
  since = 0;
  /** Gives the seat up; what follows is read by its owner alone. */
  leave: () => void = none;

  constructor(
    readonly session: Session,
    readonly share: Share,
    readonly room: Place['room'],
    /** In a room it is the room's own object: equal rights are the same. */
    public right: SubscriberAuthorization,
    readonly types: readonly EventType[] | undefined,
    /** The newest event when it subscribed: what it missed before does not count as being behind. */
    readonly begun: bigint,
    /** The sequence of the event given last. */
    public position: bigint,
  ) {}
}

/** Those of a room who are answered alike: each event is answered once, and framed once but for the subscription's id. */
export class Audience {
  readonly seats = new Set<Seat>();

  constructor(
    private readonly types: readonly EventType[] | undefined,
    private readonly share: Pick<Share, 'answer' | 'text' | 'sent'>,
  ) {}

  /** Gives the events to the seats taken before the round, in order. `lost`: who may hear nothing any more. */
  async give(
    events: readonly StoredPayloadEvent[],
    round: number,
    lost: ReadonlySet<SubscriberAuthorization>,
  ): Promise<void> {
    if (lost.size > 0) for (const seat of this.seats) if (lost.has(seat.right)) seat.leave();
    const { types } = this;
    const wanted = types ? events.filter(({ type }) => types.includes(type)) : events;
    for (let at = 0; at < wanted.length && this.seats.size > 0;) {
      const rest = wanted.slice(at);
      const texts = await this.textsOf(rest);
      const batch = rest.slice(0, texts.length);
      if ((await this.write(batch, texts, round)) > 0) for (const event of batch) this.share.sent(event);
      at += batch.length;
    }
  }

  /** The answers to the first of the events: as many as are written at once, or one that has to be executed. */
  private async textsOf(events: readonly StoredPayloadEvent[]): Promise<string[]> {
    const { text, answer } = this.share;
    const [first] = events;
    if (!text) return first ? [JSON.stringify(await answer(first))] : [];
    // By this promise every room of a round is answered before the first is written to: who reads sleeps until it is
    // written to, and waking it for each write is half of what a write costs.
    const texts: string[] = [];
    let length = 0;
    for (const event of events) {
      if (length >= BUFFERED_BYTES) break;
      const told = text(event);
      texts.push(told);
      length += told.length;
    }
    return texts;
  }

  /** To how many it was written. */
  private async write(batch: readonly StoredPayloadEvent[], texts: readonly string[], round: number): Promise<number> {
    const first = batch[0]?.sequence ?? 0n;
    const last = batch.at(-1)?.sequence ?? 0n;
    const frames = new NextFrames(texts);
    let written = 0;
    for (const seat of this.seats) {
      if (seat.since >= round || seat.position >= last) continue;
      if (seat.position < first) giveTo(seat, frames, batch.length, last);
      else {
        const rest = texts.slice(batch.findIndex(({ sequence }) => sequence > seat.position));
        giveTo(seat, new NextFrames(rest), rest.length, last);
      }
      written += 1;
      if (written % AT_ONCE === 0) await turn();
    }
    return written;
  }
}

function giveTo(seat: Seat, frames: NextFrames, count: number, position: bigint): void {
  const { session } = seat;
  if (!session.open) return;
  if (session.buffered > BUFFERED_BYTES) {
    seat.leave();
    return;
  }
  session.write(frames.of(seat.share.id));
  if (session.buffered > 0) frames.keep();
  seat.position = position;
  session.flow.sentSome(count);
  if (session.flow.full) seat.leave();
}
