import type { Effects, DecisionContext } from '../effects';
import { assert } from '../errors/errors';
import { evaluate } from './evaluation';
import { stepFact } from './facts';
import { activeStep, nextPending } from './rule-types';
import { tradeEvents } from '../events/events';
import { advance } from '../state-machine';
import { passStep, stepMachine, stepMachineData } from './step-states';
import { tradeMachine } from './trade-states';
import { activationJournals } from '../ledger/trade-movements';
import { assertCanSpend, type CallerData, type PrincipalData } from '../parties/principal';
import { activationFee } from '../ledger/stamps';
import { assertParticipant, withChanges, conflict, isTradeTerminal, type TradeDecision, type TradeData } from './trade';
import { addSeconds, isDue } from '../time';
import type { Trade, TradeStep } from '../types';

/** A trade and at least the consumer of the step to activate, under their locks. */
export interface ActivateTradeData extends TradeData {
  readonly principals: readonly PrincipalData[];
}

export interface ActivateTrade {
  readonly caller: CallerData;
}

export interface ActivateTradeDecision extends TradeDecision {
  /** The active target step. If it was already active, the effects are empty. */
  readonly step: TradeStep;
}

/** The step to activate, and the active step that passes at the same time. */
interface Target {
  readonly step: TradeStep;
  readonly passing: TradeStep | null;
}

/**
 * The pending step that an activation would charge for now, or null.
 *
 * The caller locks the consumer of this step before the decision.
 */
export function stepToActivate(data: TradeData, now: Date): TradeStep | null {
  if (isTradeTerminal(data.trade)) return null;
  const target = targetOf(data, now);
  return target !== null && target.step.state === 'pending' ? target.step : null;
}

function targetOf(data: TradeData, now: Date): Target | null {
  const active = activeStep(data.steps);
  const next = nextPending(data.steps);
  if (active === undefined) return next === undefined ? null : { step: next, passing: null };
  const due = evaluate(data.trade, data.steps, now);
  if (due.action === 'pass_step') {
    assert(next, 'the passing step is not the last step');
    return { step: next, passing: active };
  }
  const lastPasses = due.action === 'settle' && due.fault === null;
  return lastPasses ? null : { step: active, passing: null };
}

/** The step after its activation. */
export function activateStep(trade: Trade, pending: TradeStep, now: Date): TradeStep {
  const state = advance(stepMachine, pending.state, 'activate', stepMachineData(pending));
  assert(state, 'a pending step can be activated');
  return {
    ...pending,
    state,
    feeStamps: activationFee(pending.priceStamps, trade.activationFeeBps),
    activatedAt: now,
    deadlineAt: addSeconds(now, pending.contractWindowSeconds),
  };
}

/** @throws Refusal 409 `consumer_activates`, `not_before` */
function assertCanActivate(trade: Trade, step: TradeStep, caller: CallerData, now: Date): void {
  if (step.activation === 'consumer' && caller.principalId !== step.consumerPrincipalId) {
    throw conflict(trade, 'consumer_activates', step.stepNo);
  }
  if (step.notBeforeAt === null || isDue(step.notBeforeAt, now)) return;
  const members = { available_at: step.notBeforeAt.toISOString() };
  throw conflict(trade, 'not_before', step.stepNo, members, step.notBeforeAt);
}

/** Decides the activation of the next step, by any participant. It has no effect on an active step. */
export function decideActivateTrade(
  loaded: ActivateTradeData | null,
  input: ActivateTrade,
  context: DecisionContext,
): ActivateTradeDecision {
  assertParticipant(loaded, input.caller);
  assert(loaded, 'a participant has a trade');
  const { trade, steps, participants, principals } = loaded;
  if (isTradeTerminal(trade)) throw conflict(trade, 'trade_terminal');
  const target = targetOf(loaded, context.now);
  if (target === null) throw conflict(trade, 'no_pending_step');
  const { step: before, passing } = target;
  const stepActive = before.state === 'active';
  const state = advance(tradeMachine, trade.state, 'activate', { stepActive, outcome: null });
  assert(state, `a trade ${trade.state} with a target step can be activated`);
  if (stepActive) return { effects: {}, trade, steps, step: before };
  if (isDue(trade.idleDeadlineAt, context.now)) throw conflict(trade, 'deadline_passed', before.stepNo);
  assertCanActivate(trade, before, input.caller, context.now);
  const step = activateStep(trade, before, context.now);
  const consumer = principals.find(({ principalId }) => principalId === step.consumerPrincipalId);
  assert(consumer, 'the consumer of the step to activate is loaded');
  const cost = step.priceStamps + step.feeStamps;
  assertCanSpend(consumer, cost, {
    now: context.now,
    isCaller: consumer.principalId === input.caller.principalId,
    closesAt: trade.idleDeadlineAt,
  });
  const changes = passing === null ? [step] : [passStep(passing), step];
  const decision = withChanges({ ...trade, state, idleDeadlineAt: null }, steps, changes);
  const effects: Effects = {
    ...decision.effects,
    spends: cost === 0n ? [] : [{ principalId: consumer.principalId, stamps: cost }],
    facts: [stepFact('step_activated', loaded, decision, context)],
    events: tradeEvents('trade.step_activated', decision.trade, step.stepNo, participants, context),
    journals: activationJournals(context.newId(), step),
  };
  return { ...decision, step, effects };
}
