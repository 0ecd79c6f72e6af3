import { MAX_CONCURRENT_ATTEMPTS } from '../../domain/events/webhook';
import { plainArray, textArray } from '../sql/arrays';
import { decode } from '../sql/codec';
import { literal, type Database } from '../transactions/database';

/** One batch of a webhook worker: acknowledge deliveries, claim due ones under leases (sql/webhooks). */

/** A claimed delivery, with everything that the attempt needs. */
export interface ClaimedDelivery {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly agentId: string;
  readonly principalId: string;
  /** The fencing token of the claim. A result counts only while this claim is the last one. */
  readonly leaseToken: bigint;
  /** Milliseconds from the event to the claim. */
  readonly waitedMs: number;
  /** The JSON of the event. Its bytes are the same in every attempt. */
  readonly payload: string;
  readonly notificationUrl: string;
  readonly keyVersion: number;
  readonly secretCiphertext: Buffer;
  readonly secretKeyId: string;
}

/** A delivery that got 2xx in time. Its claim may be stale. */
export interface Acknowledgement {
  readonly claimed: ClaimedDelivery;
  /** In the time of the database. */
  readonly attemptedAt: Date;
  readonly status: number | null;
  readonly durationMs: number;
  readonly response: Buffer | null;
}

export interface WebhookBatchRequest {
  readonly acknowledgements: readonly Acknowledgement[];
  /** The most endpoints to claim from. The next batch checks the others. */
  readonly maxEndpoints: number;
  readonly leaseSeconds: number;
  /** Undefined: no limit for a principal. */
  readonly capacity?: PrincipalCapacity;
}

/** How many attempts a claim may add for a principal. */
export interface PrincipalCapacity {
  /** For each principal that is not in `left`. */
  readonly others: number;
  readonly left: ReadonlyMap<string, number>;
}

export interface WebhookBatch {
  readonly claimed: readonly ClaimedDelivery[];
  /** The start of the batch, in the time of the database and in `performance.now()`. */
  readonly at: Date;
  readonly startedAt: number;
  /** Whether more deliveries may be due now. */
  readonly more: boolean;
  /** Deliveries with a newer claim. Their acknowledgements are ignored. */
  readonly staleClaims: ReadonlySet<string>;
  /** Acknowledged deliveries that were redelivered manually. */
  readonly manualRedeliveries: ReadonlySet<string>;
  /** Agents whose endpoints other transactions have locked. Their acknowledgements are not recorded yet. */
  readonly busyAgents: ReadonlySet<string>;
}

interface BatchRow {
  readonly more: boolean;
  /** The agents whose endpoints this transaction has locked. */
  readonly held_agents: readonly string[];
  readonly stale_claims: readonly string[] | null;
  readonly manual_redeliveries: readonly string[] | null;
  readonly delivery_id: string | null;
}

/**
 * Acknowledges deliveries, logs their attempts and claims due ones, in one transaction and one round trip.
 *
 * It claims at the endpoints that have waited longest, then at those of the acknowledgements.
 */
export async function acknowledgeAndClaim(store: Database, request: WebhookBatchRequest): Promise<WebhookBatch> {
  let startedAt = 0;
  const { at, rows } = await store.call<BatchRow>((now) => {
    startedAt = performance.now();
    return ackAndClaim(now, request);
  });
  const [first] = rows as [BatchRow];
  const busyAgents = new Set(request.acknowledgements.map(({ claimed }) => claimed.agentId));
  for (const agentId of first.held_agents) busyAgents.delete(agentId);
  return {
    claimed: rows.filter((row) => row.delivery_id !== null).map((row) => decode<ClaimedDelivery>(row)),
    at,
    startedAt,
    more: first.more,
    staleClaims: new Set(first.stale_claims ?? []),
    manualRedeliveries: new Set(first.manual_redeliveries ?? []),
    busyAgents,
  };
}

/**
 * One statement for both functions. The second takes the first one's result, so PostgreSQL calls them in this order.
 * Each statement inside them sees what was committed before it began.
 */
function ackAndClaim(now: string, request: WebhookBatchRequest): string {
  const { acknowledgements, maxEndpoints, leaseSeconds, capacity } = request;
  const acknowledge = `webhook_acknowledge(${[now, ...attemptArrays(acknowledgements)].join(', ')})`;
  const limits = [maxEndpoints, MAX_CONCURRENT_ATTEMPTS, leaseSeconds].join(', ');
  const left = [[...(capacity?.left.keys() ?? [])], [...(capacity?.left.values() ?? [])]];
  const shares = [capacity?.others ?? 'NULL', ...left.map((array) => literal(plainArray(array)))].join(', ');
  return `(SELECT a.endpoints AS held_agents, a.unwritten AS stale_claims, a.repeated AS manual_redeliveries, c.* FROM ${acknowledge} a
    CROSS JOIN LATERAL webhook_claim(${now}, ${limits}, a.endpoints, a.written, ${shares}) c) batch`;
}

/** The attempts as arrays side by side. */
function attemptArrays(acknowledgements: readonly Acknowledgement[]): string[] {
  return [
    plainArray(acknowledgements.map(({ claimed }) => claimed.deliveryId)),
    plainArray(acknowledgements.map(({ claimed }) => claimed.leaseToken)),
    plainArray(acknowledgements.map(({ claimed }) => claimed.agentId)),
    textArray(acknowledgements.map(({ claimed }) => claimed.notificationUrl)),
    plainArray(acknowledgements.map(({ attemptedAt }) => attemptedAt.toISOString())),
    plainArray(acknowledgements.map(({ status }) => status)),
    plainArray(acknowledgements.map(({ durationMs }) => durationMs)),
    plainArray(acknowledgements.map(({ claimed }) => claimed.keyVersion)),
    textArray(acknowledgements.map(({ response }) => response && response.toString('hex'))),
  ].map(literal);
}
