import type { Digest } from '../canonical';
import type { DecisionContext } from '../effects';
import { assert, Refusal } from '../errors/errors';
import { evaluate, rulesOf } from './evaluation';
import { settledFact, stepFact } from './facts';
import { policyOf } from './policy';
import { activeStep, covers, nextPending } from './rule-types';
import { settlementEvents } from '../events/events';
import { advance } from '../state-machine';
import { stepMachine, stepMachineFacts } from './step-states';
import { tradeMachine } from './trade-states';
import { settlementJournals } from '../ledger/trade-movements';
import type { CallerFacts, PrincipalFacts } from '../parties/principal';
import { settle, type Due, type RecordFacts } from './settlement';
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
  type TradeFacts,
} from './trade';
import type { Settlement, SettlementParty, Trade, TradeStep } from '../types';

/** A trade with the recent faults of all participants, under their locks. */
export interface SettleTradeFacts extends TradeFacts {
  readonly principals: readonly Pick<PrincipalFacts, 'principalId' | 'faults180Days'>[];
  /** The record of `principalWithRecord`, if it is not null. */
  readonly record?: RecordFacts | null;
}

export interface SettleTradeDecision extends TradeDecision {
  readonly result: 'nothing' | 'passed_step' | 'settled';
  readonly settlement: Settlement | null;
  readonly parties: readonly SettlementParty[];
}

/**
 * The principal at fault, if the policy of the trade needs its full record; otherwise null.
 *
 * The caller loads the record before the decision. Most settlements need none.
 */
export function principalWithRecord({ trade, steps }: TradeFacts, now: Date): string | null {
  if (!policyOf(trade.policyVersion).usesFullRecord) return null;
  const due = evaluate(trade, steps, now);
  return due.action === 'settle' ? (due.fault?.principalId ?? null) : null;
}

function recordOf(facts: SettleTradeFacts, due: Due): RecordFacts | null {
  const principalId = due.fault?.principalId ?? null;
  if (principalId === null || policyOf(facts.trade.policyVersion).usesFullRecord) return facts.record ?? null;
  const principal = facts.principals.find((one) => one.principalId === principalId);
  assert(principal, 'the principal at fault is loaded');
  return { faults: principal.faults180Days, completed: 0, counterpartyOwners: 0, sameOwner: [] };
}

function settleDecision(
  facts: SettleTradeFacts,
  due: Due,
  on: 'settle' | 'withdraw',
  context: DecisionContext & Digest,
): SettleTradeDecision {
  const { steps, participants } = facts;
  const settled = settle({ trade: facts.trade, steps, participants, due, record: recordOf(facts, due) }, context);
  const { settlement, parties, lines } = settled;
  const machineFacts = { stepActive: activeStep(steps) !== undefined, outcome: settlement.outcome };
  const state = advance(tradeMachine, facts.trade.state, on, machineFacts);
  assert(state === settlement.outcome, `a trade ${facts.trade.state} can end as ${settlement.outcome}`);
  const trade: Trade = { ...facts.trade, state, settledAt: context.now, idleDeadlineAt: null, dueAt: null };
  const fact = settledFact(facts, { trade, steps: settled.steps }, settlement, context);
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

function passStep(facts: TradeFacts, context: DecisionContext): SettleTradeDecision {
  const step = activeStep(facts.steps);
  assert(step, 'the passing step is active');
  const passed = advance(stepMachine, step.state, 'pass', stepMachineFacts(step));
  const state = advance(tradeMachine, facts.trade.state, 'pass_step', { stepActive: true, outcome: null });
  assert(passed && state, `a step of a trade ${facts.trade.state} can pass`);
  const next = nextPending(facts.steps);
  assert(next, 'the passing step is not the last step');
  const idleDeadlineAt = idleDeadlineOf(next, facts.trade, context.now);
  const decision = withChanges({ ...facts.trade, state, idleDeadlineAt }, facts.steps, [{ ...step, state: passed }]);
  const effects = { ...decision.effects, facts: [stepFact('step_passed', facts, decision, context)] };
  return { ...decision, effects, result: 'passed_step', settlement: null, parties: [] };
}

/** Decides what is due now, for the settlement worker. The result can be `nothing`. */
export function decideSweep(facts: SettleTradeFacts, context: DecisionContext & Digest): SettleTradeDecision {
  const due = evaluate(facts.trade, facts.steps, context.now);
  if (due.action === 'settle') return settleDecision(facts, due, 'settle', context);
  if (due.action === 'pass_step') return passStep(facts, context);
  const { trade, steps, settlement } = facts;
  return { result: 'nothing', effects: {}, trade, steps, settlement, parties: [] };
}

/**
 * Decides the explicit settlement by an operator.
 *
 * It does the same as `decideSweep`. A settled trade returns its settlement.
 * @throws Refusal 404 `trade_not_found`, 409 `evaluation_state_conflict` if nothing is due
 */
export function decideSettleTrade(
  loaded: SettleTradeFacts | null,
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
  readonly caller: CallerFacts;
}

/** The facts after the withdrawal of the provider of the active step. */
export function asWithdrawn<F extends TradeFacts>(facts: F, now: Date): F {
  return { ...facts, trade: { ...facts.trade, withdrawnAt: now } };
}

/** Decides the withdrawal of the provider of the active step. The trade is settled at once as F4. */
export function decideWithdraw(
  loaded: SettleTradeFacts | null,
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
  const facts = asWithdrawn(loaded, context.now);
  const due = evaluate(facts.trade, facts.steps, context.now);
  assert(due.action === 'settle' && due.fault?.failureCause === 'withdrew', 'a withdrawal is settled as F4');
  const decision = settleDecision(facts, due, 'withdraw', context);
  const withdrawn = stepFact('withdrawn', loaded, facts, context);
  return { ...decision, effects: { ...decision.effects, facts: [withdrawn, ...(decision.effects.facts ?? [])] } };
}

/** Why the trade takes no verdict now. @throws Refusal 409 `evaluation_state_conflict` */
function refuseVerdict({ trade, steps }: TradeFacts, active: TradeStep | undefined): never {
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
  loaded: TradeFacts | null,
  input: VerdictInput,
  context: DecisionContext,
): StepDecision {
  checkVerdict(input);
  if (loaded === null) throw new Refusal('trade_not_found');
  const { trade, steps } = loaded;
  if (isTradeTerminal(trade)) throw conflict(trade, 'trade_terminal');
  const before = activeStep(steps);
  if (before === undefined || covers(trade, before)) return refuseVerdict(loaded, before);
  const allowed = advance(stepMachine, before.state, 'submit_verdict', stepMachineFacts(before));
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
