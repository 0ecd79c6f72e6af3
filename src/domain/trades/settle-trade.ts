import type { Digest } from '../canonical';
import type { DecisionContext } from '../effects';
import { assert, Refusal } from '../errors/errors';
import { evaluate, rulesOf } from './evaluation';
import { settledFact, stepFact } from './facts';
import { policyOf } from './policy';
import { activeStep, covers, nextPending } from './rule-types';
import { settlementEvents } from '../events/events';
import { advance } from '../state-machine';
import { passStep, stepMachine, stepMachineData } from './step-states';
import { tradeMachine } from './trade-states';
import { settlementJournals } from '../ledger/trade-movements';
import type { CallerData, PrincipalData } from '../parties/principal';
import { settle, type Due, type RecordData } from './settlement';
import { checkVerdict, verdictOf, type VerdictInput } from './step-input';
import {
  assertParticipant,
  withChanges,
  conflict,
  assertRole,
  assertBeforeDeadline,
  idleDeadlineOf,
  isTradeTerminal,
  lastEndedStep,
  type StepDecision,
  type TradeDecision,
  type TradeData,
} from './trade';
import type { Settlement, SettlementParty, Trade, TradeStep } from '../types';

/** A trade with the recent faults of all participants, and the record of `principalToAssess`, under their locks. */
export interface SettleTradeData extends TradeData {
  readonly principals: readonly Pick<PrincipalData, 'principalId' | 'faults180Days'>[];
  /** Null or absent: no principal is assessed by its record. */
  readonly record?: RecordData | null;
}

export interface SettleTradeDecision extends TradeDecision {
  readonly result: 'nothing' | 'passed_step' | 'settled';
  /** Null unless the decision settles the trade. */
  readonly settlement: Settlement | null;
  readonly parties: readonly SettlementParty[];
}

/**
 * The principal at fault, if the policy of the trade needs its full record; otherwise null.
 *
 * The caller loads the record before the decision. Most settlements need none.
 */
export function principalToAssess({ trade, steps }: TradeData, now: Date): string | null {
  if (!policyOf(trade.policyVersion).usesFullRecord) return null;
  const due = evaluate(trade, steps, now);
  return due.action === 'settle' ? (due.fault?.principalId ?? null) : null;
}

/** The record of the principal at fault; null if no principal is. */
function faultRecordOf(data: SettleTradeData, due: Due): RecordData | null {
  const principalId = due.fault?.principalId ?? null;
  if (principalId === null) return null;
  if (policyOf(data.trade.policyVersion).usesFullRecord) {
    assert(data.record, 'the record of the principal at fault is loaded');
    return data.record;
  }
  const principal = data.principals.find((one) => one.principalId === principalId);
  assert(principal, 'the principal at fault is loaded');
  return { faults: principal.faults180Days, completed: 0, counterpartyOwners: 0, sameOwner: [] };
}

function settleDecision(
  data: SettleTradeData,
  due: Due,
  on: 'settle' | 'withdraw',
  context: DecisionContext & Digest,
): SettleTradeDecision {
  const { steps, participants } = data;
  const settled = settle({ trade: data.trade, steps, participants, due, record: faultRecordOf(data, due) }, context);
  const { settlement, parties, lines } = settled;
  const machineData = { stepActive: activeStep(steps) !== undefined, outcome: settlement.outcome };
  const state = advance(tradeMachine, data.trade.state, on, machineData);
  assert(state === settlement.outcome, `a trade ${data.trade.state} can end as ${settlement.outcome}`);
  const trade: Trade = { ...data.trade, state, settledAt: context.now, idleDeadlineAt: null, dueAt: null };
  const fact = settledFact(data, { trade, steps: settled.steps }, settlement, context);
  return {
    result: 'settled',
    trade,
    steps: settled.steps,
    settlement,
    parties,
    effects: {
      facts: [fact],
      trades: [trade],
      steps: settled.steps.filter((step, index) => step.state !== steps[index]?.state),
      settlements: [settlement],
      settlementParties: parties,
      events: settlementEvents(trade, settlement, parties, context),
      journals: settlementJournals(trade.tradeId, context.newId(), lines),
    },
  };
}

function passDecision(data: TradeData, context: DecisionContext): SettleTradeDecision {
  const step = activeStep(data.steps);
  assert(step, 'the passing step is active');
  const state = advance(tradeMachine, data.trade.state, 'pass_step', { stepActive: true, outcome: null });
  assert(state, `a step of a trade ${data.trade.state} can pass`);
  const next = nextPending(data.steps);
  assert(next, 'the passing step is not the last step');
  const idleDeadlineAt = idleDeadlineOf(next, data.trade, context.now);
  const decision = withChanges({ ...data.trade, state, idleDeadlineAt }, data.steps, [passStep(step)]);
  const effects = { ...decision.effects, facts: [stepFact('step_passed', data, decision, context)] };
  return { ...decision, effects, result: 'passed_step', settlement: null, parties: [] };
}

/** Decides what is due now, for the settlement worker. The result can be `nothing`. */
export function decideSweep(data: SettleTradeData, context: DecisionContext & Digest): SettleTradeDecision {
  const due = evaluate(data.trade, data.steps, context.now);
  if (due.action === 'settle') return settleDecision(data, due, 'settle', context);
  if (due.action === 'pass_step') return passDecision(data, context);
  const { trade, steps } = data;
  return { result: 'nothing', effects: {}, trade, steps, settlement: null, parties: [] };
}

/**
 * Decides the explicit settlement by an operator.
 *
 * It does the same as `decideSweep`. Nothing is due in a settled trade, and the decision is `nothing`.
 * @throws Refusal 404 `trade_not_found`, 409 `evaluation_state_conflict` if nothing is due
 */
export function decideSettleTrade(
  loaded: SettleTradeData | null,
  context: DecisionContext & Digest,
): SettleTradeDecision {
  if (loaded === null) throw new Refusal('trade_not_found');
  const decision = decideSweep(loaded, context);
  if (decision.result === 'nothing' && !isTradeTerminal(loaded.trade)) {
    const members = { current_state: loaded.trade.state, reason: 'nothing_due' };
    throw new Refusal(
      'evaluation_state_conflict',
      'Nothing in this trade is due now. Wait for the checkpoint or the deadline.',
      members,
    );
  }
  return decision;
}

export interface WithdrawFromTrade {
  readonly caller: CallerData;
}

/** The trade after the withdrawal of the provider of the active step. */
export function asWithdrawn<D extends TradeData>(data: D, now: Date): D {
  return { ...data, trade: { ...data.trade, withdrawnAt: now } };
}

/** Decides the withdrawal of the provider of the active step. The trade is settled at once as F4. */
export function decideWithdraw(
  loaded: SettleTradeData | null,
  input: WithdrawFromTrade,
  context: DecisionContext & Digest,
): SettleTradeDecision {
  assertParticipant(loaded, input.caller);
  assert(loaded, 'a participant has a trade');
  const step = activeStep(loaded.steps);
  if (isTradeTerminal(loaded.trade)) throw conflict(loaded.trade, 'trade_terminal');
  if (step === undefined || covers(loaded.trade, step)) {
    const ended = lastEndedStep(loaded.trade, loaded.steps);
    throw ended ? conflict(loaded.trade, 'step_ended', ended.stepNo) : conflict(loaded.trade, 'no_active_step');
  }
  assertRole(step, 'provider', input.caller, 'if_present');
  assertBeforeDeadline(loaded.trade, step, context.now);
  const data = asWithdrawn(loaded, context.now);
  const due = evaluate(data.trade, data.steps, context.now);
  assert(due.action === 'settle' && due.fault?.failureCause === 'withdrew', 'a withdrawal is settled as F4');
  const decision = settleDecision(data, due, 'withdraw', context);
  const withdrawn = stepFact('withdrawn', loaded, data, context);
  return { ...decision, effects: { ...decision.effects, facts: [withdrawn, ...(decision.effects.facts ?? [])] } };
}

/** Why the trade takes no verdict now. @throws Refusal 409 `evaluation_state_conflict` */
function refuseVerdict({ trade, steps }: TradeData, active: TradeStep | undefined): never {
  const refuse = (reason: string, detail: string, stepNo?: number): never => {
    const step = stepNo === undefined ? {} : { step_no: stepNo };
    throw new Refusal('evaluation_state_conflict', detail, { current_state: trade.state, reason, ...step });
  };
  const ended = lastEndedStep(trade, steps);
  if (ended && (active === undefined || active === ended)) {
    refuse('step_ended', 'The step has passed, so it takes no verdict.', ended.stepNo);
  }
  if (active && active.verdict !== null) refuse('verdict_submitted', 'The checkpoint already has a verdict.');
  return refuse('no_checkpoint', 'The trade has no checkpoint without a verdict.');
}

/** Decides the verdict of an operator on the checkpoint. The next sweep or explicit settlement applies it. */
export function decideSubmitVerdict(
  loaded: TradeData | null,
  input: VerdictInput,
  context: DecisionContext,
): StepDecision {
  checkVerdict(input);
  if (loaded === null) throw new Refusal('trade_not_found');
  const { trade, steps } = loaded;
  if (isTradeTerminal(trade)) throw conflict(trade, 'trade_terminal');
  const before = activeStep(steps);
  if (before === undefined || covers(trade, before)) return refuseVerdict(loaded, before);
  const allowed = advance(stepMachine, before.state, 'submit_verdict', stepMachineData(before));
  const state = advance(tradeMachine, trade.state, 'submit_verdict', { stepActive: true, outcome: null });
  if (allowed === undefined || state === undefined) return refuseVerdict(loaded, before);
  assertBeforeDeadline(trade, before, context.now);
  const { takesCoverageVerdicts } = rulesOf(trade.ruleVersion);
  const claimedBps = before.coverageBps ?? 0;
  const verdict = verdictOf(input, { takesCoverageVerdicts, claimedBps, ...trade }, context.now);
  const step = { ...before, verdict };
  const decision = withChanges({ ...trade, state }, steps, [step]);
  const facts = [stepFact('ruled', loaded, decision, context)];
  return { ...decision, step, effects: { ...decision.effects, facts } };
}
