/** Reads of agents and their webhook signing keys. */
export type { AgentRow } from '../../database/entities/agent';
export { findAgentOf, type SigningKeyMetadata } from '../../database/repositories/agents';
