import { MAX_CONCURRENT_ATTEMPTS } from '../../domain/events/webhook';
import { plainArray, textArray } from '../sql/arrays';
import { decode } from '../sql/codec';
import { literal, type Database } from '../transactions/database';

/** A worker's turn: what has arrived is written, what is due is claimed under leases (sql/webhooks/acknowledge.sql, claim.sql). */

/** A delivery to be tried now, and all that is needed for it. */
export interface ClaimedDelivery {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly agentId: string;
  /** Counts claims: what comes of the attempt is written only while this is still the last one. */
  readonly leaseToken: bigint;
  /** From the event to the claim, milliseconds. */
  readonly waitedMs: number;
  /** The bytes, frozen with the event. */
  readonly payload: string;
  readonly notificationUrl: string;
  readonly keyVersion: number;
  readonly secretCiphertext: Buffer;
  readonly secretKeyId: string;
}

/** A delivery that was answered with 2xx in time, while its claim may still be the last one. */
export interface Acknowledgement {
  readonly claimed: ClaimedDelivery;
  /** By the database's clock. */
  readonly attemptedAt: Date;
  readonly status: number | null;
  readonly durationMs: number;
  readonly response: Buffer | null;
}

export interface WebhookBatchRequest {
  readonly acknowledgements: readonly Acknowledgement[];
  /** Maximum number of endpoints to lock. The next batch takes the others. */
  readonly endpoints: number;
  readonly leaseSeconds: number;
}

export interface WebhookBatch {
  readonly claimed: readonly ClaimedDelivery[];
  /** Start of the batch by the database's clock. */
  readonly at: Date;
  /** Start of the batch by `performance.now()`. */
  readonly begunAt: number;
  /** Whether there may be more to claim at once. */
  readonly more: boolean;
  /** Deliveries that another worker has claimed since. Their acknowledgements do not count. */
  readonly staleClaims: ReadonlySet<string>;
  /** Written deliveries that were manual redeliveries. */
  readonly manualRedeliveries: ReadonlySet<string>;
}

interface TurnRow {
  readonly more: boolean;
  readonly unwritten: readonly string[] | null; // style-ok: the column of the SQL function
  readonly repeated: readonly string[] | null;
  readonly delivery_id: string | null;
}

/**
 * Acknowledges attempts and claims due deliveries in one transaction and one round trip.
 *
 * Endpoints that wait longest are claimed first, then those of the acknowledged attempts.
 */
export async function acknowledgeAndClaim(store: Database, request: WebhookBatchRequest): Promise<WebhookBatch> {
  let begunAt = 0;
  const { at, rows } = await store.call<TurnRow>((now) => {
    begunAt = performance.now();
    return ackAndClaim(now, request);
  });
  const [first] = rows as [TurnRow];
  return {
    claimed: rows.filter((row) => row.delivery_id !== null).map((row) => decode<ClaimedDelivery>(row)),
    at,
    begunAt,
    more: first.more,
    staleClaims: new Set(first.unwritten ?? []),
    manualRedeliveries: new Set(first.repeated ?? []),
  };
}

/**
 * One statement for both functions. The second takes the first one's result, so PostgreSQL calls them in this order.
 * Each statement inside them sees what was committed before it began.
 */
function ackAndClaim(
  now: string,
  { acknowledgements: arrivals, endpoints, leaseSeconds }: WebhookBatchRequest,
): string {
  const acknowledge = `webhook_acknowledge(${[now, ...attemptArrays(arrivals)].join(', ')})`;
  const limits = [endpoints, MAX_CONCURRENT_ATTEMPTS, leaseSeconds].join(', ');
  return `(SELECT a.unwritten, a.repeated, c.* FROM ${acknowledge} a
    CROSS JOIN LATERAL webhook_claim(${now}, ${limits}, a.endpoints, a.written) c) batch`;
}

/** The attempts as arrays side by side. */
function attemptArrays(arrivals: readonly Acknowledgement[]): string[] {
  return [
    plainArray(arrivals.map(({ claimed }) => claimed.deliveryId)),
    plainArray(arrivals.map(({ claimed }) => claimed.leaseToken)),
    plainArray(arrivals.map(({ claimed }) => claimed.agentId)),
    textArray(arrivals.map(({ claimed }) => claimed.notificationUrl)),
    plainArray(arrivals.map(({ attemptedAt }) => attemptedAt.toISOString())),
    plainArray(arrivals.map(({ status }) => status)),
    plainArray(arrivals.map(({ durationMs }) => durationMs)),
    plainArray(arrivals.map(({ claimed }) => claimed.keyVersion)),
    textArray(arrivals.map(({ response }) => response && response.toString('hex'))),
  ].map(literal);
}
