import { asAgent, asOwner, EVENT_TYPES, type Lane, mutate, mutationRequest } from './parties';
import type { Scene } from './plan';
import { registerAgent } from './scenes-party';
import { propose, response } from './trading';

/** Scenes of agents and their webhooks. */

/** Registers an agent, changes its types and URL, rotates a key and redelivers a webhook. */
export async function agents(lane: Lane, { key, draws }: Scene): Promise<void> {
  const { spare, provider } = lane;
  const owner = asOwner(lane, spare.subject);
  const { agent } = await registerAgent(lane, key, spare, `/${key}`);
  const { agentKey } = agent;
  const { principalKey } = spare;
  const types = EVENT_TYPES.slice(0, 1 + ((draws[0] ?? 0) % EVENT_TYPES.length));
  await mutate(lane, {
    key: `${key}-types`,
    signer: owner,
    field: 'setAgentEventTypes',
    input: { principalKey, agentKey, eventTypes: types },
    selection: 'agent { eventTypes }',
    acknowledges: () => ({ values: { [`types ${agentKey}`]: String(types.length) } }),
  });
  const notificationUrl = lane.url(`/${key}-moved`);
  await mutate(lane, {
    key: `${key}-url`,
    signer: owner,
    field: 'updateAgentNotificationUrl',
    input: { principalKey, agentKey, notificationUrl },
    selection: 'agent { notificationUrl }',
    acknowledges: () => ({ values: { [`url ${agentKey}`]: notificationUrl } }),
  });
  const name = `Card ${key}`;
  await mutate(lane, {
    key: `${key}-card`,
    signer: owner,
    field: 'updateAgentCard',
    input: { principalKey, agentKey, card: { name, capabilities: {} } },
    selection: 'agent { name }',
    acknowledges: () => ({ values: { [`card ${agentKey}`]: name } }),
  });
  await bound(lane, { key, principalKey, agentKey, budgetStamps: 1 + ((draws[1] ?? 0) % 1_000) });
  await approved(lane, key);
  const { webhookSigningKey } = await mutate<{ webhookSigningKey: { version: number; secret: string } }>(lane, {
    key: `${key}-key`,
    signer: asAgent(provider),
    field: 'rotateWebhookSigningKey',
    input: { agentKey: provider.agentKey },
    selection: 'webhookSigningKey { version secret }',
    acknowledges: (made) => ({
      effects: [{ kind: 'signing_key', id: `${provider.agentKey}:${made.webhookSigningKey.version}` }],
    }),
  });
  provider.secrets[webhookSigningKey.version] = webhookSigningKey.secret;
  await redeliver(lane, key);
  await mutate(lane, {
    key: `${key}-retire`,
    signer: owner,
    field: 'retireAgent',
    input: { principalKey, agentKey },
    selection: 'agent { retiredAt }',
    acknowledges: () => ({ values: { [`retired ${agentKey}`]: 'true' } }),
  });
}

interface Bound {
  readonly key: string;
  readonly principalKey: string;
  readonly agentKey: string;
  readonly budgetStamps: number;
}

/** Sets a mandate, and revokes it. */
async function bound(lane: Lane, { key, principalKey, agentKey, budgetStamps }: Bound): Promise<void> {
  const common = { signer: asOwner(lane, lane.spare.subject), selection: 'agent { mandate { status } }' };
  const values = (status: string) => ({ values: { [`mandate ${agentKey}`]: `${String(budgetStamps)} ${status}` } });
  await mutate(lane, {
    ...common,
    key: `${key}-mandate`,
    field: 'putMandate',
    input: { principalKey, agentKey, budgetStamps },
    acknowledges: () => values('active'),
  });
  await mutate(lane, {
    ...common,
    key: `${key}-no-mandate`,
    field: 'revokeMandate',
    input: { principalKey, agentKey },
    acknowledges: () => values('revoked'),
  });
}

/** Sets a threshold, asks for an approval, approves, and accepts. */
async function approved(lane: Lane, key: string): Promise<void> {
  const { spare } = lane;
  const { principalKey, agentKey } = spare;
  const owner = asOwner(lane, spare.subject);
  const proposalKey = await propose({ ...lane, consumer: spare }, `${key}-large`, 100);
  await mutate(lane, {
    key: `${key}-threshold`,
    signer: owner,
    field: 'putMandate',
    input: { principalKey, agentKey, budgetStamps: 1_000_000, approvalAboveStamps: 0 },
    selection: 'agent { mandate { status } }',
    acknowledges: () => ({ values: { [`mandate ${agentKey}`]: '1000000 active' } }),
  });
  const input = { proposalKey, decision: 'ACCEPT', expectedRevisionNo: 1 };
  const accept = { signer: asAgent(spare), field: 'respondToProposal', input, selection: 'proposal { state }' };
  const { code, members } = await lane.calls.ask(mutationRequest({ ...accept, key: `${key}-ask` }));
  if (code !== 'approval_required') throw new Error(`${key}: the acceptance was answered with ${code}`);
  const approvalKey = String(members['approvalKey']);
  await mutate(lane, {
    key: `${key}-approve`,
    signer: owner,
    field: 'decideApproval',
    input: { principalKey, approvalKey, decision: 'APPROVE' },
    selection: 'approval { status }',
    acknowledges: () => ({
      effects: [{ kind: 'approval', id: approvalKey, value: 'approved' }],
      // The refused call acknowledges nothing, although it wrote the request.
      events: ['requested', 'decided'].map((what) => `${principalKey} approval.${what} ${approvalKey}`),
    }),
  });
  await mutate(lane, {
    ...accept,
    key: `${key}-accept`,
    acknowledges: () => ({ effects: [response(proposalKey, 1, spare, 'accepted')] }),
  });
}

async function redeliver(lane: Lane, key: string): Promise<void> {
  const { provider } = lane;
  interface Deliveries {
    readonly principal: {
      readonly agent: { readonly webhookDeliveries: { readonly nodes: { deliveryKey: string; state: string }[] } };
    };
  }
  const { principal } = await lane.calls.askSuccessfully<Deliveries>({
    key: `${key}-deliveries`,
    signer: asAgent(provider),
    field: 'webhookDeliveries',
    document: {
      query: `query ($key: ID!) { principal { agent(agentKey: $key) { webhookDeliveries(first: 20) { nodes { deliveryKey state } } } } }`,
      variables: { key: provider.agentKey },
    },
  });
  const ended = principal.agent.webhookDeliveries.nodes.find(({ state }) => state === 'DELIVERED');
  if (ended === undefined) return;
  await mutate(lane, {
    key: `${key}-redeliver`,
    signer: asAgent(provider),
    field: 'redeliverWebhook',
    input: { agentKey: provider.agentKey, deliveryKey: ended.deliveryKey },
    selection: 'delivery { state }',
  });
}
