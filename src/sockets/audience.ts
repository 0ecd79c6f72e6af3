import { setImmediate as turn } from 'node:timers/promises';
import type { FormattedExecutionResult } from 'graphql';
import type { EventType } from '../domain/effects';
import type { StoredEvent } from '../store/event-log';
import type { Right } from '../store/feed';
import { NextFrames } from './frame';
import type { Place, Session } from './session';

/** What a subscription may have in common with others: subscribers of one key are answered alike. */
export interface Share {
  /** The subscription's own id, as JSON text. */
  readonly id: string;
  /** Document, variables and whose view: subscribers of the same key have the same answers. */
  readonly key: string;
  /** The payload of the `next` message for an event. */
  readonly answer: (event: StoredEvent) => Promise<FormattedExecutionResult>;
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
    public right: Right,
    readonly types: readonly EventType[] | undefined,
    /** The newest event when it subscribed: what it missed before does not count as being behind. */
    readonly begun: bigint,
    /** The sequence of the event given last. */
    public position: bigint,
  ) {}
}

/** Those of a room who are answered alike: each event is executed once, and framed once but for the subscription's id. */
export class Audience {
  readonly seats = new Set<Seat>();

  constructor(
    private readonly types: readonly EventType[] | undefined,
    private readonly share: Pick<Share, 'answer' | 'sent'>,
  ) {}

  /** Gives the events to the seats taken before the round, in order. `lost`: who may hear nothing any more. */
  async give(events: readonly StoredEvent[], round: number, lost: ReadonlySet<Right>): Promise<void> {
    if (lost.size > 0) for (const seat of this.seats) if (lost.has(seat.right)) seat.leave();
    for (const event of events) {
      if (this.seats.size === 0) return;
      if (this.types && !this.types.includes(event.type)) continue;
      const frames = new NextFrames(JSON.stringify(await this.share.answer(event)));
      let written = 0;
      for (const seat of this.seats) {
        if (seat.since >= round || seat.position >= event.sequence) continue;
        giveOne(seat, event.sequence, frames);
        written += 1;
        if (written % AT_ONCE === 0) await turn();
      }
      if (written > 0) this.share.sent(event);
    }
  }
}

function giveOne(seat: Seat, sequence: bigint, frames: NextFrames): void {
  const { session } = seat;
  if (!session.open) return;
  if (session.buffered > BUFFERED_BYTES) {
    seat.leave();
    return;
  }
  session.write(frames.of(seat.share.id));
  if (session.buffered > 0) frames.keep();
  seat.position = sequence;
  session.flow.sentOne();
  if (session.flow.full) seat.leave();
}
