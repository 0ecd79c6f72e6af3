/** Reads of agents and their webhook signing keys. */
export type { AgentRow } from '../../database/entities/agent';
export { agentsOf, findAgentOf, type SigningKeyMetadata, signingKeysOf } from '../../database/repositories/agents';
