import { canonical, type Digest } from '../canonical';
import type { DecisionContext } from '../effects';
import { assert } from '../errors/errors';
import { coverageOf, isDue } from './evaluation';
import { tradeEvents } from '../events/events';
import { advance } from '../state-machine';
import { stepMachine, type StepEvent, type StepMachineFacts } from './step-states';
import { tradeMachine, type TradeEvent } from './trade-states';
import type { CallerFacts } from '../parties/principal';
import {
  assertConsistent,
  parseContract,
  assertKnownItems,
  parseRebuttal,
  parseResults,
  type CheckpointInput,
  type ContractInput,
  type RebuttalInput,
} from './step-input';
import {
  assertStepActive,
  addSeconds,
  assertParticipant,
  withChanges,
  conflict,
  assertRole,
  assertBeforeDeadline,
  laterOf,
  stepOf,
  isTradeTerminal,
  type ConflictReason,
  type StepDecision,
  type TradeFacts,
} from './trade';
import type { Trade, TradeState, TradeStep } from '../types';

/** What provider and consumer do on a step (settlement.md §1). Refusals in the order of contract §5. */

interface OnStep {
  readonly caller: CallerFacts;
  readonly stepNo: number;
}

export function stepMachineFacts(step: TradeStep): StepMachineFacts {
  return {
    contractPublished: step.contract !== null,
    checkpointSubmitted: step.checkpointStatus !== null,
    rebuttalFiled: step.rebuttalFiledAt !== null,
    verdictSubmitted: step.verdict !== null,
  };
}

/** 409 with that reason unless the step's machine has a row for the event. */
function stepAllows(trade: Trade, step: TradeStep, on: StepEvent, reason: ConflictReason): void {
  const to = advance(stepMachine, step.state, on, stepMachineFacts(step));
  if (to === undefined) throw conflict(trade, reason, step.stepNo);
}

/** The trade's next state, or 409 with that reason. */
function tradeAllows(trade: Trade, step: TradeStep, on: TradeEvent, reason: ConflictReason): TradeState {
  const to = advance(tradeMachine, trade.state, on, { stepActive: step.state === 'active', outcome: null });
  if (to === undefined) throw conflict(trade, reason, step.stepNo);
  return to;
}

export interface PublishContract extends OnStep {
  readonly contract: ContractInput;
}

/** The active step's provider, signed as its registered agent, publishes the delivery contract, once. */
export function decidePublishContract(
  loaded: TradeFacts | null,
  input: PublishContract,
  moment: DecisionContext,
): StepDecision {
  const contract = parseContract(input.contract);
  const facts = assertParticipant(loaded, input.caller);
  const before = stepOf(facts, input.stepNo);
  assertRole(before, 'provider', input.caller, 'required');
  assertStepActive(facts.trade, before);
  stepAllows(facts.trade, before, 'publish_contract', 'contract_published');
  const state = tradeAllows(facts.trade, before, 'publish_contract', 'trade_not_executing');
  assertBeforeDeadline(facts.trade, before, moment.now);
  const deadlineAt = addSeconds(moment.now, before.checkpointWindowSeconds);
  const step = { ...before, contract, contractPublishedAt: moment.now, deadlineAt };
  const decision = withChanges({ ...facts.trade, state }, facts.steps, [step]);
  const events = tradeEvents('trade.contract_published', decision.trade, step.stepNo, facts.participants, moment);
  return { ...decision, step, effects: { ...decision.effects, events } };
}

export interface SubmitCheckpoint extends OnStep {
  readonly checkpoint: CheckpointInput;
}

/** Evidence against the provider leaves it its rebuttal: the deadline is at least that far away. */
function checkpointDeadline(trade: Trade, step: TradeStep, passes: boolean, now: Date): Date | null {
  if (passes || step.deadlineAt === null) return step.deadlineAt;
  return laterOf(step.deadlineAt, addSeconds(now, Math.min(trade.rebuttalWindowSeconds, step.checkpointWindowSeconds)));
}

/** The active step's consumer, signed as its registered agent, submits its verdict on the published contract, once. */
export function decideSubmitCheckpoint(
  loaded: TradeFacts | null,
  input: SubmitCheckpoint,
  moment: DecisionContext,
): StepDecision {
  const { status } = input.checkpoint;
  const results = parseResults(input.checkpoint);
  const facts = assertParticipant(loaded, input.caller);
  const { trade } = facts;
  const before = stepOf(facts, input.stepNo);
  assertRole(before, 'consumer', input.caller, 'required');
  const { contract } = before;
  if (contract === null) {
    assertStepActive(trade, before);
    throw conflict(trade, 'contract_missing', before.stepNo);
  }
  assertKnownItems('/results', results?.map((result) => result.item_id) ?? [], contract);
  const coverageBps = coverageOf(contract, status, results);
  assertConsistent(status, coverageBps, trade.coverageThresholdBps);
  assertStepActive(trade, before);
  stepAllows(trade, before, 'submit_checkpoint', 'checkpoint_submitted');
  const on = status === 'confirmed' ? 'confirm_checkpoint' : 'fail_checkpoint';
  const state = tradeAllows(trade, before, on, 'trade_not_executing');
  assertBeforeDeadline(trade, before, moment.now);
  const passes = status === 'confirmed' && coverageBps >= trade.coverageThresholdBps;
  const step: TradeStep = {
    ...before,
    checkpointStatus: status,
    checkpointResults: results,
    coverageBps,
    checkpointSubmittedAt: moment.now,
    deadlineAt: checkpointDeadline(trade, before, passes, moment.now),
  };
  const decision = withChanges({ ...trade, state }, facts.steps, [step]);
  const events = tradeEvents('trade.checkpoint_submitted', decision.trade, step.stepNo, facts.participants, moment);
  return { ...decision, step, effects: { ...decision.effects, events } };
}

export interface FileRebuttal extends OnStep {
  readonly rebuttal: RebuttalInput;
}

/**
 * Where a filed rebuttal leaves the deadline. It buys the operator time only against evidence on record and only while
 * the deadline has not passed: else a provider about to be late could buy a day.
 */
function rebuttalDeadline(trade: Trade, step: TradeStep, now: Date): Date | null {
  const { deadlineAt, checkpointStatus, coverageBps } = step;
  const contested = checkpointStatus === 'failed' || (coverageBps ?? 10_000) < trade.coverageThresholdBps;
  if (step.state !== 'active' || !contested || deadlineAt === null || isDue(deadlineAt, now)) return deadlineAt;
  return laterOf(deadlineAt, addSeconds(now, Math.min(trade.evaluationWindowSeconds, 4 * step.checkpointWindowSeconds)));
}

/** The step's provider files its counter-evidence, once per step, until the trade is settled; it decides nothing. */
export function decideFileRebuttal(
  loaded: TradeFacts | null,
  input: FileRebuttal,
  moment: DecisionContext & Digest,
): StepDecision {
  const rebuttal = parseRebuttal(input.rebuttal);
  const facts = assertParticipant(loaded, input.caller);
  const { trade } = facts;
  const before = stepOf(facts, input.stepNo);
  assertRole(before, 'provider', input.caller, 'if_present');
  const items = rebuttal.evidence.map((one) => one.item_id);
  assertKnownItems('/evidence', items, before.contract);
  if (isTradeTerminal(trade)) throw conflict(trade, 'trade_terminal', before.stepNo);
  stepAllows(trade, before, 'file_rebuttal', before.rebuttalFiledAt === null ? 'step_ended' : 'rebuttal_filed');
  const state = tradeAllows(trade, before, 'file_rebuttal', 'trade_terminal');
  assert(before.rebuttal === null, 'a step without a filing time has no rebuttal');
  const step: TradeStep = {
    ...before,
    rebuttal: { ...rebuttal, sha256: moment.sha256(canonical(rebuttal)) },
    rebuttalFiledAt: moment.now,
    deadlineAt: rebuttalDeadline(trade, before, moment.now),
  };
  const decision = withChanges({ ...trade, state }, facts.steps, [step]);
  const events = tradeEvents('trade.rebuttal_filed', decision.trade, step.stepNo, facts.participants, moment);
  return { ...decision, step, effects: { ...decision.effects, events } };
}
