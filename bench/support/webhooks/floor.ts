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
import { CLAIM_BATCH, WRITE_BATCH } from '../../../src/workers/webhooks/delivery';
import { post } from './post';

/**
 * Repeats the batches of the service's worker in its own process, with the same statement. An undici pool alone sends
 * the claimed deliveries. It checks no address, decrypts no secret, counts and logs nothing and limits no endpoint. A
 * failure ends the process instead of a retry.
 */
export interface Deliver {
  /** Address of the database. */
  readonly databaseUrl: string;
  /** Address of the receiver. */
  readonly url: string;
  readonly connections: number;
}

// Uses the default timeout of the service.
const LEASE_SECONDS = leaseSeconds(15);

class Deliveries {
  /** Responses that the next batches write. */
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

  /** Runs batch after batch, as long as the process lives. */
  async deliver(): Promise<never> {
    for (;;) {
      while (!this.isTurn()) await new Promise<void>((resolve) => (this.goOn = resolve));
      const arrivals = this.arrived.splice(0, WRITE_BATCH);
      const input = { acknowledgements: arrivals, maxEndpoints: CLAIM_BATCH, leaseSeconds: LEASE_SECONDS };
      this.mayBeDue = false;
      const { claimed, at, more, staleClaims: staleClaims } = await acknowledgeAndClaim(this.store, input);
      if (staleClaims.size > 0) throw new Error(`${String(staleClaims.size)} arrivals were not written`);
      this.mayBeDue ||= more;
      this.inFlight += claimed.length;
      // Sends the statement of the next batch first, as the service does.
      setImmediate(() => {
        for (const one of claimed) void this.send(one, at);
      });
    }
  }

  /** Writes half of the responses while the other half is being sent. Writes the last ones whatever their number. */
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
  // One connection for the batches and one that listens.
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
