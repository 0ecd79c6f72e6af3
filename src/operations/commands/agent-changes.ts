import { checkNotificationUrl, checkPushInvariant, parseCard } from '../../domain/parties/agent-card';
import { readCardKeys } from '../../domain/parties/card-keys';
import { Refusal } from '../../domain/errors/errors';
import { idFromKeyOrUuid } from '../../domain/keys';
import type { AgentRow } from '../../database/entities/agent';
import * as retirement from '../../database/repositories/agent-retirement';
import { findAgentOf, updateCard, updateNotifications, updateRetirement } from '../../database/repositories/agents';
import { lockPrincipal } from '../../database/repositories/principals';
import { resetEndpoint } from '../../database/repositories/webhooks';
import type { MutationContext } from '../context';
import { checkAddress, lockAgent } from './agent';
import { recordAuthority } from './authority';
import { lockForConsole } from './owner';
import { lockAndAssertCanChangeCard, chargeDaily } from './quota';

export interface UpdateAgentCardInput {
  readonly agentKey: string;
  readonly card: unknown;
  /** Undefined: the keys stay. An empty list removes them. */
  readonly cardKeys?: readonly unknown[] | null | undefined;
}

/** Where a new card has its notification URL. */
const URL_POINTER = '/card/notification_url';

/**
 * Replaces the card of an agent, with the checks of a registration.
 *
 * The notification URL stays, unless the card has one: then it is as after `updateAgentNotificationUrl`.
 */
export async function updateAgentCard(
  context: MutationContext,
  principalId: string,
  input: UpdateAgentCardInput,
): Promise<AgentRow> {
  const { tx, services } = context;
  const parsed = parseCard(input.card, undefined);
  checkNotificationUrl(parsed.notificationUrl, { allowPrivate: services.settings.webhookAllowPrivate }, URL_POINTER);
  const newKeys = input.cardKeys ? readCardKeys(input.cardKeys) : undefined;
  // Before the locks, so that a slow name server blocks no other request.
  await checkAddress(services, parsed.notificationUrl, URL_POINTER);
  await lockForConsole(context, principalId);
  await chargeDaily(context, principalId, 'changesPerDay');
  const before = await lockAgent(tx, principalId, input.agentKey);
  const cardKeys = newKeys ?? before.cardKeys;
  const notificationUrl = parsed.notificationUrl ?? before.notificationUrl;
  checkPushInvariant(parsed.capabilities, notificationUrl, URL_POINTER);
  await lockAndAssertCanChangeCard(context, principalId, { before, after: { card: parsed.card, cardKeys } });
  const row: AgentRow = {
    ...before,
    card: parsed.card,
    cardVersion: parsed.conformance.version,
    cardMissing: [...parsed.conformance.missing],
    cardKeys,
    cardSignature: await services.cardSignatures.verifyCard(parsed.card, cardKeys ?? []),
    ...parsed.capabilities,
    notificationUrl,
    notificationsDisabledAt: parsed.notificationUrl === null ? before.notificationsDisabledAt : null,
  };
  // Deliveries wait while the card has no push notifications.
  const isSwitchedOn = row.pushNotifications && !before.pushNotifications;
  await updateAgent(context, row, parsed.notificationUrl !== null, isSwitchedOn);
  return row;
}

async function updateAgent(
  { tx, ...context }: MutationContext,
  row: AgentRow,
  hasNewUrl: boolean,
  isSwitchedOn: boolean,
): Promise<void> {
  // The URL first: the card may need it (`agent_push_needs_url`).
  if (hasNewUrl) await updateNotifications(tx, row);
  if (hasNewUrl || isSwitchedOn) {
    await resetEndpoint(tx, row.agentId);
    tx.afterCommit(() => context.services.notifyWorker('webhooks'));
  }
  await updateCard(tx, row);
  recordAuthority({ tx, ...context }, 'agent_changed', { object: 'agent', id: row.agentId });
}

/**
 * Retires an agent: it starts no listing, proposal or trade any more. A retired one stays as it is.
 *
 * Its listings close, and its open proposals expire now. Its open trades, credentials and mandate stay as they are.
 *
 * Locks: proposals → principal → listings → agent. The lock of the principal orders it with `publishListing` and `createTrade`,
 * those of the proposals with answers, and that of the agent with match runs.
 */
export async function retireAgent(context: MutationContext, principalId: string, agentKey: string): Promise<AgentRow> {
  const { tx, services } = context;
  const agentId = idFromKeyOrUuid('agt', agentKey);
  const agent = agentId === undefined ? undefined : await findAgentOf(tx, principalId, agentId);
  if (agent) await retirement.lockOpenProposals(tx, principalId, agent.agentId);
  await lockPrincipal(tx, principalId);
  await lockForConsole(context, principalId);
  await chargeDaily(context, principalId, 'changesPerDay');
  if (!agent) throw new Refusal('agent_not_found');
  await retirement.closeListings(tx, agent.agentId);
  await retirement.lockAgentWhole(tx, agent.agentId);
  const before = await lockAgent(tx, principalId, agentKey);
  if (before.retiredAt !== null) return before;
  await retirement.expireOpenProposals(tx, principalId, agent.agentId);
  const row: AgentRow = { ...before, retiredAt: tx.now };
  await updateRetirement(tx, row);
  recordAuthority(context, 'agent_retired', { object: 'agent', id: row.agentId });
  // It ends the expired proposals, with their events.
  tx.afterCommit(() => services.notifyWorker('proposal-expiry'));
  return row;
}
