/** Metric: the time from an event's commit to its socket. */
import type { Metrics } from '../../operations/ports';
import type { StoredEvent } from '../../database/events/event-log';
import type { Database } from '../../database/transactions/database';

/** Measures delivery latency, corrected for the difference between the database's clock and ours. */
export class DeliveryLatency {
  /** The database's time at zero of our monotonic clock, in milliseconds. Undefined until the clocks are compared. */
  private databaseTimeOriginMs: number | undefined;

  constructor(
    private readonly store: Pick<Database, 'now'>,
    private readonly metrics: Metrics,
  ) {}

  /** Compares the clocks. If the database is unreachable, the last comparison stays in use. */
  async compareClocks(): Promise<void> {
    const startMs = performance.now();
    const databaseTime = await this.store.now().catch(() => undefined);
    if (databaseTime) this.databaseTimeOriginMs = databaseTime.getTime() - (startMs + performance.now()) / 2;
  }

  /** Records an event that was written to the last socket of its subscriber group. */
  recordSent({ createdAt }: StoredEvent): void {
    if (this.databaseTimeOriginMs === undefined) return;
    this.metrics.eventSent((this.databaseTimeOriginMs + performance.now() - createdAt.getTime()) / 1000);
  }
}
