import type { Effects, DecisionContext } from '../effects';
import { errorCatalogue } from '../errors/catalogue';
import { assert, Refusal } from '../errors/errors';
import { BOND_ABOVE_LIMIT, NO_OPEN_TRADES, OTHERS_BALANCE, OTHERS_LIMIT } from '../errors/state';
import { tradeEvents } from '../events/events';
import { keyOf } from '../keys';
import { advance } from '../state-machine';
import { proposalMachine } from '../market/proposal-states';
import { bondJournals } from '../ledger/trade-movements';
import type { CallerData, PrincipalData } from '../parties/principal';
import { assertAgent } from '../sessions/credential-limits';
import { assertActive, hasAnyRetired } from '../parties/agent-retirement';
import { allCommitmentsOf, type MandateData } from '../parties/mandate';
import { EXPIRED, EXPIRED_STATE, proposalStateAt } from '../market/proposal';
import type { TradeSettings } from './fact-types';
import { originOf } from './facts';
import { type AnnouncementData, assertPolicyAnnounced, assertTermsSupported } from './policy-terms';
import { tradeOf } from './trade-rows';
import { conflictOf, type TradeDecision } from './trade';
import type { Proposal, ProposalParticipant, ProposalRevision, Trade, TradeParticipant } from '../types';
import { isDue } from '../time';

/** A proposal with all its participants, loaded under their locks. */
export interface CreateTradeData extends AnnouncementData {
  readonly proposal: Proposal;
  /** The current revision. */
  readonly revision: ProposalRevision;
  readonly participants: readonly ProposalParticipant[];
  readonly principals: readonly PrincipalData[];
  /** The mandates of the participants' agents that have one. */
  readonly mandates: readonly MandateData[];
  /** The participants' agents that have retired. Their proposals have also expired. */
  readonly retiredAgentIds?: readonly string[] | undefined;
  /** The existing trade of the proposal, if any. */
  readonly trade: Trade | null;
}

export interface CreateTrade {
  readonly caller: CallerData;
  readonly settings: TradeSettings;
}

export interface CreateTradeDecision extends TradeDecision {
  readonly participants: readonly TradeParticipant[];
}

interface Bondholder {
  readonly participant: ProposalParticipant;
  readonly principal: PrincipalData;
  readonly isCaller: boolean;
}

/** The participants with their principals. The caller is first, so that its own errors are reported first. */
function bondholders(data: CreateTradeData, caller: CallerData): Bondholder[] {
  return data.participants
    .map((participant) => {
      const principal = data.principals.find(({ principalId }) => principalId === participant.principalId);
      assert(principal, 'the principal of every participant is loaded');
      return { participant, principal, isCaller: participant.principalId === caller.principalId };
    })
    .sort((a, b) => {
      if (a.isCaller !== b.isCaller) return a.isCaller ? -1 : 1;
      return a.principal.principalId < b.principal.principalId ? -1 : 1;
    });
}

/** The proposal in its new state. @throws Refusal 409 if a trade exists or the proposal is not accepted */
function proposalWithTrade(data: CreateTradeData, now: Date): Proposal {
  const { proposal, trade } = data;
  if (proposal.tradeId !== null) {
    throw conflictOf('trade_exists', {
      trade_key: keyOf('trd', proposal.tradeId),
      ...(trade === null ? {} : { current_state: trade.state }),
    });
  }
  const state = advance(proposalMachine, proposal.state, 'create_trade', { allAccepted: true, hasTrade: false });
  const isEnded = hasAnyRetired(data.retiredAgentIds);
  if (state === undefined || isDue(proposal.expiresAt, now) || isEnded) {
    const { state: current_state, closeReason } = isEnded ? EXPIRED_STATE : proposalStateAt(proposal, now);
    const detail = closeReason === 'expired' ? EXPIRED : 'Not every participant has accepted the proposal.';
    // A rejected proposal is never accepted.
    const remedy = current_state === 'rejected' ? errorCatalogue.proposal_state_conflict.remedy : undefined;
    throw new Refusal('trade_proposal_not_fully_accepted', detail, { current_state }, remedy);
  }
  return { ...proposal, state };
}

function assertWithinLimits({ participant, principal, isCaller }: Bondholder): void {
  // The limits of another participant are confidential, so the error names only the principal.
  const refuse = (limit: string, maximum: number | bigint, remedy?: string): never => {
    const owner = isCaller ? `you (${String(maximum)})` : 'another participant';
    const members = { limit, ...(isCaller && { maximum }), principal_key: keyOf('prn', principal.principalId) };
    const detail = `The new trade would exceed ${limit} of ${owner}.`;
    throw new Refusal('trade_settlement_rejected', detail, members, isCaller ? remedy : OTHERS_LIMIT);
  };
  const { bondStamps } = participant;
  const { bondLimitStamps, maxOpenTrades, openTrades } = principal;
  if (openTrades + 1 > maxOpenTrades) {
    refuse('max_open_trades', maxOpenTrades, maxOpenTrades === 0 ? NO_OPEN_TRADES : undefined);
  }
  if (principal.openBondStamps + bondStamps > bondLimitStamps) {
    refuse('bond_limit_stamps', bondLimitStamps, bondStamps > bondLimitStamps ? BOND_ABOVE_LIMIT : undefined);
  }
}

function assertCanBond({ participant, principal, isCaller }: Bondholder): void {
  const available = principal.bondAvailableStamps + principal.ticketStamps;
  if (available >= participant.bondStamps) return;
  // The balance of another participant is confidential, so the error names only the principal.
  const members = isCaller
    ? { required_stamps: participant.bondStamps, available_stamps: available }
    : { principal_key: keyOf('prn', principal.principalId) };
  const remedy = isCaller ? undefined : OTHERS_BALANCE;
  throw new Refusal('principal_bond_insufficient_balance', undefined, members, remedy);
}

/**
 * Decides the creation of a trade: any participant creates it, and all bonds are reserved.
 *
 * @throws Refusal 409 `proposal_state_conflict` if the active policy lacks agreed terms, or was announced after them
 */
export function decideCreateTrade(
  loaded: CreateTradeData | null,
  input: CreateTrade,
  context: DecisionContext,
): CreateTradeDecision {
  const own = loaded?.participants.find(({ principalId }) => principalId === input.caller.principalId);
  if (loaded === null || own === undefined) throw new Refusal('proposal_not_found');
  assertAgent(input.caller.boundAgentId, own.agentId);
  assertActive(own.agentId, loaded.retiredAgentIds);
  const proposal = proposalWithTrade(loaded, context.now);
  assertTermsSupported(loaded.revision.terms, input.settings, proposal.state, 'create');
  assertPolicyAnnounced(loaded, input.settings, proposal.state, 'create', context.now);
  return newTrade({ ...loaded, proposal }, input, context);
}

/** The new trade of a proposal. It leaves out the terms that its rules lack, as trades of older releases do. */
export function newTrade(loaded: CreateTradeData, input: CreateTrade, context: DecisionContext): CreateTradeDecision {
  const parties = bondholders(loaded, input.caller);
  parties.forEach(assertWithinLimits);
  parties.forEach(assertCanBond);
  const tradeId = context.newId();
  const { proposal } = loaded;
  const { proposalId } = proposal;
  const { revisionNo, terms } = loaded.revision;
  const parts = loaded.participants.map(({ principalId, agentId, bondStamps }) => ({
    principalId,
    agentId,
    bondStamps,
  }));
  const { activationFeeBps } = input.settings;
  const committing = { proposalId, revisionNo, terms, activationFeeBps, context };
  const commitments = allCommitmentsOf(loaded.mandates, input.caller.principalId, committing);
  const accepted = { proposalId, revisionNo, terms, participants: parts, settings: input.settings };
  const fact = { ...originOf(context), kind: 'created', ...accepted } as const;
  const { trade, steps, participants } = tradeOf(tradeId, fact);
  const bonds = parties.map(({ participant, principal }) => ({ ...principal, bondStamps: participant.bondStamps }));
  const effects: Effects = {
    proposals: [{ ...proposal, tradeId }],
    facts: [{ tradeId, fact }],
    trades: [trade],
    tradeParticipants: participants,
    steps,
    commitments,
    events: tradeEvents('trade.created', trade, null, participants, context),
    journals: bondJournals(tradeId, context.newId(), bonds),
  };
  return { effects, trade, steps, participants };
}
