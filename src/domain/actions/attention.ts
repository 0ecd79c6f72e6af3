import { proposalStateAt } from '../market/proposal';
import { endOf, untilNow } from '../trades/preview-course';
import { isTradeTerminal, type TradeData } from '../trades/trade';
import type { FailureCause, Proposal, ProposalParticipant } from '../types';
import { plain, type Acts, type AllowedAct } from './action';

/** Kinds of things that wait for a principal. */
export const attentionKinds = {
  respond: 'A proposal waits for your response.',
  create_trade: 'Every participant has accepted a proposal, and no trade is created yet.',
  activate: 'A step waits for its activation by you, its consumer.',
  publish_contract: 'A step waits for your delivery contract.',
  submit_checkpoint: 'A delivery waits for your checkpoint.',
  file_rebuttal: 'A contested delivery waits for your rebuttal.',
  webhook_disabled: 'Webhooks of an agent are disabled, because its deliveries failed.',
  listing_expires: 'An active listing expires within a day.',
  approval: 'An agent asks an owner to approve a commitment.',
} as const;
export type AttentionKind = keyof typeof attentionKinds;

/** The mutation that answers to a kind; null if none does. */
const attentionOperations: Readonly<Record<AttentionKind, string | null>> = {
  respond: 'respondToProposal',
  create_trade: 'createTrade',
  activate: 'activateTrade',
  publish_contract: 'publishDeliveryContract',
  submit_checkpoint: 'submitCheckpoint',
  file_rebuttal: 'fileRebuttal',
  webhook_disabled: null,
  listing_expires: 'updateListing',
  approval: 'decideApproval',
};

/**
 * Whether an act answers to what waits. A counter needs terms that only the caller knows, and a rejection ends the proposal.
 * A listing that expires needs a later end, and a lifecycle action takes it off the market.
 */
function isAnswer({ operation, input }: AllowedAct): boolean {
  if (operation === 'respondToProposal') return input['decision'] === 'accept';
  return operation !== 'updateListing' || input['lifecycle_action'] === undefined;
}

/** A checkpoint without its status: a caller that sends the act as it is must not confirm what it has not checked. */
function withOpenChoice(act: AllowedAct): AllowedAct {
  if (act.operation !== 'submitCheckpoint') return act;
  const { status: _, ...input } = act.input;
  return { ...act, input, consequence: plain('submitCheckpoint') };
}

/** The act that answers to a kind; null if none is possible. */
export function answerTo(kind: AttentionKind, { allowed }: Acts): AllowedAct | null {
  const operation = attentionOperations[kind];
  const act = allowed.find((one) => one.operation === operation && one.hasEffect && isAnswer(one));
  return act === undefined ? null : withOpenChoice(act);
}

/** The act whose absence causes a failure. */
const omissions: Readonly<Partial<Record<FailureCause, AttentionKind>>> = {
  not_activated: 'activate',
  no_contract: 'publish_contract',
  no_checkpoint: 'submit_checkpoint',
  delivery_failed: 'file_rebuttal',
  coverage_shortfall: 'file_rebuttal',
};

export interface Attention {
  readonly kind: AttentionKind;
  readonly dueAt: Date;
}

/** The act for which a trade waits for a principal: without it, the principal is at fault at the deadline. */
export function attentionOfTrade(data: TradeData, principalId: string, now: Date): Attention | null {
  const { trade, steps } = data;
  if (isTradeTerminal(trade) || trade.withdrawnAt !== null) return null;
  const course = untilNow({ trade, steps, at: now, assumptions: [] });
  // Its deadline has passed, so no act changes its settlement.
  if ('due' in course) return null;
  const { due, at } = endOf(course);
  if (due.fault?.principalId !== principalId) return null;
  const step = steps.find(({ stepNo }) => stepNo === due.stepNo);
  const kind = omissions[due.fault.failureCause];
  const isAnswered = kind === 'file_rebuttal' && (step?.rebuttalFiledAt !== null || step.verdict !== null);
  return kind === undefined || isAnswered ? null : { kind, dueAt: at };
}

/** The act for which a proposal waits for a principal. */
export function attentionOfProposal(
  proposal: Proposal,
  participants: readonly ProposalParticipant[],
  principalId: string,
  now: Date,
): Attention | null {
  const { state } = proposalStateAt(proposal, now);
  if (state === 'rejected' || proposal.tradeId !== null) return null;
  const own = participants.find((participant) => participant.principalId === principalId);
  const kind = state === 'accepted' ? 'create_trade' : own?.responseState === 'pending' ? 'respond' : null;
  return kind && { kind, dueAt: proposal.expiresAt };
}
