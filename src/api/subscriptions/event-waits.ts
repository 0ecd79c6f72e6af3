/** Waits for events without a socket, such as those of `ats_wait` at `POST /mcp`. */
import { foreignCursor, sequenceOfCursor } from '../../domain/events/event-cursor';
import { Refusal } from '../../domain/errors/errors';
import type { PrincipalCaller } from '../../domain/sessions/caller';
import type { Metrics } from '../../operations/ports';
import { newestSequence } from '../../database/events/event-log';
import type { Db } from '../../database/transactions/statement';
import type { PrincipalChannel } from './channel';
import type { SocketLimits } from './socket-limits';
import type { SubscriptionHub } from './subscription-hub';

export interface EventWaitsDeps {
  readonly db: Db;
  readonly hub: SubscriptionHub;
  readonly limits: SocketLimits;
  readonly metrics: Pick<Metrics, 'subscriptionBegun' | 'subscriptionEnded'>;
}

/** The open waits of one process. Each counts as a socket of its caller, and holds no connection to the database. */
export class EventWaits {
  private readonly open = new Set<EventWait>();
  private readonly stopper = new AbortController();

  constructor(private readonly deps: EventWaitsDeps) {}

  /** Aborts at `stop`. */
  get stopping(): AbortSignal {
    return this.stopper.signal;
  }

  /**
   * Begins a wait after a cursor.
   * @throws RateLimited if the caller has too many sockets and waits
   * @throws Refusal 400 `validation_failed` for a text that is no cursor of the caller's events
   */
  async begin(caller: PrincipalCaller, after: string): Promise<EventWait> {
    const { hub, limits, metrics, db } = this.deps;
    const refusal = limits.refusalOf(caller);
    if (refusal) throw refusal;
    const release = limits.add(caller);
    try {
      const head = await newestSequence(db, caller.principalId);
      if (sequenceOfCursor(after) > head) throw foreignCursor();
      if (this.stopping.aborted) throw new Refusal('service_unavailable');
      const { channel, release: leave } = hub.channelFor(caller.principalId);
      channel.advanceHead(head);
      const wait = new EventWait(channel, head, () => {
        this.open.delete(wait);
        unwatch();
        leave();
        metrics.subscriptionEnded();
        release();
      });
      const unwatch = hub.credentials.onRevoked(caller.credentialId, () => wait.end());
      this.open.add(wait);
      metrics.subscriptionBegun();
      return wait;
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Ends every wait, and refuses new ones. */
  stop(): void {
    this.stopper.abort();
    for (const wait of [...this.open]) wait.end();
  }
}

/** A wait for new events of a principal. States: open → ended, by `end`. */
export class EventWait {
  private readonly ending = new AbortController();

  constructor(
    private readonly channel: PrincipalChannel,
    /** Newest sequence before the last read of the caller. */
    private seen: bigint,
    private readonly onEnd: () => void,
  ) {}

  isEnded(): boolean {
    return this.ending.signal.aborted;
  }

  /** Resolves when the principal has newer events than at the last call, or when the wait has ended. */
  async next(): Promise<void> {
    await this.channel.waitForHead(this.seen, this.ending.signal);
    this.seen = this.channel.head;
  }

  end(): void {
    if (this.isEnded()) return;
    this.ending.abort();
    this.onEnd();
  }
}
