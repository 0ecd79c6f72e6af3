import { Refusal } from '../../domain/errors/errors';
import { type MandateInput, parseMandate } from '../../domain/parties/mandate-input';
import type { AgentRow } from '../../database/entities/agent';
import * as store from '../../database/repositories/mandates';
import type { MutationContext } from '../context';
import { ownAgent } from './agent';
import { recordAuthority } from './authority';
import { lockForConsole } from './owner';
import { chargeDaily } from './quota';

/** Mandates of agents. The lock of the principal orders them with the acceptances of the agent. */

/** Sets the limits of an agent's mandate. Lower limits do not affect what the agent has committed. */
export async function putMandate(
  context: MutationContext,
  principalId: string,
  agentKey: string,
  input: MandateInput,
): Promise<AgentRow> {
  const { tx } = context;
  const limits = parseMandate(input, tx.now);
  await lockForConsole(context, principalId);
  await chargeDaily(context, principalId, 'changesPerDay');
  const agent = await ownAgent(context, principalId, agentKey);
  await store.putMandate(tx, principalId, agent.agentId, limits);
  recordAuthority(context, 'mandate_put', { object: 'mandate', id: agent.agentId });
  return agent;
}

/**
 * Revokes a mandate. The agent may commit nothing until an owner sets a mandate again. A revoked one stays as it is.
 *
 * It counts for no daily quota, and so never waits for the match runs of the agent, which hold the row of the counts.
 */
export async function revokeMandate(
  context: MutationContext,
  principalId: string,
  agentKey: string,
): Promise<AgentRow> {
  await lockForConsole(context, principalId);
  const agent = await ownAgent(context, principalId, agentKey);
  const hasChanged = await store.revokeMandate(context.tx, agent.agentId);
  if (hasChanged === undefined) throw new Refusal('mandate_not_found');
  if (hasChanged) recordAuthority(context, 'mandate_revoked', { object: 'mandate', id: agent.agentId });
  return agent;
}
