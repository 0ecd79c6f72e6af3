import { readAll } from '../sql/read';
import type { Tx } from '../transactions/database';
import type { ClaimedDelivery } from './webhook-batch';
import { holdsDeliveryLease, lockEndpoints, updateEndpoints } from './webhooks';

/** The queue of webhook deliveries: enqueued with their events, released by a worker that stops. */

// An event goes only to agents of its principal. For `trade.*` these are the agents of the trade's steps. For `proposal.*`,
// `approval.*` and `mandate.*` they are the agents in the proposal, and for other types all agents. An agent must accept pushes and the event type. A disabled endpoint gets deliveries
// that are only listed.
// `IS NOT DISTINCT FROM` hides the principal from the indexes: it may have thousands of agents, a trade has few.
const AGENTS_OF_EVENT = `JOIN agent a ON a.agent_id = ANY (CASE
        WHEN e.type = 'webhook.disabled' THEN '{}'::uuid[]
        WHEN e.type LIKE 'trade.%' THEN ARRAY(SELECT provider_agent_id FROM trade_step s WHERE s.trade_id = e.trade_id
          UNION ALL SELECT consumer_agent_id FROM trade_step s WHERE s.trade_id = e.trade_id)
        WHEN webhook_is_of_proposal(e.type) THEN ARRAY(SELECT p.agent_id FROM proposal_participant p
          WHERE p.proposal_id = (e.data->>'proposal_id')::uuid)
        ELSE ARRAY(SELECT o.agent_id FROM agent o WHERE o.principal_id = e.principal_id) END)
      AND a.principal_id IS NOT DISTINCT FROM e.principal_id AND a.push_notifications
      AND a.notification_url IS NOT NULL AND e.type = ANY (a.event_types)`;

const ENQUEUE = `
  WITH made AS (
    INSERT INTO webhook_delivery (delivery_id, event_id, event_type, agent_id, trade_id, sequence, state, tries, attempts,
      due_at, created_at, ended_at)
    SELECT uuid_v7($2), e.event_id, e.type, a.agent_id, e.trade_id, e.sequence,
      CASE WHEN a.notifications_disabled_at IS NULL THEN 'pending' ELSE 'disabled' END, 0, 0,
      CASE WHEN a.notifications_disabled_at IS NULL THEN $2::timestamptz END, $2::timestamptz,
      CASE WHEN a.notifications_disabled_at IS NOT NULL THEN $2::timestamptz END
    FROM event e ${AGENTS_OF_EVENT}
    WHERE e.event_id = ANY ($1::uuid[])
    RETURNING agent_id, due_at
  ), scheduled AS (
    INSERT INTO webhook_endpoint AS w (agent_id, due_at)
    SELECT agent_id, min(due_at) FROM made WHERE due_at IS NOT NULL GROUP BY agent_id ORDER BY agent_id
    ON CONFLICT (agent_id) DO UPDATE SET due_at = excluded.due_at WHERE w.due_at IS NULL OR w.due_at > excluded.due_at)
  SELECT FROM made WHERE due_at IS NOT NULL LIMIT 1`;

// The lock of an agent also keeps its endpoint from being made. Events are locked first, as by a relay that waits.
// It has no name, so that PostgreSQL plans it for the present tables: it runs only while a row is locked.
const LOCK_FREE_EVENTS = `
  WITH batch AS MATERIALIZED (
    SELECT * FROM event WHERE sequence IS NULL AND principal_id <> ALL ($2::uuid[])
    ORDER BY log_no NULLS FIRST, event_id LIMIT $1 FOR NO KEY UPDATE
  ), target AS MATERIALIZED (
    SELECT DISTINCT a.agent_id, a.principal_id FROM batch e ${AGENTS_OF_EVENT}
  ), agents AS MATERIALIZED (
    SELECT agent_id FROM agent WHERE agent_id = ANY (ARRAY(SELECT agent_id FROM target)) FOR SHARE SKIP LOCKED
  ), endpoints AS MATERIALIZED (
    SELECT agent_id FROM webhook_endpoint WHERE agent_id = ANY (ARRAY(SELECT agent_id FROM agents))
    FOR NO KEY UPDATE SKIP LOCKED
  ), held AS MATERIALIZED (
    SELECT principal_id FROM target WHERE agent_id NOT IN (SELECT agent_id FROM agents)
    UNION SELECT t.principal_id FROM target t JOIN webhook_endpoint w USING (agent_id)
    WHERE t.agent_id NOT IN (SELECT agent_id FROM endpoints)
  )
  SELECT event_id, principal_id, principal_id IN (SELECT principal_id FROM held) AS is_held FROM batch`;

/** An event without a number, and whether its principal has a row that another transaction has locked. */
interface UnnumberedEvent {
  readonly eventId: string;
  readonly principalId: string;
  readonly isHeld: boolean;
}

/**
 * Locks the first events without a number, and the agents and endpoints that their deliveries need.
 *
 * It waits for no agent and no endpoint. If one is locked, all events of its principal are held, so they keep their order.
 * @param postponed principals whose events are not read
 */
export async function lockFreeEvents(
  tx: Tx,
  limit: number,
  postponed: readonly string[],
): Promise<readonly UnnumberedEvent[]> {
  return readAll(tx, { text: LOCK_FREE_EVENTS, values: [limit, postponed] });
}

/** Inserts the deliveries of newly sequenced events. Returns whether any is to be sent. */
export async function enqueueDeliveries(tx: Tx, eventIds: readonly string[]): Promise<boolean> {
  const rows = await tx.query({ name: 'webhook_deliveries_enqueue', text: ENQUEUE, values: [eventIds, tx.now] });
  return rows.length > 0;
}

/** Releases claims early, so that another worker may send at once. Stale claims are ignored. */
export async function releaseClaims(tx: Tx, claims: readonly ClaimedDelivery[]): Promise<void> {
  const endpoints = await lockEndpoints(tx, [...new Set(claims.map((claim) => claim.agentId))]);
  const byAgent = new Map(endpoints.map((row) => [row.agentId, row]));
  const held = claims.filter((claim) => holdsDeliveryLease(byAgent.get(claim.agentId), claim));
  await updateEndpoints(
    tx,
    endpoints,
    held.map((claim) => claim.deliveryId),
  );
}
