import type { Effects, DecisionContext } from '../effects';
import { assert, Refusal } from '../errors/errors';
import { isDue } from './evaluation';
import { tradeEvents } from '../events/events';
import { keyOf } from '../keys';
import { advance } from '../state-machine';
import { proposalMachine } from '../market/proposal-states';
import { stepMachine } from './step-states';
import { tradeMachine } from './trade-states';
import { bondJournals } from '../ledger/trade-movements';
import type { CallerFacts, PrincipalFacts } from '../parties/principal';
import { proposalStateAt } from '../market/proposal';
import { addSeconds, conflictReasons, type TradeDecision } from './trade';
import type {
  Proposal,
  ProposalParticipant,
  ProposalRevision,
  TermsStep,
  Trade,
  TradeParticipant,
  TradeStep,
} from '../types';

/** An accepted proposal and all its participants, loaded under their locks. */
export interface CreateTradeFacts {
  readonly proposal: Proposal;
  /** The current revision and its participants. */
  readonly revision: ProposalRevision;
  readonly participants: readonly ProposalParticipant[];
  readonly principals: readonly PrincipalFacts[];
  /** The trade created from it already. */
  readonly trade: Trade | null;
}

/** What the platform's settings bind to a trade for good (settlement.md §1, Create). */
export interface TradeSettings {
  readonly activationFeeBps: number;
  readonly idleWindowSeconds: number;
  readonly rebuttalWindowSeconds: number;
  readonly evaluationWindowSeconds: number;
  readonly policyVersion: string;
  readonly ruleVersion: string;
}

export interface CreateTrade {
  readonly caller: CallerFacts;
  readonly settings: TradeSettings;
}

export interface CreateTradeDecision extends TradeDecision {
  readonly participants: readonly TradeParticipant[];
}

interface Pledge {
  readonly participant: ProposalParticipant;
  readonly principal: PrincipalFacts;
  readonly own: boolean;
}

/** Participants with their principals, the caller first: of several limits reached it is told its own. */
function pledges(facts: CreateTradeFacts, caller: CallerFacts): Pledge[] {
  return facts.participants
    .map((participant) => {
      const principal = facts.principals.find((one) => one.principalId === participant.principalId);
      assert(principal, 'the principal of every participant is loaded');
      return { participant, principal, own: participant.principalId === caller.principalId };
    })
    .sort((a, b) => {
      if (a.own !== b.own) return a.own ? -1 : 1;
      return a.principal.principalId < b.principal.principalId ? -1 : 1;
    });
}

function creatable(facts: CreateTradeFacts, now: Date): Proposal {
  const { proposal, trade } = facts;
  if (proposal.tradeId !== null) {
    throw new Refusal('trade_state_conflict', `The call cannot be taken: ${conflictReasons.trade_exists}.`, {
      reason: 'trade_exists',
      trade_key: keyOf('trd', proposal.tradeId),
      ...(trade === null ? {} : { current_state: trade.state }),
    });
  }
  const state = advance(proposalMachine, proposal.state, 'create_trade', { allAccepted: true, hasTrade: false });
  if (state === undefined || isDue(proposal.expiresAt, now)) {
    const detail =
      state === undefined ? 'Not every participant has accepted the proposal.' : 'The proposal has expired.';
    const { state: current_state } = proposalStateAt(proposal, now);
    throw new Refusal('trade_proposal_not_fully_accepted', detail, { current_state });
  }
  return { ...proposal, state };
}

function withinLimits({ participant, principal, own }: Pledge): void {
  const refuse = (limit: string): never => {
    const whose = own ? 'your' : "another participant's";
    throw new Refusal('trade_settlement_rejected', `The trade would pass ${whose} ${limit}.`, {
      limit,
      principal_key: keyOf('prn', principal.principalId),
    });
  };
  if (principal.openTrades + 1 > principal.maxOpenTrades) refuse('max_open_trades');
  if (principal.openBondStamps + participant.bondStamps > principal.bondLimitStamps) refuse('bond_limit_stamps');
}

function affordable({ participant, principal, own }: Pledge): void {
  const available = principal.bondAvailableStamps + principal.ticketStamps;
  if (available >= participant.bondStamps) return;
  // A balance is its owner's business: of another's shortage the caller learns whose it is, and no amount.
  const members = own
    ? { required_stamps: participant.bondStamps, available_stamps: available }
    : { principal_key: keyOf('prn', principal.principalId) };
  throw new Refusal('principal_bond_insufficient_balance', undefined, members);
}

function stepRow(tradeId: string, step: TermsStep): TradeStep {
  const state = advance(stepMachine, null, 'define', {
    contractPublished: false,
    checkpointSubmitted: false,
    rebuttalFiled: false,
    verdictSubmitted: false,
  });
  assert(state, 'a step can be defined');
  return {
    tradeId,
    stepNo: step.step_no,
    title: step.title,
    providerPrincipalId: step.provider_principal_id,
    providerAgentId: step.provider_agent_id,
    consumerPrincipalId: step.consumer_principal_id,
    consumerAgentId: step.consumer_agent_id,
    priceStamps: BigInt(step.price_stamps),
    contractWindowSeconds: step.contract_window_seconds,
    checkpointWindowSeconds: step.checkpoint_window_seconds,
    state,
    feeStamps: 0n,
    activatedAt: null,
    deadlineAt: null,
    contract: null,
    contractPublishedAt: null,
    checkpointStatus: null,
    checkpointResults: null,
    coverageBps: null,
    checkpointSubmittedAt: null,
    rebuttal: null,
    rebuttalFiledAt: null,
    verdict: null,
  };
}

function tradeRow(facts: CreateTradeFacts, settings: TradeSettings, tradeId: string, now: Date): Trade {
  const state = advance(tradeMachine, null, 'create', { stepActive: false, outcome: null });
  assert(state, 'a trade can be created');
  const idleDeadlineAt = addSeconds(now, settings.idleWindowSeconds);
  return {
    tradeId,
    proposalId: facts.proposal.proposalId,
    state,
    coverageThresholdBps: facts.revision.terms.coverage_threshold_bps,
    bondBps: facts.revision.terms.bond_bps,
    ...settings,
    idleDeadlineAt,
    dueAt: idleDeadlineAt,
    withdrawnAt: null,
    createdAt: now,
    settledAt: null,
  };
}

/** Any participant of an accepted proposal creates its trade, once; every participant's bond is reserved with it. */
export function decideCreateTrade(
  loaded: CreateTradeFacts | null,
  input: CreateTrade,
  moment: DecisionContext,
): CreateTradeDecision {
  const taking = loaded?.participants.some((party) => party.principalId === input.caller.principalId);
  if (loaded === null || taking !== true) throw new Refusal('proposal_not_found');
  const proposal = creatable(loaded, moment.now);
  const parties = pledges(loaded, input.caller);
  parties.forEach(withinLimits);
  parties.forEach(affordable);
  const tradeId = moment.newId();
  const trade = tradeRow(loaded, input.settings, tradeId, moment.now);
  const participants = loaded.participants.map(({ principalId, agentId, bondStamps }) => {
    return { tradeId, principalId, agentId, bondStamps };
  });
  const steps = loaded.revision.terms.steps.map((step) => stepRow(tradeId, step)).sort((a, b) => a.stepNo - b.stepNo);
  const bonds = parties.map(({ participant, principal }) => ({ ...principal, bondStamps: participant.bondStamps }));
  const effects: Effects = {
    proposals: [{ ...proposal, tradeId }],
    trades: [trade],
    tradeParticipants: participants,
    steps,
    events: tradeEvents('trade.created', trade, null, participants, moment),
    journals: bondJournals(tradeId, moment.newId(), bonds),
  };
  return { effects, trade, steps, participants };
}
