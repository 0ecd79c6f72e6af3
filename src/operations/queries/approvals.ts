/** Reads of approvals. */
export { type ApprovalRow, findApprovals } from '../../database/repositories/approvals';
