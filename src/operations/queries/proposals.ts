/** Reads of proposals and match runs. */
export { findMatchRunOf, findProposalOf, proposalsOf } from '../../database/repositories/proposals';
