import { plainArray } from './arrays';
import type { ClaimedDelivery } from './webhook-queue';
import type { Tx } from './tx';

/** A delivery that was answered with 2xx in time, while its claim may still be the last one. */
export interface Arrival {
  readonly claimed: ClaimedDelivery;
  /** By the database's clock. */
  readonly attemptedAt: Date;
  readonly status: number | null;
  readonly durationMs: number;
  readonly response: Buffer | null;
}

// Of an arrival nothing has to be decided, so nothing has to be read first. The token says whose word counts: where the
// claim was followed by another, nothing is found and nothing written.
const ARRIVED = `
  WITH n AS (
    SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::timestamptz[], $4::int[], $5::int[], $6::int[], $7::bytea[])
      AS n (delivery_id, lease_token, attempted_at, status, duration_ms, key_version, response)
  ), arrived AS (
    UPDATE webhook_delivery d SET state = 'delivered', due_at = NULL, ended_at = coalesce(d.ended_at, $8),
      tries = d.tries + 1, attempts = d.attempts + 1, first_attempt_at = coalesce(d.first_attempt_at, n.attempted_at),
      leased_until = NULL
    FROM n WHERE d.delivery_id = n.delivery_id AND d.lease_token = n.lease_token AND d.leased_until IS NOT NULL
    RETURNING d.delivery_id, d.tries, d.attempts
  ), logged AS (
    INSERT INTO webhook_attempt (delivery_id, attempt_no, attempted_at, status, duration_ms, key_version, response)
    SELECT delivery_id, a.attempts, n.attempted_at, n.status, n.duration_ms, n.key_version, n.response
    FROM arrived a JOIN n USING (delivery_id))
  SELECT delivery_id, tries = attempts AS first FROM arrived`;

/**
 * Writes what arrived, with its attempt in the log; the endpoints are locked already. Answers which deliveries were
 * written, and of each whether this was its first round: nobody had redelivered it by hand.
 */
export async function putArrivals(tx: Tx, arrivals: readonly Arrival[]): Promise<Map<string, boolean>> {
  const rows = await tx.query<{ delivery_id: string; first: boolean }>({
    name: 'webhook_arrived',
    text: ARRIVED,
    values: [
      plainArray(arrivals.map(({ claimed }) => claimed.deliveryId)),
      plainArray(arrivals.map(({ claimed }) => claimed.leaseToken)),
      plainArray(arrivals.map(({ attemptedAt }) => attemptedAt.toISOString())),
      plainArray(arrivals.map(({ status }) => status)),
      plainArray(arrivals.map(({ durationMs }) => durationMs)),
      plainArray(arrivals.map(({ claimed }) => claimed.keyVersion)),
      arrivals.map(({ response }) => response),
      tx.now,
    ],
  });
  return new Map(rows.map((row) => [row.delivery_id, row.first]));
}

/** Endpoints that answer again, at the address that was tried and that is theirs still, are held to nothing any more. */
export async function clearFailing(tx: Tx, agentIds: readonly string[], urls: readonly string[]): Promise<void> {
  await tx.query({
    name: 'webhook_failing_clear',
    text: `UPDATE webhook_endpoint w SET failing_since = NULL FROM agent a, unnest($1::uuid[], $2::text[]) AS n (agent_id, url)
      WHERE w.agent_id = n.agent_id AND a.agent_id = n.agent_id AND a.notification_url = n.url
        AND a.notifications_disabled_at IS NULL`,
    values: [agentIds, urls],
  });
}
