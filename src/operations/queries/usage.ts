/** Reads of what principals use of their economic anchors. */
export { type ProposalUse, proposalUse, type Usage, usageOf } from '../../database/repositories/usage';
