import { readAll } from '../sql/read';
import type { Db } from '../transactions/statement';
import type { EventType } from '../../domain/effects';
import type { DeliveryState } from '../../domain/events/webhook';
import type { Tx } from '../transactions/database';
import type { ClaimedDelivery } from './webhook-batch';

/** Webhook deliveries, their attempts and the endpoints that they go to. */

export interface WebhookDeliveryRow {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly agentId: string;
  readonly tradeId: string | null;
  readonly sequence: bigint;
  readonly state: DeliveryState;
  /** Attempts since the last redelivery. */
  readonly tries: number;
  /** All attempts. */
  readonly attempts: number;
  readonly firstAttemptAt: Date | null;
  readonly dueAt: Date | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export interface WebhookAttemptRow {
  readonly deliveryId: string;
  readonly attemptNo: number;
  readonly attemptedAt: Date;
  readonly status: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly keyVersion: number;
  readonly response: Buffer | null;
}

export interface WebhookEndpointRow {
  readonly agentId: string;
  readonly dueAt: Date | null;
  readonly failingSince: Date | null;
  /** The deliveries with a lease … */
  readonly leasedDeliveryIds: readonly string[];
  /** … and the claim that leased each, in digits. */
  readonly leaseTokens: readonly string[];
}

export type StoredDelivery = WebhookDeliveryRow & { readonly type: EventType; readonly principalId: string };

/** An attempt without the receiver's response, which only operators see. */
export type AttemptRecord = Omit<WebhookAttemptRow, 'response'>;

const DELIVERY_COLUMNS = `d.*, e.type, e.principal_id FROM webhook_delivery d JOIN event e USING (event_id)`;

export async function findDeliveries(db: Db, deliveryIds: readonly string[]): Promise<StoredDelivery[]> {
  return readAll(db, {
    name: 'webhook_deliveries_by_id',
    text: `SELECT ${DELIVERY_COLUMNS} WHERE d.delivery_id = ANY ($1::uuid[])`,
    values: [deliveryIds],
  });
}

/** The attempts of each delivery, first to last. */
export async function attemptsOf(db: Db, deliveryIds: readonly string[]): Promise<AttemptRecord[]> {
  return readAll(db, {
    name: 'webhook_attempts',
    text: `SELECT delivery_id, attempt_no, attempted_at, status, error, duration_ms, key_version FROM webhook_attempt
        WHERE delivery_id = ANY ($1::uuid[]) ORDER BY delivery_id, attempt_no`,
    values: [deliveryIds],
  });
}

export interface WebhookAgentRow {
  readonly agentId: string;
  readonly principalId: string;
  readonly pushNotifications: boolean;
  readonly notificationUrl: string | null;
  readonly notificationsDisabledAt: Date | null;
}

/** The last attempt of each delivery that has one. */
export async function lastAttemptsOf(db: Db, deliveryIds: readonly string[]): Promise<AttemptRecord[]> {
  return readAll(db, {
    name: 'webhook_last_attempts',
    text: `SELECT a.* FROM unnest($1::uuid[]) AS n (delivery_id) CROSS JOIN LATERAL (
        SELECT delivery_id, attempt_no, attempted_at, status, error, duration_ms, key_version FROM webhook_attempt t
        WHERE t.delivery_id = n.delivery_id ORDER BY attempt_no DESC LIMIT 1) a`,
    values: [deliveryIds],
  });
}

/** Locks agents by id, before their endpoints: disabling an endpoint changes both. */
export async function lockAgents(tx: Tx, agentIds: readonly string[]): Promise<WebhookAgentRow[]> {
  return readAll(tx, {
    name: 'webhook_agents_lock',
    text: `SELECT agent_id, principal_id, push_notifications, notification_url, notifications_disabled_at FROM agent
        WHERE agent_id = ANY ($1::uuid[]) ORDER BY agent_id FOR NO KEY UPDATE`,
    values: [agentIds],
  });
}

/**
 * Locks the agents that no other transaction has locked.
 *
 * A request locks agents in the order of its fields, so a wait while others are locked could be a deadlock.
 */
export async function lockFreeAgents(tx: Tx, agentIds: readonly string[]): Promise<WebhookAgentRow[]> {
  return readAll(tx, {
    name: 'webhook_agents_lock_free',
    text: `SELECT agent_id, principal_id, push_notifications, notification_url, notifications_disabled_at FROM agent
        WHERE agent_id = ANY ($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED`,
    values: [agentIds],
  });
}

/** Locks the endpoints that no other transaction has locked. */
export async function lockFreeEndpoints(tx: Tx, agentIds: readonly string[]): Promise<WebhookEndpointRow[]> {
  return readAll(tx, {
    name: 'webhook_endpoints_lock_free',
    text: 'SELECT * FROM webhook_endpoint WHERE agent_id = ANY ($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED',
    values: [agentIds],
  });
}

export async function lockEndpoints(tx: Tx, agentIds: readonly string[]): Promise<WebhookEndpointRow[]> {
  return readAll(tx, {
    name: 'webhook_endpoints_lock',
    text: `SELECT * FROM webhook_endpoint WHERE agent_id = ANY ($1::uuid[]) ORDER BY agent_id FOR NO KEY UPDATE`,
    values: [agentIds],
  });
}

/** Whether the claim still holds the lease of its delivery. */
export function holdsDeliveryLease(endpoint: WebhookEndpointRow | undefined, claimed: ClaimedDelivery): boolean {
  const index = endpoint?.leasedDeliveryIds.indexOf(claimed.deliveryId) ?? -1;
  return endpoint?.leaseTokens[index] === String(claimed.leaseToken);
}

export async function lockDeliveries(tx: Tx, deliveryIds: readonly string[]): Promise<WebhookDeliveryRow[]> {
  return readAll(tx, {
    name: 'webhook_deliveries_lock',
    text: `SELECT * FROM webhook_delivery WHERE delivery_id = ANY ($1::uuid[]) ORDER BY delivery_id FOR NO KEY UPDATE`,
    values: [deliveryIds],
  });
}

/** Updates deliveries in one statement. */
export async function updateDeliveries(tx: Tx, rows: readonly WebhookDeliveryRow[]): Promise<void> {
  await tx.query({
    name: 'webhook_deliveries_update',
    text: `UPDATE webhook_delivery d SET state = n.state, tries = n.tries, attempts = n.attempts,
        first_attempt_at = n.first_attempt_at, due_at = n.due_at, ended_at = n.ended_at
      FROM unnest($1::uuid[], $2::text[], $3::int[], $4::int[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[])
        AS n (delivery_id, state, tries, attempts, first_attempt_at, due_at, ended_at)
      WHERE d.delivery_id = n.delivery_id`,
    values: [
      rows.map((row) => row.deliveryId),
      rows.map((row) => row.state),
      rows.map((row) => row.tries),
      rows.map((row) => row.attempts),
      rows.map((row) => row.firstAttemptAt),
      rows.map((row) => row.dueAt),
      rows.map((row) => row.endedAt),
    ],
  });
}

export async function insertAttempts(tx: Tx, rows: readonly WebhookAttemptRow[]): Promise<void> {
  await tx.query({
    name: 'webhook_attempts_insert',
    text: `INSERT INTO webhook_attempt (delivery_id, attempt_no, attempted_at, status, error, duration_ms, key_version, response)
      SELECT * FROM unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::int[], $5::text[], $6::int[], $7::int[], $8::bytea[])`,
    values: [
      rows.map((row) => row.deliveryId),
      rows.map((row) => row.attemptNo),
      rows.map((row) => row.attemptedAt),
      rows.map((row) => row.status),
      rows.map((row) => row.error),
      rows.map((row) => row.durationMs),
      rows.map((row) => row.keyVersion),
      rows.map((row) => row.response),
    ],
  });
}

/** Marks endpoints due now, stores since when they fail, and removes the leases of ended deliveries. */
export async function updateEndpoints(
  tx: Tx,
  rows: readonly Pick<WebhookEndpointRow, 'agentId' | 'failingSince'>[],
  endedDeliveryIds: readonly string[],
): Promise<void> {
  await tx.query({
    name: 'webhook_endpoints_update',
    text: `UPDATE webhook_endpoint w SET due_at = $3, failing_since = n.failing_since,
        (leased_delivery_ids, lease_tokens, leased_until) = (
          SELECT l.leased_delivery_ids, l.lease_tokens, l.leased_until FROM webhook_active_leases(w, $4, '-infinity') l)
      FROM unnest($1::uuid[], $2::timestamptz[]) AS n (agent_id, failing_since) WHERE w.agent_id = n.agent_id`,
    values: [rows.map((row) => row.agentId), rows.map((row) => row.failingSince), tx.now, endedDeliveryIds],
  });
}

/** Clears `failing_since` of endpoints without pending deliveries. The next failure sets it again. */
export async function clearFailures(tx: Tx, agentIds: readonly string[]): Promise<void> {
  await tx.query({
    name: 'webhook_failures_clear',
    text: `UPDATE webhook_endpoint w SET failing_since = NULL WHERE agent_id = ANY ($1::uuid[])
        AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.agent_id = w.agent_id AND d.state = 'pending')`,
    values: [agentIds],
  });
}

/** Marks an endpoint due now and clears its failures. Creates it if it is new. */
export async function resetEndpoint(tx: Tx, agentId: string): Promise<void> {
  await tx.query({
    name: 'webhook_endpoint_reset',
    text: `INSERT INTO webhook_endpoint (agent_id, due_at) VALUES ($1, $2)
      ON CONFLICT (agent_id) DO UPDATE SET due_at = excluded.due_at, failing_since = NULL`,
    values: [agentId, tx.now],
  });
}

/**
 * Disables the notifications of an agent and cancels its first pending deliveries.
 *
 * The endpoint stays due, so the next batches of the worker cancel the rest. The URL stays: an agent with push
 * notifications needs one.
 */
export async function disableEndpoint(tx: Tx, agentId: string): Promise<void> {
  await tx.query({
    name: 'webhook_agent_disable',
    text: 'UPDATE agent SET notifications_disabled_at = $2 WHERE agent_id = $1',
    values: [agentId, tx.now],
  });
  await tx.query({
    name: 'webhook_deliveries_disable',
    text: 'SELECT webhook_disable_pending($1, $2)',
    values: [agentId, tx.now],
  });
}

export async function findDelivery(db: Db, deliveryId: string): Promise<StoredDelivery | undefined> {
  return (await findDeliveries(db, [deliveryId]))[0];
}
