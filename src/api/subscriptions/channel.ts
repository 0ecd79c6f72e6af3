import type { StoredPayloadEvent } from '../../database/events/stored-payload';
import type { SubscriberAuthorization } from '../../database/events/feed';
import { Audience, type Seat } from './subscriber-group';
import type { End } from './cancellation';

/** What a round of a room was begun with. */
export interface Round {
  readonly number: number;
  /** The newest sequence known when it began: what is read now has everything up to it. */
  readonly head: bigint;
  /** Of everyone who had a seat. */
  readonly rights: readonly SubscriberAuthorization[];
}

// Whoever has more to catch up with does so alone; others who come need not wait for it.
const FAR = 100n;

/**
 * The subscribers of one principal who have heard everything up to the same place of its log. What comes then is read
 * once for all of them. Whoever is elsewhere in the log, or reads too slowly, has no seat and reads alone.
 *
 * A seat's position is never before the room's; so nobody misses what the room reads next.
 */
export class Room {
  private readonly audiences = new Map<string, Audience>();
  private readonly rights = new Map<string, { readonly right: SubscriberAuthorization; seats: number }>();
  private newest = 0n;
  private place = 0n;
  private rounds = 0;
  private serving = false;

  /** @param due is told when the log is known to go beyond the place of the room */
  constructor(
    readonly principalId: string,
    private readonly due: (room: Room) => void,
  ) {}

  /** The newest sequence known. */
  get head(): bigint {
    return this.newest;
  }

  get position(): bigint {
    return this.place;
  }

  rose(head: bigint): void {
    if (head <= this.newest) return;
    this.newest = head;
    this.look();
  }

  /** Resolves when the seat's owner has to read for itself, or has ended. */
  async stay(seat: Seat, end: End): Promise<void> {
    if (end.ended || !this.admits(seat)) return;
    if (this.audiences.size === 0) this.place = seat.position;
    await new Promise<void>((resolve) => {
      this.take(seat, () => {
        end.onEnd(undefined);
        resolve();
      });
      end.onEnd(seat.leave);
      this.look();
    });
  }

  private admits({ position }: Seat): boolean {
    return this.audiences.size === 0 ? this.newest - position <= FAR : position >= this.place;
  }

  private take(seat: Seat, left: () => void): void {
    const { key } = seat.share;
    const audience = this.audiences.get(key) ?? new Audience(seat.types, seat.share);
    this.audiences.set(key, audience);
    const release = this.hold(seat);
    seat.since = this.rounds;
    audience.seats.add(seat);
    seat.leave = () => {
      seat.leave = () => undefined;
      audience.seats.delete(seat);
      if (audience.seats.size === 0 && this.audiences.get(key) === audience) this.audiences.delete(key);
      release();
      left();
    };
  }

  /** A right is asked for once a round, however many seats it has. */
  private hold(seat: Seat): () => void {
    const key = `${seat.right.credentialId}/${seat.right.humanId ?? ''}`;
    const held = this.rights.get(key) ?? { right: seat.right, seats: 0 };
    this.rights.set(key, held);
    held.seats += 1;
    seat.right = held.right;
    return () => {
      held.seats -= 1;
      if (held.seats === 0) this.rights.delete(key);
    };
  }

  /** Whether there is something to read, and somebody to read it for. */
  get isDue(): boolean {
    return !this.serving && this.audiences.size > 0 && this.newest > this.place;
  }

  private look(): void {
    if (this.isDue) this.due(this);
  }

  /** A round begins: what is read now is for those who have a seat now. */
  begin(): Round {
    this.serving = true;
    this.rounds += 1;
    const rights = Array.from(this.rights.values(), ({ right }) => right);
    return { number: this.rounds, head: this.newest, rights };
  }

  /** Gives everyone what the round has read, of their types, in order; afterwards the room is at `position`. */
  async serve(
    round: Round,
    events: readonly StoredPayloadEvent[],
    position: bigint,
    lost: ReadonlySet<SubscriberAuthorization>,
  ): Promise<void> {
    await Promise.all(Array.from(this.audiences.values(), (audience) => audience.give(events, round.number, lost)));
    this.place = position;
    for (const { seats } of this.audiences.values()) {
      for (const seat of seats) {
        if (seat.position >= position) continue;
        // Who came meanwhile was not read for, and reads alone.
        if (seat.since < round.number) seat.position = position;
        else seat.leave();
      }
    }
  }

  /** Everyone reads alone, and meets what the room could not read. */
  dissolve(): void {
    for (const { seats } of this.audiences.values()) for (const seat of seats) seat.leave();
  }

  /** The round has ended, well or not. */
  end(): void {
    this.serving = false;
    this.look();
  }
}
