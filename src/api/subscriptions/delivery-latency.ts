import type { Metrics } from '../../operations/ports';
import type { StoredEvent } from '../../database/events/event-log';
import type { Database } from '../../database/transactions/database';

/** How long events take to their sockets: they have the database's time, what is sent has ours. */
export class Latency {
  /** The database's time at the zero of our monotonic clock, milliseconds; undefined while it is not known. */
  private zero: number | undefined;

  constructor(
    private readonly store: Pick<Database, 'now'>,
    private readonly metrics: Metrics,
  ) {}

  /** Compares the clocks; a database that is away leaves them as they were. */
  async look(): Promise<void> {
    const asked = performance.now();
    const now = await this.store.now().catch(() => undefined);
    if (now) this.zero = now.getTime() - (asked + performance.now()) / 2;
  }

  /** The event has been written to a socket, or to the last of those that share its answer. */
  sent({ createdAt }: StoredEvent): void {
    if (this.zero === undefined) return;
    this.metrics.eventSent((this.zero + performance.now() - createdAt.getTime()) / 1000);
  }
}
