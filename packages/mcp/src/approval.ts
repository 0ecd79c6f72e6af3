import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '#client';
import { inputRequired, type InputRequest } from '@modelcontextprotocol/server';
import type { TradingService } from './service';

/** A refused call that an owner can allow on a page of the console. */
export interface PendingApproval {
  readonly approvalKey: string;
  readonly url: string;
  readonly committedStamps: number;
}

/** The key of the question in `inputRequests`. */
export const APPROVE = 'approve';

/** Less than the minute that clients give a call by default. */
const MAX_WAIT_MS = 30_000;
const POLL_MS = 1_000;

const STATUS = 'query ($key: ID!) { principal { approval(approvalKey: $key) { status } } }';

/** The approval for which an error asks, if no owner has decided it and if it has a page. */
export function pendingApproval(error: unknown): PendingApproval | undefined {
  if (!(error instanceof ApiError) || error.code !== 'approval_required') return undefined;
  const { approvalKey, approvalStatus, url, committedStamps } = error.members;
  if (approvalStatus !== 'PENDING' || typeof approvalKey !== 'string' || typeof url !== 'string') return undefined;
  return { approvalKey, url, committedStamps: Number(committedStamps) };
}

/** Asks the client to show its user the page of the decision. */
export function approvalRequest({ url, committedStamps }: PendingApproval, summary: string | undefined): InputRequest {
  const costs = summary ?? `The call commits ${committedStamps} stamps.`;
  const message = `${costs} An owner must approve it first. Open the page to approve or deny it. Nothing is committed before that.`;
  return inputRequired.elicitUrl({ message, url });
}

/** Whether no owner has decided and the request has not ended. A refusal that the service keeps can be older. */
export async function isPending(
  { approvalKey }: PendingApproval,
  service: TradingService,
  signal: AbortSignal,
): Promise<boolean> {
  type Data = { principal: { approval: { status: string } | null } };
  const { principal } = await service.read<Data>(STATUS, { key: approvalKey }, signal);
  return principal.approval?.status === 'PENDING';
}

/**
 * Waits until an owner has decided, or the approval has ended. Returns false if it still waits after 30 s.
 *
 * A client answers as soon as its user has opened the page, which is before the decision.
 */
export async function waitForDecision(
  approval: PendingApproval,
  service: TradingService,
  signal: AbortSignal,
): Promise<boolean> {
  const end = Date.now() + MAX_WAIT_MS;
  while (await isPending(approval, service, signal)) {
    if (Date.now() >= end || service.isEnding) return false;
    await pause(POLL_MS, undefined, { signal });
  }
  return true;
}

/**
 * The intent of the call after the decision. The service keeps the refusal of the first intent.
 * It is equal for the same intent and approval, so that the call has one effect.
 */
export function intentAfterDecision({ approvalKey }: PendingApproval, intentId: string): string {
  return `after-${createHash('sha256')
    .update(JSON.stringify([intentId, approvalKey]))
    .digest('hex')}`;
}
