import type { Log } from '../../operations/ports';
import { EVENTS_CHANNEL, parseHeads, newestSequences } from '../../database/events/event-log';
import { REVOKED_CHANNEL, filterRevoked } from '../../database/events/feed';
import type { Db } from '../../database/transactions/statement';
import { openListener, type Listener } from '../../database/connection/listener';
import type { Database } from '../../database/transactions/database';
import { Live } from './event-dispatcher';
import { Room } from './channel';

// Nothing depends on notifications: without them readers hear of news, and of revocations, by this.
const POLL_MS = 1_000;

/**
 * What one process hears from the database: one listening connection and one poll for all of its sockets. Rooms of
 * principals are told that there may be more to read; guards of credentials end what a revoked one opened.
 */
export class Hub {
  private readonly rooms = new Map<string, { room: Room; readers: number }>();
  private readonly live: Live;
  private readonly guards = new Map<string, Set<() => void>>();
  private readonly suspects = new Set<string>();
  private checking: Promise<void> | undefined;
  private readonly ticks = new Set<() => void>();
  private listening: Listener | undefined;
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | undefined;

  constructor(
    private readonly store: Database,
    private readonly log: Log,
    private readonly pollMs = POLL_MS,
  ) {
    this.live = new Live(store, log);
  }

  start(): void {
    this.listening ??= openListener(this.store, {
      channels: {
        [EVENTS_CHANNEL]: (heads) => parseHeads(heads).forEach(([id, head]) => this.rooms.get(id)?.room.rose(head)),
        [REVOKED_CHANNEL]: (ids) => this.told(ids.split(',')),
      },
      // Whatever was told while nobody listened.
      connected: () => this.pollNow(),
      lost: (error) => this.log.warn({ err: error }, 'the listening connection was lost; polling until it is back'),
    });
    this.timer ??= setInterval(() => this.pollNow(), this.pollMs);
  }

  /** The room of a principal, to be released once. */
  room(principalId: string): { readonly room: Room; readonly release: () => void } {
    const entry = this.rooms.get(principalId) ?? {
      room: new Room(principalId, (room) => this.live.due(room)),
      readers: 0,
    };
    this.rooms.set(principalId, entry);
    entry.readers += 1;
    const release = (): void => {
      entry.readers -= 1;
      if (entry.readers === 0) this.rooms.delete(principalId);
    };
    return { room: entry.room, release };
  }

  /** Calls `revoked` once the credential is; answers how to take the guard away. */
  guard(credentialId: string, revoked: () => void): () => void {
    const guards = this.guards.get(credentialId) ?? new Set();
    this.guards.set(credentialId, guards);
    guards.add(revoked);
    return () => {
      guards.delete(revoked);
      if (guards.size === 0 && this.guards.get(credentialId) === guards) this.guards.delete(credentialId);
    };
  }

  /** Calls `tick` after every poll. */
  onTick(tick: () => void): void {
    this.ticks.add(tick);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    // What is being looked up goes over the listening connection.
    await Promise.all([this.polling, this.checking, this.live.stop()]);
    await this.listening?.stop();
    this.listening = undefined;
  }

  /** What is looked at here must not wait behind the requests of a busy process. */
  private get own(): Db {
    return this.listening ?? this.store;
  }

  /** One poll at a time: those of a slow database do not pile up. */
  private pollNow(): void {
    this.polling ??= this.poll().finally(() => (this.polling = undefined));
  }

  private async poll(): Promise<void> {
    await Promise.all([this.checkHeads(), this.checkCredentials([...this.guards.keys()])]);
    for (const tick of this.ticks) tick();
  }

  private async checkHeads(): Promise<void> {
    if (this.rooms.size === 0) return;
    try {
      const heads = await newestSequences(this.own, [...this.rooms.keys()]);
      for (const [principalId, head] of heads) this.rooms.get(principalId)?.room.rose(head);
    } catch (error) {
      this.log.warn({ err: error }, 'the event log could not be polled');
    }
  }

  /** Told of many at once, they are looked at together. */
  private told(credentialIds: readonly string[]): void {
    for (const id of credentialIds) this.suspects.add(id);
    this.checking ??= this.checkSuspects().finally(() => (this.checking = undefined));
  }

  private async checkSuspects(): Promise<void> {
    while (this.suspects.size > 0) {
      const ids = [...this.suspects];
      this.suspects.clear();
      await this.checkCredentials(ids);
    }
  }

  /** A notification alone ends nothing: what counts is the row. */
  private async checkCredentials(ids: readonly string[]): Promise<void> {
    const guarded = ids.filter((id) => this.guards.has(id));
    if (guarded.length === 0) return;
    try {
      for (const id of await filterRevoked(this.own, guarded)) {
        for (const revoked of [...(this.guards.get(id) ?? [])]) revoked();
      }
    } catch (error) {
      this.log.warn({ err: error }, 'credentials of open sockets could not be checked');
    }
  }
}
