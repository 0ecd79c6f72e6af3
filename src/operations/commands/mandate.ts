import { Refusal } from '../../domain/errors/errors';
import { type MandateInput, readMandate } from '../../domain/parties/mandate-input';
import type { AgentRow } from '../../database/entities/agent';
import * as store from '../../database/repositories/mandates';
import type { MutationContext } from '../context';
import { ownAgent } from './agent';
import { recordAuthority } from './authority';
import { lockOwnerBinding } from './owner';
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
  const limits = readMandate(input, tx.now);
  const agent = await lockForChange(context, principalId, agentKey);
  await store.putMandate(tx, principalId, agent.agentId, limits);
  recordAuthority(context, 'mandate_put', { object: 'mandate', id: agent.agentId });
  return agent;
}

/** Revokes a mandate. The agent may commit nothing until an owner sets a mandate again. A revoked one stays as it is. */
export async function revokeMandate(
  context: MutationContext,
  principalId: string,
  agentKey: string,
): Promise<AgentRow> {
  const agent = await lockForChange(context, principalId, agentKey);
  const hasChanged = await store.revokeMandate(context.tx, agent.agentId);
  if (hasChanged === undefined) throw new Refusal('mandate_not_found');
  if (hasChanged) recordAuthority(context, 'mandate_revoked', { object: 'mandate', id: agent.agentId });
  return agent;
}

async function lockForChange(context: MutationContext, principalId: string, agentKey: string): Promise<AgentRow> {
  await lockOwnerBinding(context, principalId);
  await chargeDaily(context, principalId, 'changesPerDay');
  return ownAgent(context, principalId, agentKey);
}
