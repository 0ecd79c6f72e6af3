import {
  checkNotificationUrl,
  checkPushInvariant,
  parseCard,
  readEventTypes,
  type AgentCapabilities,
} from '../../domain/parties/agent-card';
import { invalid, Refusal } from '../../domain/errors/errors';
import { idFromKeyOrUuid } from '../../domain/keys';
import * as store from '../../database/repositories/agents';
import type { AgentRow } from '../../database/entities/agent';
import type { Tx } from '../../database/transactions/database';
import { resetEndpoint } from '../../database/repositories/webhooks';
import type { MutationContext, Services } from '../context';
import { lockOwnerBinding } from './owner';

export interface RegisterAgentInput {
  readonly card: unknown;
  /** Beside the card it goes before the card's own; undefined: the card's. */
  readonly notificationUrl?: string | null | undefined;
  readonly eventTypes?: readonly string[] | null | undefined;
}

/** A key that signs webhooks: the secret is in this answer alone. */
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

/** Specification, Register agent. The card is fixed from here on (contract §7, Agent). */
export async function registerAgent(
  acting: MutationContext,
  principalId: string,
  input: RegisterAgentInput,
): Promise<RegisteredAgent> {
  const { tx, services } = acting;
  const reading = parseCard(input.card, input.notificationUrl);
  checkNotificationUrl(reading.notificationUrl, { allowPrivate: services.settings.webhookAllowPrivate });
  checkPushInvariant(reading.capabilities, reading.notificationUrl);
  await checkAddress(services, reading.notificationUrl);
  await lockOwnerBinding(acting, principalId);
  const agent: AgentRow = {
    agentId: services.newId(tx.now),
    principalId,
    card: reading.card,
    cardVersion: reading.conformance.version,
    cardMissing: [...reading.conformance.missing],
    ...reading.capabilities,
    notificationUrl: reading.notificationUrl,
    eventTypes: [...readEventTypes(input.eventTypes)],
    notificationsDisabledAt: null,
    createdAt: tx.now,
    eventTypesSince: tx.now,
  };
  await store.insertAgent(tx, agent);
  return { agent, webhookSigningKey: await firstKey(acting, agent.agentId) };
}

/** events.md §2: version 1 is made at registration, whether the agent is pushed to or not. */
async function firstKey(acting: MutationContext, agentId: string): Promise<IssuedWebhookKey> {
  return issueKey(acting, agentId, 1);
}

/** Makes a key; the request's answer is marked as bearing a secret. */
export async function issueKey(acting: MutationContext, agentId: string, version: number): Promise<IssuedWebhookKey> {
  const { tx, services } = acting;
  const secret = services.newWebhookSecret();
  const sealed = services.secrets.encrypt(secret, `webhook:${agentId}:${String(version)}`);
  await store.insertSigningKey(tx, {
    agentId,
    version,
    secretCiphertext: sealed.ciphertext,
    secretKeyId: sealed.keyId,
    createdAt: tx.now,
    retiredAt: null,
  });
  acting.containsSecret();
  return { version, secret, createdAt: tx.now };
}

/** What the address resolves to now is looked at; it is again at every attempt (events.md §2). */
async function checkAddress({ addresses }: Services, notificationUrl: string | null): Promise<void> {
  if (notificationUrl === null || !(await addresses.forbids(notificationUrl))) return;
  throw invalid([{ pointer: '/notification_url', detail: 'must not point to a private or reserved host' }]);
}

export async function lockAgent(tx: Tx, principalId: string, agentKey: string): Promise<AgentRow> {
  const agentId = idFromKeyOrUuid('agt', agentKey);
  const row = agentId === undefined ? undefined : await store.lockAgentOf(tx, principalId, agentId);
  if (!row) throw new Refusal('agent_not_found');
  return row;
}

/**
 * Specification, Patch agent: the notification URL only, null clears it; the push rule is asked of the capabilities
 * stored now. A patched URL is delivered to again where deliveries were disabled (events.md §2).
 */
export async function updateAgentNotificationUrl(
  acting: MutationContext,
  principalId: string,
  agentKey: string,
  notificationUrl: string | null | undefined,
): Promise<AgentRow> {
  const { tx, services } = acting;
  if (notificationUrl === undefined) {
    throw invalid([{ pointer: '/notification_url', detail: 'must be given: an https URL, or null for none' }]);
  }
  checkNotificationUrl(notificationUrl, { allowPrivate: services.settings.webhookAllowPrivate });
  // Before the locks: a name server that takes its time holds up nobody else.
  await checkAddress(services, notificationUrl);
  await lockOwnerBinding(acting, principalId);
  const before = await lockAgent(tx, principalId, agentKey);
  checkPushInvariant(capabilitiesOf(before), notificationUrl);
  const row = { ...before, notificationUrl, notificationsDisabledAt: null };
  await store.updateNotifications(tx, row);
  await resetEndpoint(tx, row.agentId);
  tx.afterCommit(() => services.notifyWorker('webhooks'));
  return row;
}

/** Contract §6, event-types: of what the agent is told by webhook. */
export async function setAgentEventTypes(
  acting: MutationContext,
  principalId: string,
  agentKey: string,
  eventTypes: readonly string[],
): Promise<AgentRow> {
  const { tx } = acting;
  const types = readEventTypes(eventTypes);
  await lockOwnerBinding(acting, principalId);
  const row = { ...(await lockAgent(tx, principalId, agentKey)), eventTypes: [...types] };
  await store.updateNotifications(tx, row);
  return row;
}
