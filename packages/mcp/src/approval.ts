import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '#client';
import { inputRequired, type InputRequest } from '@modelcontextprotocol/server';
import type { TradingService } from './service';

/** A refused call that an owner can allow. */
export interface PendingApproval {
  readonly approvalKey: string;
  /** The page of the decision. Undefined: the service has no console. */
  readonly url: string | undefined;
  readonly committedStamps: number;
}

/** The key of the question in `inputRequests`. */
export const APPROVE = 'approve';
/** No owner has decided. */
export const PENDING = 'PENDING';

/** Less than the minute that clients give a call by default. */
const MAX_WAIT_MS = 30_000;
const POLL_MS = 1_000;

const STATUS = 'query ($key: ID!) { principal { approval(approvalKey: $key) { status decidedAt } } }';

/** The approval for which an error asks, if no owner had decided it when the service refused. */
export function pendingApproval(error: unknown): PendingApproval | undefined {
  if (!isApprovalRequired(error)) return undefined;
  const { approvalKey, approvalStatus, url, committedStamps } = error.members;
  if (approvalStatus !== 'PENDING' || typeof approvalKey !== 'string') return undefined;
  return { approvalKey, url: typeof url === 'string' ? url : undefined, committedStamps: Number(committedStamps) };
}

function isApprovalRequired(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'approval_required';
}

const DETAILS: Readonly<Record<string, string>> = {
  APPROVED: 'An owner approved the commitment.',
  DENIED: 'An owner denied the commitment.',
  EXPIRED: 'The approval has ended.',
};

/** The refusal with the status that the approval has now, because the service keeps that of the first call. */
export function withStatus(refusal: unknown, approvalStatus: string): unknown {
  if (!isApprovalRequired(refusal)) return refusal;
  const { members, detail } = refusal;
  return new ApiError({
    ...refusal,
    detail: DETAILS[approvalStatus] ?? detail,
    members: { ...members, approvalStatus },
  });
}

/** The call that needs a decision. */
interface ApprovalQuestion {
  readonly committedStamps: number;
  readonly url: string;
  /** Its costs in words. */
  readonly summary: string | undefined;
  /** Whether the user has confirmed the call before, by --confirm-above. */
  readonly isConfirmed: boolean;
}

/** Asks the client to show its user the page of the decision. */
export function approvalRequest({ committedStamps, url, summary, isConfirmed }: ApprovalQuestion): InputRequest {
  const costs = summary ?? `The call commits ${committedStamps} stamps.`;
  const why = isConfirmed
    ? 'You have confirmed it. The mandate of the agent also needs an owner.'
    : 'An owner must approve it first.';
  const message = `${costs} ${why} Open the page to approve or deny it. Nothing is committed before that.`;
  return inputRequired.elicitUrl({ message, url });
}

/**
 * The status that the approval has now. A refusal that the service keeps can be older.
 *
 * An approval that was decided and has ended counts as used: the call may have committed before a newer revision. Its second
 * intent then gets the answer of the act, or the refusal of today.
 */
export async function statusOf(
  { approvalKey }: PendingApproval,
  service: TradingService,
  signal: AbortSignal,
): Promise<string> {
  type Data = { principal: { approval: { status: string; decidedAt: string | null } | null } };
  const { approval } = (await service.read<Data>(STATUS, { key: approvalKey }, signal)).principal;
  // A later request has replaced it, so no owner can decide it any more.
  if (!approval) return 'EXPIRED';
  return approval.status === 'EXPIRED' && approval.decidedAt !== null ? 'USED' : approval.status;
}

/** Whether the owner has allowed the call, so it commits or has committed. */
export function isAllowed(status: string): boolean {
  return status === 'APPROVED' || status === 'USED';
}

/**
 * Waits until an owner has decided, or the approval has ended. Returns the status, which is PENDING after 30 s.
 *
 * A client answers as soon as its user has opened the page, which is before the decision.
 */
export async function waitForDecision(
  approval: PendingApproval,
  service: TradingService,
  signal: AbortSignal,
): Promise<string> {
  const end = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const status = await statusOf(approval, service, signal);
    if (status !== PENDING || Date.now() >= end || service.isEnding) return status;
    await pause(POLL_MS, undefined, { signal });
  }
}

/**
 * The intent of the call after the decision. The service keeps the refusal of the first intent.
 * It is equal for the same intent and approval, so that the call has one effect. No answer shows it.
 */
export function intentAfterDecision({ approvalKey }: PendingApproval, intentId: string): string {
  return `after-${createHash('sha256')
    .update(JSON.stringify([intentId, approvalKey]))
    .digest('hex')}`;
}
