import { ATTEMPTS_AT_ONCE } from '../domain/webhook';
import { plainArray } from './arrays';
import { decodeAll } from './codec';
import type { Tx } from './tx';

/** Webhook deliveries as work: made with the events they carry, claimed under leases (migrations/0015-webhooks.sql). */

// The agents an event is for (events.md §2): of a trade those in its steps, of a proposal its participants', of anything
// else all that opted in; each only if it can be pushed to. A disabled endpoint's are listed, not sent.
const MAKE = `
  WITH made AS (
    INSERT INTO webhook_delivery (delivery_id, event_id, agent_id, trade_id, sequence, state, tries, attempts, due_at,
      lease_token, created_at, ended_at)
    SELECT uuid_v7($2), e.event_id, a.agent_id, e.trade_id, e.sequence,
      CASE WHEN a.notifications_disabled_at IS NULL THEN 'pending' ELSE 'disabled' END, 0, 0,
      CASE WHEN a.notifications_disabled_at IS NULL THEN $2::timestamptz END, 0, $2::timestamptz,
      CASE WHEN a.notifications_disabled_at IS NOT NULL THEN $2::timestamptz END
    FROM event e JOIN agent a ON a.principal_id = e.principal_id AND a.push_notifications
      AND a.notification_url IS NOT NULL AND e.type = ANY (a.event_types)
    WHERE e.event_id = ANY ($1::uuid[]) AND CASE
      WHEN e.type = 'webhook.disabled' THEN false
      WHEN e.type LIKE 'trade.%' THEN EXISTS (SELECT FROM trade_step s WHERE s.trade_id = e.trade_id
        AND a.agent_id IN (s.provider_agent_id, s.consumer_agent_id))
      WHEN e.type LIKE 'proposal.%' THEN EXISTS (SELECT FROM proposal_participant p
        WHERE p.proposal_id = (e.data->>'proposal_id')::uuid AND p.agent_id = a.agent_id)
      ELSE true END
    RETURNING agent_id, due_at
  ), told AS (
    INSERT INTO webhook_endpoint AS w (agent_id, due_at)
    SELECT agent_id, min(due_at) FROM made WHERE due_at IS NOT NULL GROUP BY agent_id ORDER BY agent_id
    ON CONFLICT (agent_id) DO UPDATE SET due_at = excluded.due_at WHERE w.due_at IS NULL OR w.due_at > excluded.due_at)
  SELECT FROM made WHERE due_at IS NOT NULL LIMIT 1`;

/** Makes the deliveries of events that have just been stamped; whether there are any to be sent. */
export async function makeDeliveries(tx: Tx, eventIds: readonly string[]): Promise<boolean> {
  const rows = await tx.query({ name: 'webhook_make', text: MAKE, values: [eventIds, tx.now] });
  return rows.length > 0;
}

/** A delivery to be tried now, and all that is needed for it. */
export interface ClaimedDelivery {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly agentId: string;
  /** Counts claims: what comes of the attempt is written only while this is still the last one. */
  readonly leaseToken: bigint;
  /** When the event happened. */
  readonly eventCreatedAt: Date;
  /** The bytes, frozen with the event. */
  readonly payload: string;
  readonly notificationUrl: string;
  readonly keyVersion: number;
  readonly secretCiphertext: Buffer;
  readonly secretKeyId: string;
}

// Its lock first, in a statement of its own: what the next one sees is then what other workers have left.
// Of the agent nothing is read here: it may be older than the lock.
const PICK = `
  SELECT agent_id, under_way FROM webhook_endpoint WHERE due_at <= $1 AND agent_id <> ALL ($3::uuid[])
  ORDER BY due_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`;

// An endpoint that fails gets one attempt at a time: it must not take the places of those that work. Within a trade the
// first attempt of a delivery waits until that of every earlier one has ended. A disabled endpoint is due when the relay
// made a delivery for it in the moment in which it was disabled. What is under way is looked at again when it has ended
// (acknowledging says so), or when its lease has. An endpoint that is looked at soon enough anyway stays due when it was: no
// index has to be written.
const CLAIM = `
  WITH disabled AS (
    UPDATE webhook_delivery SET state = 'disabled', due_at = NULL, ended_at = $2
    WHERE state = 'pending' AND agent_id = ANY (ARRAY(
      SELECT a.agent_id FROM agent a WHERE a.agent_id = ANY ($1::uuid[]) AND a.notifications_disabled_at IS NOT NULL))
  ), held AS (
    SELECT agent_id, array_agg(delivery_id) AS deliveries, min(leased_until) AS leased_until
    FROM webhook_delivery WHERE delivery_id = ANY ($4::uuid[]) AND leased_until > $2 GROUP BY agent_id
  ), picked AS (
    SELECT w.agent_id, w.failing_since, a.notification_url, coalesce(h.deliveries, '{}') AS under_way, h.leased_until,
      a.notification_url IS NOT NULL AND a.notifications_disabled_at IS NULL AS open
    FROM webhook_endpoint w JOIN agent a USING (agent_id) LEFT JOIN held h USING (agent_id)
    WHERE w.agent_id = ANY ($1::uuid[])
  ), chosen AS (
    SELECT c.place, p.notification_url FROM picked p CROSS JOIN LATERAL (
      SELECT d.ctid AS place FROM webhook_delivery d
      WHERE d.agent_id = p.agent_id AND d.state = 'pending' AND d.due_at <= $2
        AND (d.leased_until IS NULL OR d.leased_until <= $2)
        AND (d.trade_id IS NULL OR d.first_attempt_at IS NOT NULL OR NOT EXISTS (SELECT FROM webhook_delivery b
          WHERE b.agent_id = d.agent_id AND b.trade_id = d.trade_id AND b.sequence < d.sequence
            AND b.state = 'pending' AND b.first_attempt_at IS NULL))
      ORDER BY d.due_at, d.sequence
      LIMIT greatest(CASE WHEN p.failing_since IS NULL THEN ${ATTEMPTS_AT_ONCE} ELSE 1 END - cardinality(p.under_way), 0)) c
    WHERE p.open
  ), claimed AS (
    UPDATE webhook_delivery d SET leased_until = $2::timestamptz + make_interval(secs => $3), lease_token = lease_token + 1
    FROM chosen WHERE d.ctid = chosen.place
    RETURNING d.delivery_id, d.event_id, d.agent_id, d.lease_token, d.sequence, d.leased_until, chosen.notification_url
  ), looked AS (
    UPDATE webhook_endpoint w SET under_way = p.under_way || coalesce(n.deliveries, '{}'),
      due_at = CASE WHEN w.due_at > $2 AND w.due_at <= l.due_at THEN w.due_at ELSE l.due_at END
    FROM picked p LEFT JOIN (
      SELECT agent_id, array_agg(delivery_id) AS deliveries, min(leased_until) AS leased_until FROM claimed GROUP BY agent_id) n
      USING (agent_id) CROSS JOIN LATERAL (SELECT CASE WHEN p.open THEN least(p.leased_until, n.leased_until,
        (SELECT min(d.due_at) FROM webhook_delivery d
          WHERE d.agent_id = p.agent_id AND d.state = 'pending' AND d.due_at > $2)) END AS due_at) l
    WHERE w.agent_id = p.agent_id
  )
  SELECT c.delivery_id, c.event_id, c.agent_id, c.lease_token, c.notification_url, e.payload,
    e.created_at AS event_created_at, k.version AS key_version, k.secret_ciphertext, k.secret_key_id
  FROM claimed c JOIN event e USING (event_id)
    JOIN webhook_signing_key k ON k.agent_id = c.agent_id AND k.retired_at IS NULL
  ORDER BY c.sequence`;

/** Has endpoints looked at again at once: attempts of theirs have ended. */
export async function lookAtOnce(tx: Tx, endpoints: readonly LockedEndpoint[]): Promise<void> {
  if (endpoints.length === 0) return;
  await tx.query({
    name: 'webhook_look_at_once',
    text: 'UPDATE webhook_endpoint SET due_at = $2 WHERE agent_id = ANY ($1::uuid[])',
    values: [endpoints.map(({ agentId }) => agentId), tx.now],
  });
}

/** An endpoint that this transaction has locked. */
export interface LockedEndpoint {
  readonly agentId: string;
  /** Deliveries whose leases may still run. */
  readonly underWay: readonly string[];
}

/**
 * Claims what is due at up to so many endpoints, those that wait longest first; whether there may be more of them.
 * @param freed endpoints that this transaction has locked and acknowledged attempts of: they come after those that waited
 */
export async function claimDeliveries(
  tx: Tx,
  endpoints: number,
  leaseSeconds: number,
  freed: readonly LockedEndpoint[],
): Promise<{ readonly more: boolean; readonly claimed: readonly ClaimedDelivery[] }> {
  const waiting = decodeAll<LockedEndpoint>(
    await tx.query<object>({
      name: 'webhook_pick',
      text: PICK,
      values: [tx.now, endpoints, plainArray(freed.map(({ agentId }) => agentId))],
    }),
  );
  const room = endpoints - waiting.length;
  const chosen = [...waiting, ...freed.slice(0, room)];
  const left = freed.slice(room);
  await lookAtOnce(tx, left);
  // Without room for any, it is the end of an attempt that makes some.
  if (chosen.length === 0) return { more: false, claimed: [] };
  const claimed = await tx.query<object>({
    name: 'webhook_claim',
    text: CLAIM,
    values: [
      plainArray(chosen.map(({ agentId }) => agentId)),
      tx.now,
      leaseSeconds,
      plainArray(chosen.flatMap(({ underWay }) => underWay)),
    ],
  });
  return { more: room === 0 || left.length > 0, claimed: decodeAll(claimed) };
}

/** Gives claims back before their time, so that another worker may try at once; those followed by others stay. */
export async function releaseClaims(tx: Tx, claims: readonly ClaimedDelivery[]): Promise<void> {
  const agentIds = [...new Set(claims.map((claim) => claim.agentId))];
  await tx.query({
    name: 'webhook_release_look',
    text: `WITH held AS (
        SELECT agent_id FROM webhook_endpoint WHERE agent_id = ANY ($1::uuid[]) ORDER BY agent_id FOR NO KEY UPDATE)
      UPDATE webhook_endpoint w SET due_at = $2 FROM held WHERE w.agent_id = held.agent_id`,
    values: [agentIds, tx.now],
  });
  await tx.query({
    name: 'webhook_release',
    text: `UPDATE webhook_delivery d SET leased_until = NULL FROM unnest($1::uuid[], $2::bigint[]) AS n (delivery_id, lease_token)
      WHERE d.delivery_id = n.delivery_id AND d.lease_token = n.lease_token`,
    values: [claims.map((claim) => claim.deliveryId), claims.map((claim) => String(claim.leaseToken))],
  });
}
