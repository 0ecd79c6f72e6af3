import type { Terms } from '../types';

/** Approvals as plain data. */

export type ApprovalDecision = 'approved' | 'denied';
export type ApprovalStatus = 'pending' | 'approved' | 'denied' | 'used' | 'expired';

/** A request of a participant in a proposal for an approval, with the decision of an owner. */
export interface Approval {
  readonly approvalId: string;
  readonly principalId: string;
  readonly agentId: string;
  readonly proposalId: string;
  /** The revision that the agent commits to. That of a counter does not exist yet. */
  readonly revisionNo: number;
  readonly terms: Terms;
  /** With the bond. */
  readonly committedStamps: bigint;
  readonly bondStamps: bigint;
  readonly requestedAt: Date;
  readonly expiresAt: Date;
  readonly decidedAt: Date | null;
  readonly decision: ApprovalDecision | null;
  /** The owner who decided. */
  readonly decidedBy: string | null;
  /** The number of the request among those of the participant for the proposal. */
  readonly requestNo: number;
}

/** The use of an approval, as the proposal shows it. */
export interface ApprovalUse {
  /** Whether the agent has committed to the revision of the approval. */
  readonly isUsed: boolean;
  /** Whether a newer revision, a later request, a revocation of the mandate or the end of the proposal came first. */
  readonly isOver: boolean;
  /** From when the expired proposal leaves nothing to commit to; null: it has a trade. */
  readonly proposalExpiresAt: Date | null;
}

/** An approval for its decision. */
export type OpenApproval = Approval & Omit<ApprovalUse, 'isUsed'>;

/** A request for an approval, to write. */
export interface ApprovalRequest extends Approval {
  /** The last request that the decision has read; null: none. This one replaces it if no owner has decided it. */
  readonly replacesId: string | null;
}
