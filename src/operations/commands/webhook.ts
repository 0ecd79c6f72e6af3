import { assert, Refusal } from '../../domain/errors/errors';
import { idFromKeyOrUuid } from '../../domain/keys';
import { assertAgent } from '../../domain/sessions/credential-limits';
import { boundAgentOf } from '../../domain/sessions/caller';
import { findAgentOf, retireSigningKey } from '../../database/repositories/agents';
import type { Tx } from '../../database/transactions/database';
import * as store from '../../database/repositories/webhooks';
import type { StoredDelivery } from '../../database/repositories/webhooks';
import { issueKey, lockAgent, type IssuedWebhookKey } from './agent';
import type { MutationContext } from '../context';
import { recordAuthority } from './authority';
import { lockOwnerBinding } from './owner';
import { claimDaily } from './quota';

/** Webhook operations of owners: rotate a signing key, redeliver. */

/** Replaces the signing key of an agent at once. Running attempts still carry the old signature. */
export async function rotateWebhookSigningKey(
  context: MutationContext,
  principalId: string,
  agentKey: string,
): Promise<IssuedWebhookKey> {
  const { tx } = context;
  await lockOwnerBinding(context, principalId);
  await claimDaily(context, principalId, 'changesPerDay');
  const { agentId } = await lockAgent(tx, principalId, agentKey);
  const version = await retireSigningKey(tx, agentId);
  assert(version !== undefined, 'an agent has a current signing key');
  recordAuthority(context, 'signing_key_retired', { object: 'signing_key', id: agentId, version });
  return issueKey(context, agentId, version + 1);
}

/**
 * Sends an ended delivery again, with the full retry schedule, the same id and the same bytes.
 * @throws Refusal 404 `webhook_delivery_not_found`, 409 `webhook_delivery_state_conflict` while it is pending
 * and while the agent's notifications are disabled
 */
export async function redeliverWebhook(
  context: MutationContext,
  principalId: string,
  input: { readonly deliveryKey: string; readonly agentKey?: string | null | undefined },
): Promise<StoredDelivery> {
  const { tx, services } = context;
  const found = await findOwn(tx, principalId, input);
  assertAgent(boundAgentOf(context.caller), found.agentId);
  await claimDaily(context, principalId, 'changesPerDay');
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
      'The notifications of the agent are disabled. Update its notification URL first.',
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
  const isNamed = agentKey == null || found?.agentId === idFromKeyOrUuid('agt', agentKey);
  if (found?.principalId !== principalId || !isNamed) throw new Refusal('webhook_delivery_not_found');
  return found;
}
