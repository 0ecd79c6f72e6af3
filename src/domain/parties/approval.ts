import { canonical } from '../canonical';
import type { Commitment, DecisionContext, Effects } from '../effects';
import { errorCatalogue } from '../errors/catalogue';
import { Refusal } from '../errors/errors';
import { approvalEvent } from '../events/events';
import { keyOf } from '../keys';
import { addSeconds, earlierOf, isDue } from '../time';
import type { Terms } from '../types';
import type {
  Approval,
  ApprovalDecision,
  ApprovalRequest,
  ApprovalStatus,
  ApprovalUse,
  OpenApproval,
} from './approval-types';
import { type RefusalEffects, RefusalWithEffects } from './refusal-effects';

/** Approvals of owners for commitments above the threshold of a mandate (docs/concepts/mandates.md). */

/** 24 hours: how long a request waits for a decision, and how long an approval counts. */
export const APPROVAL_SECONDS = 86_400;

/** The most requests of a participant for one proposal. Each writes an event, so an agent could write without end. */
export const MAX_REQUESTS = 50;

/** Until when an owner can decide, and after an approval until when it counts: at most until the proposal expires. */
export function approvalEnd({
  expiresAt,
  proposalExpiresAt,
}: Pick<Approval & ApprovalUse, 'expiresAt' | 'proposalExpiresAt'>): Date {
  return earlierOf(expiresAt, proposalExpiresAt);
}

/** The status of an approval. The end is computed and never stored: an expired proposal ends it before a worker does. */
export function approvalStatus(
  { decision, expiresAt }: Pick<Approval, 'decision' | 'expiresAt'>,
  now: Date,
  { isUsed = false, isOver = false, proposalExpiresAt = null }: Partial<ApprovalUse> = {},
): ApprovalStatus {
  if (decision === 'denied') return 'denied';
  // An expired proposal also releases what the agent has committed.
  if (isDue(proposalExpiresAt, now)) return 'expired';
  if (decision === 'approved' && isUsed) return 'used';
  return isOver || isDue(expiresAt, now) ? 'expired' : (decision ?? 'pending');
}

/** The refusal of a commitment that needs an approval. After the rollback, its effects are written: the request and its event. */
export class ApprovalRequired extends RefusalWithEffects {
  /** @param effects empty if the request exists */
  constructor(
    private readonly approval: Approval,
    private readonly status: ApprovalStatus,
    effects: RefusalEffects,
    url?: string,
  ) {
    const members = {
      approval_key: keyOf('apr', approval.approvalId),
      approval_status: status,
      committed_stamps: approval.committedStamps,
      ...(url !== undefined && { url }),
    };
    super('approval_required', DETAILS[status], members, effects, remedyOf(status, url));
  }

  /** Adds the address of the page on which an owner decides. */
  withPage(pageOf: (approval: Approval) => string | undefined): ApprovalRequired {
    return new ApprovalRequired(this.approval, this.status, this.effects, pageOf(this.approval));
  }
}

const DETAILS: Readonly<Partial<Record<ApprovalStatus, string>>> = {
  pending: 'The commitment needs the approval of an owner, who has not decided yet.',
  denied: 'An owner denied the commitment.',
};

/** Undefined: the remedy of the catalogue. */
function remedyOf(status: ApprovalStatus, url: string | undefined): string | undefined {
  if (status === 'denied') return OF_DENIED;
  return url === undefined ? undefined : `An owner decides at ${url}. ${errorCatalogue.approval_required.remedy}`;
}

const OF_DENIED = 'Counter with other terms, or reject the proposal. The same commitment stays denied.';

const LAST_REQUEST = `The agent has asked an owner ${MAX_REQUESTS} times about this proposal, which is the most (approval_requests).`;

/** The threshold of a mandate, the last request of its agent for the proposal, and what owners have denied. */
export interface ApprovalData {
  readonly approvalAboveStamps: bigint | null;
  /** When the mandate was set first, or again after a revocation. */
  readonly createdAt: Date;
  readonly approval: Approval | null;
  /** The denied requests for the current revision of the proposal or a later one. */
  readonly denials: readonly Approval[];
}

/** The status of the last request. One from before a revocation of the mandate has expired. */
export function lastStatus({ approval, createdAt }: ApprovalData, now: Date): ApprovalStatus {
  return approval === null || approval.requestedAt < createdAt ? 'expired' : approvalStatus(approval, now);
}

/** Whether an approval is for these terms. */
export function hasTerms(approval: Approval, terms: Terms): boolean {
  return canonical(approval.terms) === canonical(terms);
}

/** Whether an approval is for this commitment: for its revision, its terms and its cost. */
function isFor(approval: Approval, { revisionNo, stamps, bondStamps }: Commitment, terms: Terms): boolean {
  return (
    approval.revisionNo === revisionNo &&
    approval.committedStamps === stamps &&
    approval.bondStamps === bondStamps &&
    hasTerms(approval, terms)
  );
}

/**
 * Checks that an owner approves a commitment above the threshold.
 *
 * The same request is not made twice: it stays pending, and a denial lasts as long as its revision. An expired one is made again.
 * @throws ApprovalRequired, Refusal 409 `mandate_exceeded` after the last request
 */
export function assertApproved(
  data: ApprovalData,
  commitment: Commitment,
  terms: Terms,
  context: Pick<DecisionContext, 'now' | 'newId'>,
): void {
  const { approvalAboveStamps, approval: last, denials } = data;
  if (approvalAboveStamps === null || commitment.stamps <= approvalAboveStamps) return;
  const denied = denials.find((denial) => isFor(denial, commitment, terms));
  if (denied) throw new ApprovalRequired(denied, 'denied', {});
  const { now } = context;
  const status = last && isFor(last, commitment, terms) ? lastStatus(data, now) : 'expired';
  if (status === 'approved') return;
  if (last && status !== 'expired') throw new ApprovalRequired(last, status, {});
  const requestNo = (last?.requestNo ?? 0) + 1;
  if (requestNo > MAX_REQUESTS) throw new Refusal('mandate_exceeded', LAST_REQUEST, { limit: 'approval_requests' });
  const { proposalId, principalId, agentId, revisionNo, stamps: committedStamps, bondStamps } = commitment;
  const request: ApprovalRequest = {
    approvalId: context.newId(),
    principalId,
    agentId,
    proposalId,
    revisionNo,
    terms,
    committedStamps,
    bondStamps,
    requestedAt: now,
    expiresAt: addSeconds(now, APPROVAL_SECONDS),
    decidedAt: null,
    decision: null,
    decidedBy: null,
    requestNo,
    replacesId: last?.approvalId ?? null,
  };
  const events = [approvalEvent('approval.requested', request, 'pending', context)];
  throw new ApprovalRequired(request, 'pending', { approvals: [request], events });
}

/** Decides a pending request. An approval counts from now on for 24 hours. @throws Refusal 409 `approval_state_conflict` */
export function decidePendingApproval(
  { isOver, proposalExpiresAt, ...approval }: OpenApproval,
  { decision, ownerId }: { readonly decision: ApprovalDecision; readonly ownerId: string },
  context: Pick<DecisionContext, 'now' | 'newId'>,
): { readonly approval: Approval; readonly effects: Pick<Effects, 'events'> } {
  const { now } = context;
  const status = approvalStatus(approval, now, { isOver, proposalExpiresAt });
  if (status !== 'pending') throw new Refusal('approval_state_conflict', undefined, { approval_status: status });
  const expiresAt = decision === 'approved' ? addSeconds(now, APPROVAL_SECONDS) : approval.expiresAt;
  const decided: Approval = { ...approval, decision, decidedAt: now, decidedBy: ownerId, expiresAt };
  return { approval: decided, effects: { events: [approvalEvent('approval.decided', decided, decision, context)] } };
}
