import { keyOf } from '../../../src/domain/keys';
import type { Unsettled } from './unresolved-payments';
import type { Call, Cast } from './calls';

/** Plays what principals and owners do besides trading: stamps, agents, credentials and humans. */
export async function administer(call: Call, cast: Cast, name: string): Promise<void> {
  const { consumer, owner, operator } = cast;
  const principalKey = keyOf('prn', consumer.principalId);
  await stamps(call, cast, principalKey);
  await call(owner, 'renamePrincipal', { principalKey, displayName: name }, 'principal { displayName }');
  await agents(call, cast, principalKey, name);
  await credentials(call, owner, principalKey);
  await humans(call, owner, principalKey, name);
  await call(operator, 'setEconomicAnchor', { principalKey, maxOpenTrades: 1_000_000 }, 'principal { id }');
}

/** Resolves a parked purchase and a flagged payment as an operator. */
export async function resolvePayments(
  call: Call,
  { operator }: Cast,
  { sessionId, eventId }: Unsettled,
): Promise<void> {
  const reason = 'Paid back by hand.';
  await call(operator, 'resolvePayment', { sessionId, reason }, 'operatorAct { id }');
  await call(operator, 'resolvePayment', { eventId, reason }, 'operatorAct { id }', 'resolvePayment, flagged');
}

async function stamps(call: Call, { consumer, owner }: Cast, principalKey: string): Promise<void> {
  await call(consumer, 'reserveBond', { amountStamps: 5 }, 'principal { id }');
  await call(consumer, 'releaseBond', { amountStamps: 5 }, 'principal { id }');
  await call(consumer, 'purchaseTickets', { pack: 'STARTER' }, 'purchase { sessionId }');
  await call(owner, 'fundPrincipal', { principalKey, amountStamps: 5 }, 'transferKey');
  await call(owner, 'returnFunds', { principalKey, amountStamps: 5 }, 'transferKey');
}

async function agents(call: Call, { consumer, owner }: Cast, principalKey: string, name: string): Promise<void> {
  const { agent } = await call<{ agent: { agentKey: string } }>(
    owner,
    'registerAgent',
    { principalKey, card: { name, capabilities: { pushNotifications: false } } },
    'agent { agentKey }',
  );
  const { agentKey } = agent;
  await call(owner, 'updateAgentNotificationUrl', { principalKey, agentKey, notificationUrl: null }, 'agent { id }');
  await call(consumer, 'setAgentEventTypes', { agentKey, eventTypes: ['TRADE_COMPLETED'] }, 'agent { id }');
  await call(consumer, 'rotateWebhookSigningKey', { agentKey }, 'webhookSigningKey { version }');
}

async function credentials(call: Call, owner: Cast['owner'], principalKey: string): Promise<void> {
  const { credential } = await call<{ credential: { credentialId: string } }>(
    owner,
    'createCredential',
    { principalKey },
    'credential { credentialId }',
  );
  const { credentialId } = credential;
  await call(owner, 'revokeCredential', { principalKey, credentialId }, 'credential { credentialId }');
}

async function humans(call: Call, owner: Cast['owner'], principalKey: string, name: string): Promise<void> {
  const { binding } = await call<{ binding: { bindingId: string } }>(
    owner,
    'putBinding',
    { principalKey, provider: 'bench', subject: name, role: 'VIEWER' },
    'binding { bindingId }',
  );
  await call(owner, 'removeBinding', { principalKey, bindingId: binding.bindingId }, 'binding { bindingId }');
  const newcomer = { ...owner, acting: { provider: 'bench', subject: `new-${name}` } };
  const { principal } = await call<{ principal: { principalKey: string } }>(
    newcomer,
    'provisionPrincipal',
    { displayName: name },
    'principal { principalKey }',
  );
  await call(newcomer, 'rotateCredential', { principalKey: principal.principalKey }, 'credential { credentialId }');
}
