import type { DecisionContext, Effects } from '../effects';
import { errorCatalogue } from '../errors/catalogue';
import { invalidMember, Refusal } from '../errors/errors';
import { proposalEvents } from '../events/events';
import { keyOf } from '../keys';
import { advance } from '../state-machine';
import { proposalMachine, type ProposalEvent } from './proposal-states';
import { assertActive, hasAnyRetired } from '../parties/agent-retirement';
import { commitmentsOf, type MandateData } from '../parties/mandate';
import { assertAgent } from '../sessions/credential-limits';
import { addSeconds, isDue } from '../time';
import {
  type AnnouncementData,
  assertPolicyAnnounced,
  assertTermsSupported,
  type TermsPolicy,
} from '../trades/policy-terms';
import { conflictRemedies } from '../trades/trade';
import { participantsOf, parseTerms, type TermsInput } from '../trades/terms';
import type { Proposal, ProposalParticipant, ProposalRevision, ProposalState, ResponseState } from '../types';

export const MAX_REVISIONS = 50;
/** Bytes that the terms of all revisions of a proposal may take in the database before the last counter. */
export const MAX_REVISION_BYTES = 1024 * 1024;

export interface RespondData extends AnnouncementData {
  readonly proposal: Proposal;
  /** The current revision. */
  readonly revision: ProposalRevision;
  /** Bytes that the terms of all revisions take in the database. */
  readonly revisionBytes: number;
  /** Participants of the current revision. They and their agents never change after revision 1. */
  readonly participants: readonly ProposalParticipant[];
  readonly callerPrincipalId: string;
  /** The only agent that the caller's credential acts for; undefined: any agent of the principal. */
  readonly boundAgentId?: string | undefined;
  /** The participants' agents that have retired. Their proposals have also expired. */
  readonly retiredAgentIds?: readonly string[] | undefined;
  /** The mandate of the caller's agent; undefined: it has none. */
  readonly mandate?: MandateData | undefined;
}

export interface RespondInput {
  readonly decision: 'accept' | 'counter' | 'reject';
  /** Default: the current revision. */
  readonly expectedRevisionNo?: number | null | undefined;
  /** Complete terms; only with a counter. */
  readonly terms?: TermsInput | null | undefined;
}

export interface ProposalSettings {
  readonly proposalTtlSeconds: number;
}

/** The settings of a response, with the policy that a trade would have now. */
export interface RespondSettings extends ProposalSettings, TermsPolicy {
  /** The fee that a trade would have, for what a mandate commits. */
  readonly activationFeeBps: number;
}

/** The proposal after a decision, and the effects of the decision. */
export interface ProposalDecision {
  readonly proposal: Proposal;
  readonly revision: ProposalRevision;
  readonly participants: readonly ProposalParticipant[];
  readonly effects: Effects;
}

/** State of an expired proposal. */
export const EXPIRED_STATE = { state: 'rejected', closeReason: 'expired' } as const;

/** The state of a proposal. An expired proposal is rejected, independent of the stored state. */
export function proposalStateAt(proposal: Proposal, now: Date): Pick<Proposal, 'state' | 'closeReason'> {
  const open = proposal.state !== 'rejected' && proposal.tradeId === null;
  if (open && isDue(proposal.expiresAt, now)) return EXPIRED_STATE;
  return { state: proposal.state, closeReason: proposal.closeReason };
}

/**
 * Decides the response of a participant to the current revision.
 *
 * A second response fails in every state. A proposal conflicts if it has ended, has expired, or has reached its last revision
 * or the bytes of its revisions. It also conflicts if the active policy lacks terms that the caller accepts or counters with,
 * or was announced after them.
 * @throws Refusal 400 `validation_failed` for the shape, before all others. Then in this order: 404 `proposal_not_found`, 403
 * `agent_mismatch`, 409 `agent_retired`, 400 `validation_failed` for the terms of a counter, 409 `proposal_revision_conflict`. Then 400
 * `match_proposal_invalid_response`, 409 `proposal_state_conflict`, 409 `mandate_exceeded`, 409 `approval_required`
 */
export function decideRespond(
  data: RespondData | null,
  input: RespondInput,
  context: DecisionContext,
  settings: RespondSettings,
): ProposalDecision {
  checkShape(input);
  const own = data?.participants.find(({ principalId }) => principalId === data.callerPrincipalId);
  if (!data || !own) {
    // A stranger gets 400 for bad terms before 404. It says nothing about the proposal.
    if (input.terms) parseTerms(input.terms);
    throw new Refusal('proposal_not_found');
  }
  assertAgent(data.boundAgentId, own.agentId);
  if (input.decision !== 'reject') assertActive(own.agentId, data.retiredAgentIds);
  const { bond_bps: bondBps, dispute_burn_bps: disputeBurnBps } = data.revision.terms;
  const frame = { parties: data.participants, bondBps, disputeBurnBps, now: context.now };
  const terms = input.terms ? parseTerms(input.terms, frame) : data.revision.terms;
  checkRevision(data, input, context.now);
  checkPending(data, own, context.now);
  if (input.decision === 'counter') return counter(data, terms, context, settings);
  return respond(data, own, input.decision, context, settings);
}

/** Expires a due proposal: an open one, or an accepted one without a trade. Otherwise there are no effects. */
export function decideExpire(
  proposal: Proposal,
  participants: readonly ProposalParticipant[],
  context: DecisionContext,
): Effects {
  const { state, closeReason } = proposalStateAt(proposal, context.now);
  if (state === proposal.state) return {};
  const expired: Proposal = { ...proposal, state, closeReason };
  return { proposals: [expired], events: proposalEvents('proposal.rejected', expired, participants, context) };
}

function checkShape({ decision, expectedRevisionNo, terms }: RespondInput): void {
  if (decision === 'counter' && !terms) throw invalidMember('/terms', 'is required for a counter');
  if (decision !== 'counter' && terms) throw invalidMember('/terms', 'is valid only for a counter');
  if (expectedRevisionNo !== null && expectedRevisionNo !== undefined && expectedRevisionNo < 1) {
    throw invalidMember('/expected_revision_no', 'must be at least 1');
  }
}

function checkRevision({ proposal }: RespondData, input: RespondInput, now: Date): void {
  const expected = input.expectedRevisionNo ?? proposal.currentRevisionNo;
  if (expected === proposal.currentRevisionNo) return;
  const detail = `The current revision of the proposal is ${String(proposal.currentRevisionNo)}, and you expected ${String(expected)}.`;
  throw new Refusal('proposal_revision_conflict', detail, {
    current_state: proposalStateAt(proposal, now).state,
    current_revision_no: proposal.currentRevisionNo,
  });
}

/** Detail of every refusal because a proposal has expired. */
export const EXPIRED = 'The proposal has expired.';

function checkPending({ proposal, retiredAgentIds }: RespondData, own: ProposalParticipant, now: Date): void {
  const { state } = hasAnyRetired(retiredAgentIds) ? EXPIRED_STATE : proposalStateAt(proposal, now);
  if (own.responseState !== 'pending') throw respondedAlready(proposal, state);
  // The machine uses the stored state, which can be out of date for an expired proposal.
  if (state !== proposal.state) throw stateConflict(state, EXPIRED);
}

const WAIT = 'Wait for the other participant. You can respond to its next revision with a new idempotency key.';

/** Advice for a second response to a proposal without a trade. */
const AFTER_RESPONSE: Readonly<Record<ProposalState, string>> = {
  proposed: WAIT,
  countered: WAIT,
  accepted: 'Create the trade of the proposal.',
  rejected: errorCatalogue.proposal_state_conflict.remedy,
};

function respondedAlready({ tradeId, currentRevisionNo }: Proposal, state: ProposalState): Refusal {
  const members = { current_state: state, revision_no: currentRevisionNo };
  const code = 'match_proposal_invalid_response';
  if (tradeId === null) return new Refusal(code, undefined, members, AFTER_RESPONSE[state]);
  const tradeKey = keyOf('trd', tradeId);
  const detail = `You have already responded to this revision of the proposal. Its trade is ${tradeKey}.`;
  return new Refusal(code, detail, { ...members, trade_key: tradeKey }, conflictRemedies.trade_exists);
}

function counter(
  data: RespondData,
  terms: ProposalRevision['terms'],
  context: DecisionContext,
  settings: RespondSettings,
): ProposalDecision {
  const state = nextState(data.proposal, 'counter', false);
  assertTermsSupported(terms, settings, data.proposal.state, 'respond');
  const { proposalId, currentRevisionNo } = data.proposal;
  const tooMany = (reason: string): Refusal =>
    stateConflict(data.proposal.state, `${reason}. You can accept or reject it.`, LAST_REVISION);
  if (currentRevisionNo >= MAX_REVISIONS)
    throw tooMany(`The proposal has reached its last revision, number ${String(MAX_REVISIONS)}`);
  if (data.revisionBytes >= MAX_REVISION_BYTES)
    throw tooMany(`The revisions of the proposal take ${String(MAX_REVISION_BYTES)} bytes or more`);
  const revisionNo = currentRevisionNo + 1;
  const proposal: Proposal = {
    ...data.proposal,
    state,
    currentRevisionNo: revisionNo,
    expiresAt: addSeconds(context.now, settings.proposalTtlSeconds),
  };
  const revision: ProposalRevision = {
    proposalId,
    revisionNo,
    proposedByPrincipalId: data.callerPrincipalId,
    terms,
    createdAt: context.now,
  };
  const participants = participantsIn(revision);
  const effects: Effects = {
    proposals: [proposal],
    revisions: [revision],
    proposalParticipants: participants,
    ...ownCommitments(data, revision, context, settings),
    events: proposalEvents('proposal.countered', proposal, participants, context),
  };
  return { proposal, revision, participants, effects };
}

function respond(
  data: RespondData,
  own: ProposalParticipant,
  decision: 'accept' | 'reject',
  context: DecisionContext,
  settings: RespondSettings,
): ProposalDecision {
  const responseState: ResponseState = decision === 'accept' ? 'accepted' : 'rejected';
  const responded: ProposalParticipant = { ...own, responseState };
  const participants = data.participants.map((participant) => (participant === own ? responded : participant));
  const allAccepted = participants.every((participant) => participant.responseState === 'accepted');
  const state = nextState(data.proposal, decision, allAccepted);
  const { revision } = data;
  if (decision === 'accept') {
    assertTermsSupported(revision.terms, settings, data.proposal.state, 'respond');
    assertPolicyAnnounced(data, settings, data.proposal.state, 'respond', context.now);
  }
  const commitments = decision === 'accept' ? ownCommitments(data, revision, context, settings) : {};
  if (state === data.proposal.state) {
    const effects = { proposalParticipants: [responded], ...commitments };
    return { proposal: data.proposal, revision, participants, effects };
  }
  const proposal: Proposal =
    state === 'rejected'
      ? { ...data.proposal, state, closeReason: 'rejected' }
      : { ...data.proposal, state, expiresAt: addSeconds(context.now, settings.proposalTtlSeconds) };
  const type = state === 'rejected' ? 'proposal.rejected' : 'proposal.accepted';
  const events = proposalEvents(type, proposal, participants, context);
  return {
    proposal,
    revision,
    participants,
    effects: { proposals: [proposal], proposalParticipants: [responded], ...commitments, events },
  };
}

/** The commitment of the caller's agent by the terms of a revision. @throws Refusal as `commitmentsOf` */
function ownCommitments(
  { mandate }: RespondData,
  { proposalId, revisionNo, terms }: ProposalRevision,
  context: DecisionContext,
  { activationFeeBps }: RespondSettings,
): Pick<Effects, 'commitments'> {
  return mandate
    ? { commitments: commitmentsOf(mandate, { proposalId, revisionNo, terms, activationFeeBps, context }) }
    : {};
}

/** The participants of a new revision: the proposer has accepted it, the others are pending. */
export function participantsIn(revision: ProposalRevision): ProposalParticipant[] {
  const { proposalId, revisionNo, proposedByPrincipalId, terms } = revision;
  return participantsOf(terms).map((party) => ({
    ...party,
    proposalId,
    revisionNo,
    responseState: party.principalId === proposedByPrincipalId ? 'accepted' : 'pending',
  }));
}

function nextState(proposal: Proposal, on: ProposalEvent, allAccepted: boolean): ProposalState {
  const to = advance(proposalMachine, proposal.state, on, { allAccepted, hasTrade: proposal.tradeId !== null });
  if (!to) {
    const isExpired = proposal.closeReason === 'expired';
    throw stateConflict(proposal.state, isExpired ? EXPIRED : `The proposal is ${proposal.state}.`);
  }
  return to;
}

/** Advice for a counter that is too many. */
const LAST_REVISION = 'Accept or reject the current revision, with a new idempotency key.';

function stateConflict(current_state: ProposalState, detail: string, remedy?: string): Refusal {
  return new Refusal('proposal_state_conflict', detail, { current_state }, remedy);
}
