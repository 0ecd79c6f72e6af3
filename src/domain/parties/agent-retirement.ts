import { Refusal } from '../errors/errors';

/** Checks that an agent may start something new. @throws Refusal 409 `agent_retired` */
export function assertActive(agentId: string, retiredAgentIds: readonly string[] = []): void {
  if (retiredAgentIds.includes(agentId)) throw new Refusal('agent_retired');
}

/** Whether an agent of a proposal has retired. The proposal has then expired, also for a call that began before. */
export function hasAnyRetired(retiredAgentIds: readonly string[] = []): boolean {
  return retiredAgentIds.length > 0;
}
