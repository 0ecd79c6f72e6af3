import type { Effects, DecisionContext } from '../effects';
import { assert, Refusal } from '../errors/errors';
import { activeStep, evaluate, isDue, nextPending } from './evaluation';
import { tradeEvents } from '../events/events';
import { keyOf } from '../keys';
import { advance } from '../state-machine';
import { stepMachine } from './step-states';
import { tradeMachine } from './trade-states';
import { activationJournals } from '../ledger/trade-movements';
import type { CallerFacts, PrincipalFacts } from '../parties/principal';
import { BPS, ceilDiv } from '../ledger/stamps';
import { stepMachineFacts } from './step';
import {
  addSeconds,
  assertParticipant,
  withChanges,
  conflict,
  isTradeTerminal,
  type TradeDecision,
  type TradeFacts,
} from './trade';
import type { Trade, TradeStep } from '../types';

/** A trade, and at least the principal who consumes the step that would be activated, under its lock. */
export interface ActivateTradeFacts extends TradeFacts {
  readonly principals: readonly PrincipalFacts[];
}

export interface ActivateTrade {
  readonly caller: CallerFacts;
}

export interface ActivateTradeDecision extends TradeDecision {
  /** The target step, active now; effects are empty when it was already. */
  readonly step: TradeStep;
}

/** The target of an activation, and the step that passes with it (settlement.md §1, Activate). */
interface Target {
  readonly step: TradeStep;
  readonly passed: TradeStep | null;
}

/**
 * The step whose consumer an activation would charge now, or null: so that the store can lock that principal before the
 * decision. Null when the target is active already, and when there is none.
 */
export function stepToActivate(facts: TradeFacts, now: Date): TradeStep | null {
  if (isTradeTerminal(facts.trade)) return null;
  const target = targetOf(facts, now);
  return target !== null && target.step.state === 'pending' ? target.step : null;
}

function targetOf(facts: TradeFacts, now: Date): Target | null {
  const active = activeStep(facts.steps);
  const next = nextPending(facts.steps);
  if (active === undefined) return next === undefined ? null : { step: next, passed: null };
  const due = evaluate(facts.trade, facts.steps, now);
  if (due.action === 'pass_step') {
    assert(next, 'a step that is not the last passes');
    return { step: next, passed: active };
  }
  const lastPasses = due.action === 'settle' && due.fault === null;
  return lastPasses ? null : { step: active, passed: null };
}

function pass(step: TradeStep): TradeStep {
  const state = advance(stepMachine, step.state, 'pass', stepMachineFacts(step));
  assert(state, 'a step that passes is active and has a checkpoint');
  return { ...step, state };
}

/** 409 or 402 unless the consumer's day and tickets bear price and fee. */
function affordable(consumer: PrincipalFacts, cost: bigint, own: boolean): void {
  const principal_key = keyOf('prn', consumer.principalId);
  if (consumer.spentTodayStamps + cost > consumer.dailySpendLimitStamps) {
    const members = { limit: 'daily_spend_limit_stamps', principal_key };
    throw new Refusal('principal_daily_spend_limit_exceeded', undefined, members);
  }
  if (consumer.ticketStamps < cost) {
    const members = own ? { required_stamps: cost, available_stamps: consumer.ticketStamps } : { principal_key };
    throw new Refusal('wallet_insufficient_balance', undefined, members);
  }
}

function activated(trade: Trade, pending: TradeStep, now: Date): TradeStep {
  const state = advance(stepMachine, pending.state, 'activate', stepMachineFacts(pending));
  assert(state, 'a pending step can be activated');
  return {
    ...pending,
    state,
    feeStamps: ceilDiv(pending.priceStamps * BigInt(trade.activationFeeBps), BPS),
    activatedAt: now,
    deadlineAt: addSeconds(now, pending.contractWindowSeconds),
  };
}

/** Any participant activates the next pending step; while the target is active already nothing happens. */
export function decideActivateTrade(
  loaded: ActivateTradeFacts | null,
  input: ActivateTrade,
  moment: DecisionContext,
): ActivateTradeDecision {
  assertParticipant(loaded, input.caller);
  assert(loaded, 'a participant has a trade');
  const { trade, steps, participants, principals } = loaded;
  if (isTradeTerminal(trade)) throw conflict(trade, 'trade_terminal');
  const target = targetOf(loaded, moment.now);
  if (target === null) throw conflict(trade, 'no_pending_step');
  const { step: before, passed } = target;
  const stepActive = before.state === 'active';
  const state = advance(tradeMachine, trade.state, 'activate', { stepActive, outcome: null });
  assert(state, `a trade ${trade.state} with a target step can be activated`);
  if (stepActive) return { effects: {}, trade, steps, step: before };
  if (isDue(trade.idleDeadlineAt, moment.now)) throw conflict(trade, 'deadline_passed', before.stepNo);
  const step = activated(trade, before, moment.now);
  const consumer = principals.find((one) => one.principalId === step.consumerPrincipalId);
  assert(consumer, 'the consumer of the step to activate is loaded');
  const cost = step.priceStamps + step.feeStamps;
  affordable(consumer, cost, consumer.principalId === input.caller.principalId);
  const changes = passed === null ? [step] : [pass(passed), step];
  const decision = withChanges({ ...trade, state, idleDeadlineAt: null }, steps, changes);
  const effects: Effects = {
    ...decision.effects,
    spends: cost === 0n ? [] : [{ principalId: consumer.principalId, stamps: cost }],
    events: tradeEvents('trade.step_activated', decision.trade, step.stepNo, participants, moment),
    journals: activationJournals(moment.newId(), step),
  };
  return { ...decision, step, effects };
}
