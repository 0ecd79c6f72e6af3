import 'reflect-metadata';
import { Pool } from 'undici';
import { leaseSeconds } from '../../../src/domain/events/webhook';
import { openListener } from '../../../src/database/connection/listener';
import { openDatabase } from '../../../src/database/connection/open';
import type { Database } from '../../../src/database/transactions/database';
import {
  type Acknowledgement,
  type ClaimedDelivery,
  acknowledgeAndClaim,
} from '../../../src/database/repositories/webhook-batch';
import { WORK_CHANNEL } from '../../../src/database/connection/worker-notifications';
import { CLAIM_BATCH, WRITE_BATCH } from '../../../src/workers/webhooks/sender';
import { post } from './post';

/**
 * Runs in a process of its own: the turns that the service's worker takes, by the same statement, and what they claim sent
 * by an undici pool alone. No address is vetted, no secret opened, nothing counted or logged, no endpoint spared; what fails
 * is not tried again but ends the process.
 */
export interface Deliver {
  /** Of the database. */
  readonly databaseUrl: string;
  /** Of the receiver. */
  readonly url: string;
  readonly connections: number;
}

// With the timeout that is the service's default.
const LEASE_SECONDS = leaseSeconds(15);

class Deliveries {
  /** Until the next turns write them. */
  private readonly arrived: Acknowledgement[] = [];
  private inFlight = 0;
  private mayBeDue = false;
  private goOn: () => void = () => undefined;

  constructor(
    private readonly store: Database,
    private readonly pool: Pool,
  ) {}

  notify(): void {
    this.mayBeDue = true;
    this.goOn();
  }

  /** Turn after turn, for as long as the process lives. */
  async deliver(): Promise<never> {
    for (;;) {
      while (!this.isTurn()) await new Promise<void>((resolve) => (this.goOn = resolve));
      const arrivals = this.arrived.splice(0, WRITE_BATCH);
      const input = { acknowledgements: arrivals, endpoints: CLAIM_BATCH, leaseSeconds: LEASE_SECONDS };
      this.mayBeDue = false;
      const { claimed, at, more, staleClaims: staleClaims } = await acknowledgeAndClaim(this.store, input);
      if (staleClaims.size > 0) throw new Error(`${String(staleClaims.size)} arrivals were not written`);
      this.mayBeDue ||= more;
      this.inFlight += claimed.length;
      // The statement of the next turn goes out first, as the service's does.
      setImmediate(() => {
        for (const one of claimed) void this.send(one, at);
      });
    }
  }

  /** Half is written while the other half is being sent; the last ones are, however few. */
  private isTurn(): boolean {
    const { length } = this.arrived;
    return this.mayBeDue || length >= WRITE_BATCH || (length > 0 && this.inFlight === 0);
  }

  private async send(claimed: ClaimedDelivery, attemptedAt: Date): Promise<void> {
    const begun = performance.now();
    const status = await post(this.pool, `evt_${claimed.eventId}`, claimed.payload);
    const durationMs = Math.round(performance.now() - begun);
    this.arrived.push({ claimed, attemptedAt, status, durationMs, response: null });
    this.inFlight -= 1;
    if (this.isTurn()) this.goOn();
  }
}

async function begin({ databaseUrl, url, connections }: Deliver): Promise<void> {
  // One connection for the turns, one that listens.
  const store = await openDatabase({ url: databaseUrl, poolSize: 2 });
  const deliveries = new Deliveries(store, new Pool(url, { connections }));
  openListener(store, {
    channels: { [WORK_CHANNEL]: () => deliveries.notify() },
    connected: () => process.send?.({ listening: true }),
    lost: (error) => {
      throw error;
    },
  });
  await deliveries.deliver();
}

process.on('message', (message: Deliver) => void begin(message));
process.on('disconnect', () => process.exit());
