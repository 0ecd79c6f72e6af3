import { assert, Refusal } from '../../domain/errors/errors';
import { idFromKeyOrUuid } from '../../domain/keys';
import { findAgentOf, retireSigningKey } from '../../database/repositories/agents';
import type { Tx } from '../../database/transactions/database';
import * as store from '../../database/repositories/webhooks';
import type { StoredDelivery } from '../../database/repositories/webhooks';
import { issueKey, lockAgent, type IssuedWebhookKey } from './agent';
import type { MutationContext } from '../context';
import { lockOwnerBinding } from './owner';

/** Webhooks as their owner has a hand in them: keys that sign, deliveries that are sent again (events.md §2). */

/** Specification, Rotate webhook signing key: the new one is current at once; attempts under way carry the older one. */
export async function rotateWebhookSigningKey(
  acting: MutationContext,
  principalId: string,
  agentKey: string,
): Promise<IssuedWebhookKey> {
  const { tx } = acting;
  await lockOwnerBinding(acting, principalId);
  const { agentId } = await lockAgent(tx, principalId, agentKey);
  const version = await retireSigningKey(tx, agentId);
  assert(version !== undefined, 'an agent has a current signing key');
  return issueKey(acting, agentId, version + 1);
}

/**
 * Sends a delivery that has ended once more, with the whole schedule before it, under the same id and with the same
 * bytes. @throws Refusal 404 `webhook_delivery_not_found`, 409 `webhook_delivery_state_conflict` while it is pending
 * and while the agent's notifications are disabled
 */
export async function redeliverWebhook(
  { tx, services }: MutationContext,
  principalId: string,
  input: { readonly deliveryKey: string; readonly agentKey?: string | null | undefined },
): Promise<StoredDelivery> {
  const found = await findOwn(tx, principalId, input);
  const [agent] = await store.lockAgents(tx, [found.agentId]);
  const [endpoint] = await store.lockEndpoints(tx, [found.agentId]);
  const [before] = await store.lockDeliveries(tx, [found.deliveryId]);
  if (!before || !agent) throw new Refusal('webhook_delivery_not_found');
  if (before.state === 'pending') {
    throw new Refusal('webhook_delivery_state_conflict', undefined, { current_state: before.state });
  }
  if (agent.notificationsDisabledAt !== null || agent.notificationUrl === null) {
    throw new Refusal(
      'webhook_delivery_state_conflict',
      'The agent’s notifications are disabled: patch its notification URL first.',
      { current_state: before.state },
    );
  }
  const after = { ...before, state: 'pending' as const, tries: 0, dueAt: tx.now, endedAt: null };
  await store.updateDeliveries(tx, [after]);
  if (endpoint) await store.updateEndpoints(tx, [endpoint], []);
  else await store.resetEndpoint(tx, found.agentId);
  tx.afterCommit(() => services.notifyWorker('webhooks'));
  return { ...found, ...after };
}

async function findOwn(
  tx: Tx,
  principalId: string,
  { deliveryKey, agentKey }: { readonly deliveryKey: string; readonly agentKey?: string | null | undefined },
): Promise<StoredDelivery> {
  if (agentKey != null) {
    const agentId = idFromKeyOrUuid('agt', agentKey);
    const agent = agentId === undefined ? undefined : await findAgentOf(tx, principalId, agentId);
    if (!agent) throw new Refusal('agent_not_found');
  }
  const deliveryId = idFromKeyOrUuid('dlv', deliveryKey);
  const found = deliveryId === undefined ? undefined : await store.findDelivery(tx, deliveryId);
  const named = agentKey == null || found?.agentId === idFromKeyOrUuid('agt', agentKey);
  if (found?.principalId !== principalId || !named) throw new Refusal('webhook_delivery_not_found');
  return found;
}
