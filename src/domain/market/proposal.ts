import type { Effects, DecisionContext } from '../effects';
import { invalid, Refusal } from '../errors/errors';
import { proposalEvents } from '../events/events';
import { advance } from '../state-machine';
import { proposalMachine, type ProposalEvent } from './proposal-states';
import { checkTerms, participantsOf, readTerms, type TermsInput } from '../trades/terms';
import type { Proposal, ProposalParticipant, ProposalRevision, ProposalState, ResponseState } from '../types';

export const MAX_REVISIONS = 50;

export interface RespondFacts {
  readonly proposal: Proposal;
  /** The current revision and its participants; nobody joins, leaves or changes its agent after revision 1. */
  readonly revision: ProposalRevision;
  readonly participants: readonly ProposalParticipant[];
  readonly callerPrincipalId: string;
}

export interface RespondInput {
  readonly decision: 'accept' | 'counter' | 'reject';
  /** Left out: whichever revision is the current one. */
  readonly expectedRevisionNo?: number | null | undefined;
  /** Complete terms with a counter, nothing with the others. */
  readonly terms?: TermsInput | null | undefined;
}

export interface ProposalSettings {
  readonly proposalTtlSeconds: number;
}

/** What the proposal is after a decision, for the answer, and what makes it so. */
export interface ProposalDecision {
  readonly proposal: Proposal;
  readonly revision: ProposalRevision;
  readonly participants: readonly ProposalParticipant[];
  readonly effects: Effects;
}

/** What everyone sees: a proposal past its `expires_at` is rejected for having expired, whether or not its row says so. */
export function proposalStateAt(proposal: Proposal, now: Date): Pick<Proposal, 'state' | 'closeReason'> {
  const open = proposal.state !== 'rejected' && proposal.tradeId === null;
  if (open && now >= proposal.expiresAt) return { state: 'rejected', closeReason: 'expired' };
  return { state: proposal.state, closeReason: proposal.closeReason };
}

/** Rows of a new current revision or of a first one expire so long after it began. */
export function expiryFrom(now: Date, { proposalTtlSeconds }: ProposalSettings): Date {
  return new Date(now.getTime() + proposalTtlSeconds * 1000);
}

/**
 * A participant's response to the current revision. Refuses, the first that applies: 400 `validation_failed`, 404
 * `proposal_not_found`, 409 `proposal_revision_conflict` (`current_state`, `current_revision_no`), 400
 * `match_proposal_invalid_response` where the caller has answered this revision, whatever the state, 409
 * `proposal_state_conflict` (`current_state`) where the proposal has ended, expired or had its last revision.
 * Source: specification "States and transitions", Proposal; contract §§5, 7.
 */
export function decideRespond(
  facts: RespondFacts | null,
  input: RespondInput,
  moment: DecisionContext,
  settings: ProposalSettings,
): ProposalDecision {
  checkShape(input);
  const own = facts?.participants.find(({ principalId }) => principalId === facts.callerPrincipalId);
  if (!facts || !own) {
    if (input.terms) checkTerms(input.terms);
    throw new Refusal('proposal_not_found');
  }
  const frame = { parties: facts.participants, bondBps: facts.revision.terms.bond_bps };
  const terms = input.terms ? readTerms(input.terms, frame) : facts.revision.terms;
  checkRevision(facts, input, moment.now);
  checkPending(facts, own, moment.now);
  if (input.decision === 'counter') return counter(facts, terms, moment, settings);
  return respond(facts, own, input.decision, moment, settings);
}

/** The end of a proposal nobody handled in time, and of an accepted one without a trade; nothing if it is not due. */
export function decideExpire(
  proposal: Proposal,
  participants: readonly ProposalParticipant[],
  moment: DecisionContext,
): Effects {
  const { state, closeReason } = proposalStateAt(proposal, moment.now);
  if (state === proposal.state) return {};
  const expired: Proposal = { ...proposal, state, closeReason };
  return { proposals: [expired], events: proposalEvents('proposal.rejected', expired, participants, moment) };
}

function checkShape({ decision, expectedRevisionNo, terms }: RespondInput): void {
  if (decision === 'counter' && !terms) throw invalid([{ pointer: '/terms', detail: 'is required with a counter' }]);
  if (decision !== 'counter' && terms) throw invalid([{ pointer: '/terms', detail: 'belongs to a counter alone' }]);
  if (expectedRevisionNo !== null && expectedRevisionNo !== undefined && expectedRevisionNo < 1) {
    throw invalid([{ pointer: '/expected_revision_no', detail: 'must be at least 1' }]);
  }
}

function checkRevision({ proposal }: RespondFacts, input: RespondInput, now: Date): void {
  const expected = input.expectedRevisionNo ?? proposal.currentRevisionNo;
  if (expected === proposal.currentRevisionNo) return;
  throw new Refusal('proposal_revision_conflict', undefined, {
    current_state: proposalStateAt(proposal, now).state,
    current_revision_no: proposal.currentRevisionNo,
  });
}

function checkPending({ proposal }: RespondFacts, own: ProposalParticipant, now: Date): void {
  const { state } = proposalStateAt(proposal, now);
  if (own.responseState !== 'pending') {
    throw new Refusal('match_proposal_invalid_response', undefined, {
      current_state: state,
      revision_no: proposal.currentRevisionNo,
    });
  }
  // Before the machine is asked: it knows the state of the row, which an expired proposal has outlived.
  if (state !== proposal.state) throw stateConflict(state, 'The proposal has expired.');
}

function counter(
  facts: RespondFacts,
  terms: ProposalRevision['terms'],
  moment: DecisionContext,
  settings: ProposalSettings,
): ProposalDecision {
  const state = next(facts.proposal, 'counter', false);
  const { proposalId, currentRevisionNo } = facts.proposal;
  if (currentRevisionNo >= MAX_REVISIONS) {
    throw stateConflict(
      facts.proposal.state,
      `The proposal has had its last revision, number ${String(MAX_REVISIONS)}.`,
    );
  }
  const revisionNo = currentRevisionNo + 1;
  const proposal: Proposal = {
    ...facts.proposal,
    state,
    currentRevisionNo: revisionNo,
    expiresAt: expiryFrom(moment.now, settings),
  };
  const revision: ProposalRevision = {
    proposalId,
    revisionNo,
    proposedByPrincipalId: facts.callerPrincipalId,
    terms,
    createdAt: moment.now,
  };
  const participants = participantsIn(revision);
  const effects: Effects = {
    proposals: [proposal],
    revisions: [revision],
    proposalParticipants: participants,
    events: proposalEvents('proposal.countered', proposal, participants, moment),
  };
  return { proposal, revision, participants, effects };
}

function respond(
  facts: RespondFacts,
  own: ProposalParticipant,
  decision: 'accept' | 'reject',
  moment: DecisionContext,
  settings: ProposalSettings,
): ProposalDecision {
  const responseState: ResponseState = decision === 'accept' ? 'accepted' : 'rejected';
  const answered: ProposalParticipant = { ...own, responseState };
  const participants = facts.participants.map((one) => (one === own ? answered : one));
  const allAccepted = participants.every((one) => one.responseState === 'accepted');
  const state = next(facts.proposal, decision, allAccepted);
  const { revision } = facts;
  if (state === facts.proposal.state) {
    return { proposal: facts.proposal, revision, participants, effects: { proposalParticipants: [answered] } };
  }
  const proposal: Proposal =
    state === 'rejected'
      ? { ...facts.proposal, state, closeReason: 'rejected' }
      : { ...facts.proposal, state, expiresAt: expiryFrom(moment.now, settings) };
  const type = state === 'rejected' ? 'proposal.rejected' : 'proposal.accepted';
  const events = proposalEvents(type, proposal, participants, moment);
  return {
    proposal,
    revision,
    participants,
    effects: { proposals: [proposal], proposalParticipants: [answered], events },
  };
}

/** Everyone in a revision's terms: who proposed it has accepted it, the others are asked. */
export function participantsIn(revision: ProposalRevision): ProposalParticipant[] {
  const { proposalId, revisionNo, proposedByPrincipalId, terms } = revision;
  return participantsOf(terms).map((party) => ({
    ...party,
    proposalId,
    revisionNo,
    responseState: party.principalId === proposedByPrincipalId ? 'accepted' : 'pending',
  }));
}

function next(proposal: Proposal, on: ProposalEvent, allAccepted: boolean): ProposalState {
  const to = advance(proposalMachine, proposal.state, on, { allAccepted, hasTrade: proposal.tradeId !== null });
  if (!to) throw stateConflict(proposal.state, `The proposal is ${proposal.state}.`);
  return to;
}

function stateConflict(current_state: ProposalState, detail: string): Refusal {
  return new Refusal('proposal_state_conflict', detail, { current_state });
}
