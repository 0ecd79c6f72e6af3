/** Reads of proposals and match runs. */
export { findMatchRunOf, findProposalOf } from '../../database/repositories/proposals';
