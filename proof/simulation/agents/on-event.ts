import { idOf } from '../../../src/domain/keys';
import type { EventType } from '../../../src/domain/effects';
import type { FailureCause, FailureClass } from '../../../src/domain/types';
import type { Side } from '../model/strategies';
import { restartUnderNewName } from './join';
import { commit } from './accept';
import { check } from './consume';
import { judge } from './operator';
import { answerCounter } from './negotiate';
import { contest, provide } from './provide';
import { close, respond } from './match';
import { partyOf, type Deal, type SimulationState } from './state';

/** An event of the service's log, as its principal receives it. */
export interface MarketEvent {
  readonly principal_id: string;
  readonly type: EventType;
  readonly subject_key: string;
  readonly data: { readonly step_no?: number; readonly revision_no?: number; readonly settlement?: SettlementData };
}

interface SettlementData {
  readonly failure_class: FailureClass | null;
  readonly failure_cause: FailureCause | null;
  readonly fault_principal_key: string | null;
  readonly slash_amount: number;
  readonly own: Readonly<
    Record<'paid_stamps' | 'received_stamps' | 'fees_stamps' | 'bond_slashed_stamps' | 'compensation_stamps', number>
  > & { readonly burnt_stamps?: number | null };
}

const MINUTE = 60;

/** Handles an event of a principal. Events without a deal are ignored. */
export async function handleEvent(
  state: SimulationState,
  { principal_id, type, subject_key, data }: MarketEvent,
): Promise<void> {
  const deal = state.byProposal.get(subject_key) ?? state.byTrade.get(subject_key);
  if (deal === undefined) return;
  const side: Side = principal_id === deal.providerParty.principalId ? 'provider' : 'consumer';
  const stepNo = data.step_no ?? 1;
  if (data.settlement) return recordSettlement(state, deal, side, data.settlement);
  await (side === 'provider' ? byProvider : byConsumer)[type]?.(state, deal, stepNo);
}

type Reaction = (state: SimulationState, deal: Deal, stepNo: number) => void | Promise<void>;

/** Reacts within a random time between these minutes. */
function reactWithin(
  side: Side,
  from: number,
  to: number,
  react: (state: SimulationState, deal: Deal) => Promise<void>,
): Reaction {
  return (state, deal) => {
    // A side also receives the event of its own counter.
    if (deal.proposedBy === side) return;
    state.world.after(deal[side].chance.int(from * MINUTE, to * MINUTE), () => react(state, deal));
  };
}

const byProvider: Partial<Record<EventType, Reaction>> = {
  'proposal.created': reactWithin('provider', 5, 120, respond),
  'proposal.countered': reactWithin('provider', 20, 90, (state, deal) => answerCounter(state, deal, 'provider')),
  'trade.step_activated': provide,
  'trade.checkpoint_submitted': contest,
  // The operators' queue holds a rebutted step from the same instant on.
  'trade.rebuttal_filed': judge,
};

const answerProvider = reactWithin('consumer', 20, 90, (state, deal) => answerCounter(state, deal, 'consumer'));

const byConsumer: Partial<Record<EventType, Reaction>> = {
  // The consumer answers no proposal before it has seen all answers.
  'proposal.countered': (state, deal, stepNo) => (deal.chosen ? answerProvider(state, deal, stepNo) : undefined),
  'proposal.rejected': close,
  'proposal.accepted': (state, deal) => (deal.tradeKey === null ? commit(state, deal) : undefined),
  'trade.contract_published': check,
};

async function recordSettlement(
  state: SimulationState,
  deal: Deal,
  side: Side,
  settlement: SettlementData,
): Promise<void> {
  const { own } = settlement;
  deal.own[side] = {
    paid: own.paid_stamps,
    received: own.received_stamps,
    fees: own.fees_stamps,
    slashed: own.bond_slashed_stamps,
    compensation: own.compensation_stamps,
    burnt: own.burnt_stamps ?? 0,
  };
  const atFault = settlement.fault_principal_key && idOf('prn', settlement.fault_principal_key);
  if (deal.end === null) {
    const faultOf = atFault === null ? null : atFault === deal.providerParty.principalId ? 'provider' : 'consumer';
    const { failure_class: failureClass, failure_cause: failureCause, slash_amount: slashed } = settlement;
    deal.end = { at: state.world.time.now, failureClass, failureCause, faultOf, slashed };
    deal.provider.load -= 1;
  }
  const actor = deal[side];
  if (
    actor.place.strategy.rebegins &&
    atFault === partyOf(deal, side).principalId &&
    atFault === actor.party.principalId
  ) {
    await restartUnderNewName(state, actor);
  }
}
