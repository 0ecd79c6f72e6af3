import { assert, Refusal } from '../../domain/errors/errors';
import { idFromKeyOrUuid } from '../../domain/keys';
import { noWebhooksNextSteps, noWebhooksReason } from '../../domain/parties/webhook-status';
import { assertAgent } from '../../domain/sessions/credential-limits';
import { boundAgentOf } from '../../domain/sessions/caller';
import { retireSigningKey } from '../../database/repositories/agents';
import * as store from '../../database/repositories/webhooks';
import type { StoredDelivery } from '../../database/repositories/webhooks';
import { issueKey, lockAgent, ownAgent, type IssuedWebhookKey } from './agent';
import type { MutationContext } from '../context';
import { recordAuthority } from './authority';
import { lockForConsole } from './owner';
import { chargeDaily } from './quota';

/** Webhook operations of owners: rotate a signing key, redeliver. */

/** Replaces the signing key of an agent at once. Running attempts still carry the old signature. */
export async function rotateWebhookSigningKey(
  context: MutationContext,
  principalId: string,
  agentKey: string,
): Promise<IssuedWebhookKey> {
  const { tx } = context;
  await lockForConsole(context, principalId);
  await chargeDaily(context, principalId, 'changesPerDay');
  const { agentId } = await lockAgent(tx, principalId, agentKey);
  const version = await retireSigningKey(tx, agentId);
  assert(version !== undefined, 'an agent has a current signing key');
  recordAuthority(context, 'signing_key_retired', { object: 'signing_key', id: agentId, version });
  return issueKey(context, agentId, version + 1);
}

/**
 * Sends an ended delivery again, with the full retry schedule, the same id and the same bytes.
 * @throws Refusal 404 `webhook_delivery_not_found`, 409 `webhook_delivery_state_conflict` while it is pending
 * and while the agent gets no webhooks
 */
export async function redeliverWebhook(
  context: MutationContext,
  principalId: string,
  input: { readonly deliveryKey: string; readonly agentKey?: string | null | undefined },
): Promise<StoredDelivery> {
  const { tx, services } = context;
  const found = await findOwn(context, principalId, input);
  assertAgent(boundAgentOf(context.caller), found.agentId);
  await chargeDaily(context, principalId, 'changesPerDay');
  const [agent] = await store.lockAgents(tx, [found.agentId]);
  const [endpoint] = await store.lockEndpoints(tx, [found.agentId]);
  const [before] = await store.lockDeliveries(tx, [found.deliveryId]);
  if (!before || !agent) throw new Refusal('webhook_delivery_not_found');
  if (before.state === 'pending') {
    throw new Refusal('webhook_delivery_state_conflict', undefined, { current_state: before.state });
  }
  // An ended delivery goes also to an agent that has chosen no event types since.
  const reason = noWebhooksReason({ ...agent, eventTypes: [found.type] });
  if (reason !== null) {
    const members = { current_state: before.state };
    const nextStep = noWebhooksNextSteps[reason];
    throw new Refusal(
      'webhook_delivery_state_conflict',
      nextStep,
      members,
      `${nextStep} Then use a new idempotency key.`,
    );
  }
  const after = { ...before, state: 'pending' as const, tries: 0, dueAt: tx.now, endedAt: null };
  await store.updateDeliveries(tx, [after]);
  // An attempt from before the delivery ended may still run, perhaps to an old URL. Its result no longer counts.
  if (endpoint) await store.updateEndpoints(tx, [endpoint], [found.deliveryId]);
  else await store.resetEndpoint(tx, found.agentId);
  tx.afterCommit(() => services.notifyWorker('webhooks'));
  return { ...found, ...after };
}

async function findOwn(
  context: MutationContext,
  principalId: string,
  { deliveryKey, agentKey }: { readonly deliveryKey: string; readonly agentKey?: string | null | undefined },
): Promise<StoredDelivery> {
  const agent = agentKey == null ? undefined : await ownAgent(context, principalId, agentKey);
  const deliveryId = idFromKeyOrUuid('dlv', deliveryKey);
  const found = deliveryId === undefined ? undefined : await store.findDelivery(context.tx, deliveryId);
  const isNamed = agent === undefined || found?.agentId === agent.agentId;
  if (found?.principalId !== principalId || !isNamed) throw new Refusal('webhook_delivery_not_found');
  return found;
}
