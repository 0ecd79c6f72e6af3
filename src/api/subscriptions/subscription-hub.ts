/** The database side of all subscriptions of one process. */
import type { Services } from '../../operations/context';
import type { Log } from '../../operations/ports';
import { EVENTS_CHANNEL, parseHeads, newestSequences } from '../../database/events/event-log';
import { REVOKED_CHANNEL } from '../../database/events/feed';
import type { Db } from '../../database/transactions/statement';
import { type Listener, openListener } from '../../database/connection/listener';
import type { Database } from '../../database/transactions/database';
import { AttentionPoller } from './attention-poller';
import { CredentialWatcher } from './credential-watcher';
import { EventDispatcher } from './event-dispatcher';
import { PrincipalChannel } from './channel';

// A lost notification delays an event or a revocation by at most one poll.
const POLL_MS = 1_000;

/** The parts that the streams of subscriptions need. */
export interface StreamDeps {
  readonly store: Database;
  readonly hub: SubscriptionHub;
  readonly log: Log;
  readonly services: Pick<Services, 'metrics'>;
}

/**
 * One listening connection and one poll for all sockets of a process.
 *
 * Both tell the channels about new events, and the credential watcher about revocations.
 *
 * States: created → started → stopped, by `start` and `stop`.
 */
export class SubscriptionHub {
  readonly credentials: CredentialWatcher;
  readonly attention: AttentionPoller;
  private readonly channels = new Map<string, { readonly channel: PrincipalChannel; users: number }>();
  private readonly dispatcher: EventDispatcher;
  private readonly pollListeners = new Set<() => void>();
  private listening: Listener | undefined;
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | undefined;

  constructor(
    private readonly store: Database,
    private readonly log: Log,
    private readonly pollMs = POLL_MS,
  ) {
    this.dispatcher = new EventDispatcher(store, log);
    this.attention = new AttentionPoller(store, log);
    this.credentials = new CredentialWatcher(() => this.ownConnection, log);
  }

  start(): void {
    this.listening ??= openListener(this.store, {
      channels: {
        [EVENTS_CHANNEL]: (payload) => {
          for (const [principalId, head] of parseHeads(payload)) this.advanceHead(principalId, head);
        },
        [REVOKED_CHANNEL]: (payload) => this.credentials.handleNotification(payload.split(',')),
      },
      // Notifications before the connection were missed.
      connected: () => this.pollNow(),
      lost: (error) => this.log.warn({ err: error }, 'the listening connection was lost; polling until it is back'),
    });
    this.timer ??= setInterval(() => this.pollNow(), this.pollMs);
  }

  /** Returns the channel of a principal. The caller calls `release` once. */
  channelFor(principalId: string): { readonly channel: PrincipalChannel; readonly release: () => void } {
    const entry = this.channels.get(principalId) ?? {
      channel: new PrincipalChannel(principalId, (channel) => this.dispatcher.enqueue(channel)),
      users: 0,
    };
    this.channels.set(principalId, entry);
    entry.users += 1;
    const release = (): void => {
      entry.users -= 1;
      if (entry.users === 0) this.channels.delete(principalId);
    };
    return { channel: entry.channel, release };
  }

  /** Registers a function that is called after every poll. */
  onPoll(listener: () => void): void {
    this.pollListeners.add(listener);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    // Polls and checks use the listening connection, so it stops last.
    await Promise.all([this.polling, this.credentials.waitUntilIdle(), this.dispatcher.stop(), this.attention.stop()]);
    await this.listening?.stop();
    this.listening = undefined;
  }

  /** The listening connection: the pool would make a poll wait behind the requests of a busy process. */
  private get ownConnection(): Db {
    return this.listening ?? this.store;
  }

  private advanceHead(principalId: string, head: bigint): void {
    this.channels.get(principalId)?.channel.advanceHead(head);
  }

  /** Starts a poll, unless one is in progress: polls of a slow database do not pile up. */
  private pollNow(): void {
    this.polling ??= this.poll().finally(() => (this.polling = undefined));
  }

  private async poll(): Promise<void> {
    await Promise.all([this.pollHeads(), this.credentials.checkAll()]);
    for (const listener of this.pollListeners) listener();
  }

  private async pollHeads(): Promise<void> {
    if (this.channels.size === 0) return;
    try {
      const heads = await newestSequences(this.ownConnection, [...this.channels.keys()]);
      for (const [principalId, head] of heads) this.advanceHead(principalId, head);
    } catch (error) {
      this.log.warn({ err: error }, 'the event log could not be polled');
    }
  }
}
