import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../operations/ports';
import { readChannels, type ChannelsPage, ChannelReadPlan } from '../../database/events/feed';
import { isTransient } from '../../database/connection/transient';
import type { Database } from '../../database/transactions/database';
import type { Room, Round } from './channel';

const AGAIN_MS = 1_000;

/** A room that is read for, and the place it was at. */
interface Begun {
  readonly room: Room;
  readonly round: Round;
  readonly after: bigint;
}

/** A statement under way. */
interface Read {
  readonly begun: readonly Begun[];
  /** The most events of a room. */
  readonly limit: number;
  /** Undefined: it could not be read, and the rounds are over. */
  readonly page: Promise<ChannelsPage | undefined>;
}

/**
 * Reads for the rooms: one statement at a time for all that are due, so that the more there is to do, the more is done
 * at once. Rooms are served side by side: a costly view of one holds up no other.
 */
export class Live {
  private readonly waiting = new Set<Room>();
  private reading: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly store: Database,
    private readonly log: Log,
  ) {}

  due(room: Room): void {
    this.waiting.add(room);
    if (!this.stopped) this.reading ??= this.readAll();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.waiting.clear();
    await this.reading;
  }

  private async readAll(): Promise<void> {
    // Notifications come many at a time, and one names many rooms: the first of them is not read for alone.
    await turn();
    try {
      for (let read = this.read(); read !== undefined;) {
        const { begun, limit, page } = read;
        const rooms = await page;
        // PostgreSQL reads on while what it has read is given.
        read = this.read();
        if (rooms) for (const { room, round } of begun) void this.serve(room, round, rooms, limit);
      }
    } finally {
      // Not a turn later: whoever is due from now on begins anew.
      this.reading = undefined;
    }
  }

  /** Begins to read for as many rooms as one statement can; undefined where none is due. */
  private read(): Read | undefined {
    if (this.stopped) return undefined;
    const begun: Begun[] = [];
    const size = new ChannelReadPlan();
    for (const room of this.waiting) {
      if (size.full) break;
      this.waiting.delete(room);
      if (!room.isDue) continue;
      const after = room.position;
      size.add(room.head - after);
      begun.push({ room, round: room.begin(), after });
    }
    if (begun.length === 0) return undefined;
    const { limit } = size;
    return { begun, limit, page: this.pageOf(begun, limit) };
  }

  private async pageOf(begun: readonly Begun[], limit: number): Promise<ChannelsPage | undefined> {
    try {
      const places = begun.map(({ room: { principalId }, after }) => ({ principalId, after }));
      const rights = begun.flatMap(({ round }) => round.rights);
      return await readChannels(this.store, places, rights, limit);
    } catch (error) {
      await this.failed(begun, error);
      return undefined;
    }
  }

  private async serve(room: Room, round: Round, { events, lost }: ChannelsPage, limit: number): Promise<void> {
    const own = events.get(room.principalId) ?? [];
    const last = own.at(-1)?.sequence ?? room.position;
    // A page that is not full has all there was, so everything known of when it was asked for.
    const position = own.length < limit && round.head > last ? round.head : last;
    try {
      await room.serve(round, own, position, lost);
    } catch (error) {
      this.log.error({ err: error }, 'events could not be given to their sockets');
      room.dissolve();
    }
    room.end();
  }

  private async failed(begun: readonly Begun[], error: unknown): Promise<void> {
    if (isTransient(error)) {
      this.log.warn({ err: error }, 'events could not be read; trying again');
      await sleep(AGAIN_MS, undefined, { ref: false });
    } else {
      this.log.error({ err: error }, 'events could not be read for their sockets');
      for (const { room } of begun) room.dissolve();
    }
    for (const { room } of begun) room.end();
  }
}
