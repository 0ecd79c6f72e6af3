import { webhookDisabled } from '../../domain/events/events';
import { decideAttempt, isSuccess, type DisableReason } from '../../domain/events/webhook';
import { applyEffects } from '../../database/repositories/facts';
import type { Tx } from '../../database/transactions/database';
import type { ClaimedDelivery } from '../../database/repositories/webhook-batch';
import * as store from '../../database/repositories/webhooks';
import type { WebhookAttemptRow, WebhookDeliveryRow, WebhookEndpointRow } from '../../database/repositories/webhooks';
import { decisionContext, type WriteContext } from '../context';
import type { Metrics, WebhookResponse } from '../ports';

/** An attempt that has ended: what was claimed, when it began (database clock), what came of it. */
export interface CompletedAttempt {
  readonly claimed: ClaimedDelivery;
  readonly attemptedAt: Date;
  readonly answer: WebhookResponse;
  /** From `attemptedAt` to the end. */
  readonly tookMs: number;
  /** 0 … 1, for the pause before the next one. */
  readonly jitter: number;
}

type LockedAgent = Awaited<ReturnType<typeof store.lockAgents>>[number];

/** Everything the attempts of a batch are about, locked: agents, then endpoints, then deliveries. */
interface Locked {
  readonly agents: ReadonlyMap<string, LockedAgent>;
  readonly endpoints: ReadonlyMap<string, WebhookEndpointRow>;
  readonly failingSince: Map<string, Date | null>;
  readonly deliveries: Map<string, WebhookDeliveryRow>;
}

/** Seconds from the event to the end of the attempt. */
export function latencyOf({ tookMs, claimed }: CompletedAttempt): number {
  return (claimed.waitedMs + tookMs) / 1000;
}

/**
 * Writes what came of attempts that have to be judged, one after the other: the log, the deliveries' next states, endpoints
 * disabled; whoever claims next looks at these endpoints again. An attempt whose claim was followed by another (its lease ran
 * out) is not written: the fencing token says whose word counts.
 */
export async function recordFailedAttempts(writing: WriteContext, ended: readonly CompletedAttempt[]): Promise<void> {
  const { tx, services } = writing;
  const locked = await lock(tx, ended);
  const attempts: WebhookAttemptRow[] = [];
  const disabled = new Map<string, DisableReason>();
  const changed = new Set<string>();
  for (const one of ended) {
    const before = locked.deliveries.get(one.claimed.deliveryId);
    if (!before || !store.holdsDeliveryLease(locked.endpoints.get(before.agentId), one.claimed)) continue;
    const { after, disable } = judge(writing, one, before, locked);
    locked.deliveries.set(after.deliveryId, after);
    changed.add(after.deliveryId);
    attempts.push(recordOf(one, after));
    tx.afterCommit(() => count(services.metrics, one, before, after));
    if (disable !== null) disabled.set(after.agentId, disable);
  }
  if (changed.size === 0) return;
  await store.updateDeliveries(
    tx,
    [...locked.deliveries.values()].filter((row) => changed.has(row.deliveryId)),
  );
  await store.insertAttempts(tx, attempts);
  await store.updateEndpoints(
    tx,
    Array.from(locked.failingSince, ([agentId, failingSince]) => ({ agentId, failingSince })),
    [...changed],
  );
  await disableAll(writing, disabled, locked);
}

/** In the one order for everybody: agents, endpoints, deliveries. */
async function lock(tx: Tx, ended: readonly CompletedAttempt[]): Promise<Locked> {
  const agentIds = [...new Set(ended.map(({ claimed }) => claimed.agentId))];
  const agents = await store.lockAgents(tx, agentIds);
  const endpoints = await store.lockEndpoints(tx, agentIds);
  const deliveries = await store.lockDeliveries(
    tx,
    ended.map((one) => one.claimed.deliveryId),
  );
  return {
    agents: new Map(agents.map((row) => [row.agentId, row])),
    endpoints: new Map(endpoints.map((row) => [row.agentId, row])),
    failingSince: new Map(endpoints.map((row) => [row.agentId, row.failingSince])),
    deliveries: new Map(deliveries.map((row) => [row.deliveryId, row])),
  };
}

function judge(
  { tx, services }: WriteContext,
  { claimed, attemptedAt, answer, jitter }: CompletedAttempt,
  before: WebhookDeliveryRow,
  { agents, failingSince }: Locked,
): { readonly after: WebhookDeliveryRow; readonly disable: DisableReason | null } {
  const decision = decideAttempt(answer, {
    tries: before.tries + 1,
    failingSince: failingSince.get(before.agentId) ?? null,
    now: tx.now,
    schedule: services.settings.webhookRetryScheduleSeconds,
    jitter,
  });
  const agent = agents.get(before.agentId);
  // What was disabled while this attempt was under way stays so, unless it has arrived after all.
  const open = before.state === 'pending' || isSuccess(answer);
  // An address that has been patched since, or enabled again, is not held to what it did before.
  const same = agent?.notificationUrl === claimed.notificationUrl && agent.notificationsDisabledAt === null;
  const current = open && same;
  if (current) failingSince.set(before.agentId, decision.failingSince);
  const next = open ? decision : { state: before.state, dueAt: before.dueAt };
  const after = {
    ...before,
    state: next.state,
    dueAt: next.dueAt,
    endedAt: next.state === 'pending' ? null : (before.endedAt ?? tx.now),
    tries: before.tries + 1,
    attempts: before.attempts + 1,
    firstAttemptAt: before.firstAttemptAt ?? attemptedAt,
  };
  return { after, disable: current ? decision.disable : null };
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

/** Once it is written: what is in the log is what is counted. */
function count(metrics: Metrics, one: CompletedAttempt, before: WebhookDeliveryRow, after: WebhookDeliveryRow): void {
  const { answer } = one;
  metrics.webhookTried(answer.error, answer.durationMs / 1000);
  if (after.state === 'dead' && before.state === 'pending') metrics.webhookDead();
  // One that was repeated by hand may carry an event of weeks ago.
  const first = before.state !== 'delivered' && before.tries === before.attempts;
  if (after.state !== 'delivered' || !first) return;
  metrics.webhookDelivered(latencyOf(one));
}

async function disableAll(
  writing: WriteContext,
  disabled: ReadonlyMap<string, DisableReason>,
  { agents }: Locked,
): Promise<void> {
  const { tx, services } = writing;
  if (disabled.size === 0) return;
  const events = [];
  for (const [agentId, reason] of disabled) {
    const principalId = agents.get(agentId)?.principalId;
    if (principalId === undefined) continue;
    await store.disableEndpoint(tx, agentId);
    tx.afterCommit(() => services.metrics.endpointDisabled(reason));
    events.push(webhookDisabled(principalId, agentId, reason, decisionContext(writing)));
  }
  await applyEffects(tx, { events });
  tx.afterCommit(() => services.notifyWorker('relay'));
}
