import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../operations/ports';
import { eventsOfEach, readRooms, ROOMS_AT_ONCE, type RoomsPage } from '../store/feed';
import { isTransient } from '../store/transient';
import type { Store } from '../store/tx';
import type { Room, Round } from './room';

const AGAIN_MS = 1_000;

/**
 * Reads for the rooms: one statement at a time for all that are due, so that the more there is to do, the more is done
 * at once. Rooms are served side by side: a costly view of one holds up no other.
 */
export class Live {
  private readonly waiting = new Set<Room>();
  private reading: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly store: Store,
    private readonly log: Log,
  ) {}

  due(room: Room): void {
    this.waiting.add(room);
    if (!this.stopped) this.reading ??= this.readAll().finally(() => (this.reading = undefined));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.waiting.clear();
    await this.reading;
  }

  private async readAll(): Promise<void> {
    // One notification names many rooms: the first of them is not read for alone.
    await Promise.resolve();
    while (this.waiting.size > 0 && !this.stopped) {
      const rooms = [...this.waiting].slice(0, ROOMS_AT_ONCE);
      for (const room of rooms) this.waiting.delete(room);
      const due = rooms.filter((room) => room.isDue);
      if (due.length > 0) await this.round(due);
    }
  }

  private async round(rooms: readonly Room[]): Promise<void> {
    const begun = rooms.map((room) => ({ room, round: room.begin(), after: room.position }));
    const limit = eventsOfEach(rooms.length);
    try {
      const places = begun.map(({ room: { principalId }, after }) => ({ principalId, after }));
      const rights = begun.flatMap(({ round }) => round.rights);
      const page = await readRooms(this.store, places, rights, limit);
      for (const { room, round } of begun) void this.serve(room, round, page, limit);
    } catch (error) {
      await this.failed(rooms, error);
    }
  }

  private async serve(room: Room, round: Round, { events, lost }: RoomsPage, limit: number): Promise<void> {
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

  private async failed(rooms: readonly Room[], error: unknown): Promise<void> {
    if (isTransient(error)) {
      this.log.warn({ err: error }, 'events could not be read; trying again');
      await sleep(AGAIN_MS, undefined, { ref: false });
    } else {
      this.log.error({ err: error }, 'events could not be read for their sockets');
      for (const room of rooms) room.dissolve();
    }
    for (const room of rooms) room.end();
  }
}
