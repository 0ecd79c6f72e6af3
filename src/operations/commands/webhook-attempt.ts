import { webhookDisabled } from '../../domain/events/events';
import { decideAttempt, isSuccess, type DisableReason } from '../../domain/events/webhook';
import type { Tx } from '../../database/transactions/database';
import type { ClaimedDelivery } from '../../database/repositories/webhook-batch';
import * as store from '../../database/repositories/webhooks';
import type { WebhookAttemptRow, WebhookDeliveryRow, WebhookEndpointRow } from '../../database/repositories/webhooks';
import { decisionContext, type WriteContext } from '../context';
import type { Metrics, WebhookResponse } from '../ports';
import { applyAndRelay } from './apply';

/** An attempt that has ended, with its claim, its start by the database clock, and the response. */
export interface CompletedAttempt {
  readonly claimed: ClaimedDelivery;
  readonly attemptedAt: Date;
  readonly answer: WebhookResponse;
  /** Milliseconds from `attemptedAt` to the end. */
  readonly tookMs: number;
  /** 0 to 1, for the pause before the next attempt. */
  readonly jitter: number;
}

/** The rows of a batch that this transaction has locked. The lock order is agents, endpoints, deliveries. */
interface HeldRows {
  readonly agents: ReadonlyMap<string, store.WebhookAgentRow>;
  readonly endpoints: ReadonlyMap<string, WebhookEndpointRow>;
  readonly failingSince: Map<string, Date | null>;
  readonly deliveries: Map<string, WebhookDeliveryRow>;
}

/** Seconds from the event to the end of the attempt. */
export function latencyOf({ tookMs, claimed }: CompletedAttempt): number {
  return (claimed.waitedMs + tookMs) / 1000;
}

/**
 * Records all attempts at endpoints where at least one failed.
 *
 * It writes the log, the next states of their deliveries, and disabled endpoints.
 *
 * The endpoints become due at once. An attempt that has lost its lease is ignored: the fencing token decides.
 * Returns the agents whose rows other transactions have locked: their attempts are not recorded yet.
 */
export async function recordDecidedAttempts(
  context: WriteContext,
  completed: readonly CompletedAttempt[],
): Promise<ReadonlySet<string>> {
  const { tx, services } = context;
  const held = await lockRows(tx, completed);
  const attempts: WebhookAttemptRow[] = [];
  const disabled = new Map<string, DisableReason>();
  const changed = new Set<string>();
  const died = new Set<string>();
  for (const attempt of completed) {
    const before = held.deliveries.get(attempt.claimed.deliveryId);
    if (!before || !store.holdsDeliveryLease(held.endpoints.get(before.agentId), attempt.claimed)) continue;
    const { after, disable } = decide(context, attempt, before, held);
    held.deliveries.set(after.deliveryId, after);
    changed.add(after.deliveryId);
    attempts.push(recordOf(attempt, after));
    tx.afterCommit(() => countAttempt(services.metrics, attempt, before, after));
    if (before.state === 'pending' && after.state === 'dead') died.add(after.agentId);
    if (disable !== null) disabled.set(after.agentId, disable);
  }
  const busyAgents = new Set(
    completed.map(({ claimed }) => claimed.agentId).filter((agentId) => !held.endpoints.has(agentId)),
  );
  if (changed.size === 0) return busyAgents;
  await store.updateDeliveries(
    tx,
    [...held.deliveries.values()].filter((row) => changed.has(row.deliveryId)),
  );
  await store.insertAttempts(tx, attempts);
  await store.updateEndpoints(
    tx,
    Array.from(held.failingSince, ([agentId, failingSince]) => ({ agentId, failingSince })),
    [...changed],
  );
  if (died.size > 0) await store.clearFailures(tx, [...died]);
  await disableAll(context, disabled, held);
  return busyAgents;
}

async function lockRows(tx: Tx, completed: readonly CompletedAttempt[]): Promise<HeldRows> {
  const agentIds = [...new Set(completed.map(({ claimed }) => claimed.agentId))];
  const agents = await store.lockFreeAgents(tx, agentIds);
  const endpoints = await store.lockFreeEndpoints(
    tx,
    agents.map((row) => row.agentId),
  );
  const heldIds = new Set(endpoints.map((row) => row.agentId));
  const deliveries = await store.lockDeliveries(
    tx,
    completed.filter(({ claimed }) => heldIds.has(claimed.agentId)).map(({ claimed }) => claimed.deliveryId),
  );
  return {
    agents: new Map(agents.map((row) => [row.agentId, row])),
    endpoints: new Map(endpoints.map((row) => [row.agentId, row])),
    failingSince: new Map(endpoints.map((row) => [row.agentId, row.failingSince])),
    deliveries: new Map(deliveries.map((row) => [row.deliveryId, row])),
  };
}

function decide(
  { tx, services }: WriteContext,
  { claimed, attemptedAt, answer, jitter }: CompletedAttempt,
  before: WebhookDeliveryRow,
  { agents, failingSince }: HeldRows,
): { readonly after: WebhookDeliveryRow; readonly disable: DisableReason | null } {
  const decision = decideAttempt(answer, {
    tries: before.tries + 1,
    failingSince: failingSince.get(before.agentId) ?? null,
    now: tx.now,
    schedule: services.settings.webhookRetryScheduleSeconds,
    jitter,
  });
  const agent = agents.get(before.agentId);
  // A delivery disabled during the attempt stays so, unless the attempt has succeeded.
  const isOpen = before.state === 'pending' || isSuccess(answer);
  // A failure does not count against a URL that was changed or enabled since.
  const isSameEndpoint = agent?.notificationUrl === claimed.notificationUrl && agent.notificationsDisabledAt === null;
  const isCurrent = isOpen && isSameEndpoint;
  if (isCurrent) failingSince.set(before.agentId, decision.failingSince);
  const next = isOpen ? decision : { state: before.state, dueAt: before.dueAt };
  const after = {
    ...before,
    state: next.state,
    dueAt: next.dueAt,
    endedAt: next.state === 'pending' ? null : (before.endedAt ?? tx.now),
    tries: before.tries + 1,
    attempts: before.attempts + 1,
    firstAttemptAt: before.firstAttemptAt ?? attemptedAt,
  };
  return { after, disable: isCurrent ? decision.disable : null };
}

function recordOf({ claimed, attemptedAt, answer }: CompletedAttempt, after: WebhookDeliveryRow): WebhookAttemptRow {
  return {
    deliveryId: after.deliveryId,
    attemptNo: after.attempts,
    attemptedAt,
    status: answer.status,
    error: answer.error,
    durationMs: answer.durationMs,
    keyVersion: claimed.keyVersion,
    response: answer.response,
  };
}

/** Counts a recorded attempt, after the commit. */
function countAttempt(
  metrics: Metrics,
  attempt: CompletedAttempt,
  before: WebhookDeliveryRow,
  after: WebhookDeliveryRow,
): void {
  const { answer } = attempt;
  metrics.webhookTried(answer.error, answer.durationMs / 1000);
  if (after.state === 'dead' && before.state === 'pending') metrics.webhookDead();
  // A manual redelivery may carry an old event, so its latency does not count.
  const isFirst = before.state !== 'delivered' && before.tries === before.attempts;
  if (after.state !== 'delivered' || !isFirst) return;
  metrics.webhookDelivered(latencyOf(attempt));
}

async function disableAll(
  context: WriteContext,
  disabled: ReadonlyMap<string, DisableReason>,
  { agents }: HeldRows,
): Promise<void> {
  const { tx, services } = context;
  if (disabled.size === 0) return;
  const events = [];
  for (const [agentId, reason] of disabled) {
    const principalId = agents.get(agentId)?.principalId;
    if (principalId === undefined) continue;
    await store.disableEndpoint(tx, agentId);
    tx.afterCommit(() => services.metrics.endpointDisabled(reason));
    events.push(webhookDisabled(principalId, agentId, reason, decisionContext(context)));
  }
  await applyAndRelay(context, { events });
}
