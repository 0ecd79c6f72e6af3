import {
  checkNotificationUrl,
  checkPushInvariant,
  parseCard,
  readEventTypes,
  type AgentCapabilities,
} from '../../domain/parties/agent-card';
import { readCardKeys } from '../../domain/parties/card-keys';
import { invalidMember, Refusal } from '../../domain/errors/errors';
import { idFromKeyOrUuid } from '../../domain/keys';
import * as store from '../../database/repositories/agents';
import type { AgentRow } from '../../database/entities/agent';
import type { Tx } from '../../database/transactions/database';
import { resetEndpoint } from '../../database/repositories/webhooks';
import type { MutationContext, Services } from '../context';
import { lockForConsole } from './owner';
import { recordAuthority } from './authority';
import { lockAndAssertCanAddAgent, chargeDaily } from './quota';

export interface RegisterAgentInput {
  readonly card: unknown;
  /** Takes precedence over the card's URL. Undefined: the card's URL. */
  readonly notificationUrl?: string | null | undefined;
  readonly eventTypes?: readonly string[] | null | undefined;
  /** Public JWKs that verify the signatures of the card. */
  readonly cardKeys?: readonly unknown[] | null | undefined;
}

/** A new key that signs webhooks. Its secret is shown once, here. */
export interface IssuedWebhookKey {
  readonly version: number;
  readonly secret: string;
  readonly createdAt: Date;
}

export interface RegisteredAgent {
  readonly agent: AgentRow;
  readonly webhookSigningKey: IssuedWebhookKey;
}

export function capabilitiesOf(row: AgentRow): AgentCapabilities {
  const { streaming, pushNotifications, extendedAgentCard } = row;
  return { streaming, pushNotifications, extendedAgentCard };
}

/** Registers an agent with its first signing key. */
export async function registerAgent(
  context: MutationContext,
  principalId: string,
  input: RegisterAgentInput,
): Promise<RegisteredAgent> {
  const { tx, services } = context;
  const card = parseCard(input.card, input.notificationUrl);
  checkNotificationUrl(card.notificationUrl, { allowPrivate: services.settings.webhookAllowPrivate });
  checkPushInvariant(card.capabilities, card.notificationUrl);
  const cardKeys = input.cardKeys ? readCardKeys(input.cardKeys) : null;
  const cardSignature = await services.cardSignatures.verifyCard(card.card, cardKeys ?? []);
  await checkAddress(services, card.notificationUrl);
  await lockForConsole(context, principalId);
  await lockAndAssertCanAddAgent(context, principalId, { card: card.card, cardKeys });
  const agent: AgentRow = {
    agentId: services.newId(tx.now),
    principalId,
    card: card.card,
    cardVersion: card.conformance.version,
    cardMissing: [...card.conformance.missing],
    ...card.capabilities,
    notificationUrl: card.notificationUrl,
    eventTypes: [...readEventTypes(input.eventTypes)],
    notificationsDisabledAt: null,
    cardKeys,
    cardSignature,
    retiredAt: null,
    createdAt: tx.now,
    eventTypesSince: tx.now,
  };
  await store.insertAgent(tx, agent);
  recordAuthority(context, 'agent_registered', { object: 'agent', id: agent.agentId });
  return { agent, webhookSigningKey: await issueKey(context, agent.agentId, 1) };
}

/** Issues a signing key. The stored answer of the request is then encrypted. */
export async function issueKey(context: MutationContext, agentId: string, version: number): Promise<IssuedWebhookKey> {
  const { tx, services } = context;
  const secret = services.newWebhookSecret();
  const encrypted = services.secrets.encrypt(secret, `webhook:${agentId}:${String(version)}`);
  await store.insertSigningKey(tx, {
    agentId,
    version,
    secretCiphertext: encrypted.ciphertext,
    secretKeyId: encrypted.keyId,
    createdAt: tx.now,
    retiredAt: null,
  });
  recordAuthority(context, 'signing_key_issued', { object: 'signing_key', id: agentId, version });
  context.containsSecret();
  return { version, secret, createdAt: tx.now };
}

/** Refuses a host that resolves to a forbidden address. Every delivery checks it again. */
export async function checkAddress(
  { addresses }: Services,
  notificationUrl: string | null,
  pointer = '/notification_url',
): Promise<void> {
  if (notificationUrl === null || !(await addresses.forbids(notificationUrl))) return;
  throw invalidMember(pointer, 'must not point to a private or reserved host');
}

/** Finds an agent of the principal, without a lock. @throws Refusal 404 `agent_not_found` */
export async function ownAgent({ tx }: MutationContext, principalId: string, agentKey: string): Promise<AgentRow> {
  const agentId = idFromKeyOrUuid('agt', agentKey);
  const agent = agentId === undefined ? undefined : await store.findAgentOf(tx, principalId, agentId);
  if (!agent) throw new Refusal('agent_not_found');
  return agent;
}

export async function lockAgent(tx: Tx, principalId: string, agentKey: string): Promise<AgentRow> {
  const agentId = idFromKeyOrUuid('agt', agentKey);
  const row = agentId === undefined ? undefined : await store.lockAgentOf(tx, principalId, agentId);
  if (!row) throw new Refusal('agent_not_found');
  return row;
}

/**
 * Changes the notification URL of an agent; null clears it.
 *
 * An agent with push notifications needs a URL. A new URL enables notifications that were disabled.
 */
export async function updateAgentNotificationUrl(
  context: MutationContext,
  principalId: string,
  agentKey: string,
  notificationUrl: string | null | undefined,
): Promise<AgentRow> {
  const { tx, services } = context;
  if (notificationUrl === undefined) {
    throw invalidMember('/notification_url', 'must be given: an https URL, or null for none');
  }
  checkNotificationUrl(notificationUrl, { allowPrivate: services.settings.webhookAllowPrivate });
  // Before the locks, so that a slow name server blocks no other request.
  await checkAddress(services, notificationUrl);
  await lockForConsole(context, principalId);
  await chargeDaily(context, principalId, 'changesPerDay');
  const before = await lockAgent(tx, principalId, agentKey);
  checkPushInvariant(capabilitiesOf(before), notificationUrl);
  const row = { ...before, notificationUrl, notificationsDisabledAt: null };
  await store.updateNotifications(tx, row);
  recordAuthority(context, 'agent_changed', { object: 'agent', id: row.agentId });
  await resetEndpoint(tx, row.agentId);
  tx.afterCommit(() => services.notifyWorker('webhooks'));
  return row;
}

/** Sets the types of the events that the agent gets by webhook. */
export async function setAgentEventTypes(
  context: MutationContext,
  principalId: string,
  agentKey: string,
  eventTypes: readonly string[],
): Promise<AgentRow> {
  const { tx } = context;
  const types = readEventTypes(eventTypes);
  await lockForConsole(context, principalId);
  await chargeDaily(context, principalId, 'changesPerDay');
  const row = { ...(await lockAgent(tx, principalId, agentKey)), eventTypes: [...types] };
  await store.updateNotifications(tx, row);
  recordAuthority(context, 'agent_changed', { object: 'agent', id: row.agentId });
  return row;
}
