import { canonical, type Digest } from '../canonical';
import { contractOf, missesMust } from './acceptance-items';
import type { DecisionContext } from '../effects';
import { assert } from '../errors/errors';
import { coverageOf, rulesOf } from './evaluation';
import { stepFact } from './facts';
import { covers, nextPending } from './rule-types';
import { tradeEvents } from '../events/events';
import { advance } from '../state-machine';
import { passStep, stepMachine, stepMachineData, type StepEvent } from './step-states';
import { tradeMachine, type TradeEvent } from './trade-states';
import type { CallerData } from '../parties/principal';
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
  assertParticipant,
  withChanges,
  conflict,
  assertRole,
  hasStepEnded,
  idleDeadlineOf,
  assertBeforeDeadline,
  stepOf,
  isTradeTerminal,
  type ConflictReason,
  type StepDecision,
  type TradeData,
} from './trade';
import { addSeconds, laterOf, isDue } from '../time';
import type { DeliveryContract, Trade, TradeState, TradeStep } from '../types';

interface StepCall {
  readonly caller: CallerData;
  readonly stepNo: number;
}

/** Checks that the step allows the event. @throws Refusal 409 with `reason` */
function assertStepAllows(trade: Trade, step: TradeStep, on: StepEvent, reason: ConflictReason): void {
  const to = advance(stepMachine, step.state, on, stepMachineData(step));
  if (to === undefined) throw conflict(trade, reason, step.stepNo);
}

/** The next state of the trade. @throws Refusal 409 with `reason` */
function nextTradeState(trade: Trade, step: TradeStep, on: TradeEvent, reason: ConflictReason): TradeState {
  const to = advance(tradeMachine, trade.state, on, { stepActive: step.state === 'active', outcome: null });
  if (to === undefined) throw conflict(trade, reason, step.stepNo);
  return to;
}

/** The decision that changes one step, with its fact and its event for all participants. */
function stepDecision(
  kind: 'contract_published' | 'checkpoint_submitted' | 'rebuttal_filed',
  before: TradeData,
  change: { readonly trade: Trade; readonly step: TradeStep },
  context: DecisionContext,
): StepDecision {
  const { step } = change;
  const decision = withChanges(change.trade, before.steps, [step]);
  const facts = [stepFact(kind, before, decision, context)];
  const events = tradeEvents(`trade.${kind}`, decision.trade, step.stepNo, before.participants, context);
  return { ...decision, step, effects: { ...decision.effects, facts, events } };
}

export interface PublishContract extends StepCall {
  readonly contract: ContractInput;
}

/** Decides the publication of the delivery contract by the provider of the active step, once. */
export function decidePublishContract(
  loaded: TradeData | null,
  input: PublishContract,
  context: DecisionContext,
): StepDecision {
  const sent = parseContract(input.contract);
  const data = assertParticipant(loaded, input.caller);
  const before = stepOf(data, input.stepNo);
  assertRole(before, 'provider', input.caller, 'required');
  const contract = contractOf(sent, before.items);
  assertStepActive(data.trade, before);
  assertStepAllows(data.trade, before, 'publish_contract', 'contract_published');
  const state = nextTradeState(data.trade, before, 'publish_contract', 'trade_not_executing');
  assertBeforeDeadline(data.trade, before, context.now);
  const step = afterContract(before, contract, context.now);
  return stepDecision('contract_published', data, { trade: { ...data.trade, state }, step }, context);
}

/** The step after its contract. The consumer has time for a checkpoint. */
export function afterContract(step: TradeStep, contract: DeliveryContract, now: Date): TradeStep {
  return { ...step, contract, contractPublishedAt: now, deadlineAt: addSeconds(now, step.checkpointWindowSeconds) };
}

export interface SubmitCheckpoint extends StepCall {
  readonly checkpoint: CheckpointInput;
}

/** The deadline after a checkpoint that does not pass: the provider has time for a rebuttal. */
function contestedDeadline(trade: Trade, step: TradeStep, now: Date): Date | null {
  if (step.deadlineAt === null) return null;
  const seconds = Math.min(trade.rebuttalWindowSeconds, step.checkpointWindowSeconds);
  const deadlineAt = laterOf(step.deadlineAt, addSeconds(now, seconds));
  // Whether the checkpoint makes a dispute of it, `isDisputed` of the rules says.
  const hasEarlyRebuttal = step.rebuttalFiledAt !== null && rulesOf(trade.ruleVersion).countsEarlyRebuttals;
  return hasEarlyRebuttal ? laterOf(deadlineAt, rulingDeadline(trade, step, now)) : deadlineAt;
}

/** Until when an operator can rule after a rebuttal. */
function rulingDeadline(trade: Trade, step: TradeStep, now: Date): Date {
  return addSeconds(now, rulesOf(trade.ruleVersion).rulingSeconds({ ...trade, ...step }));
}

/** The step after its checkpoint. A passing checkpoint ends it at once, so nothing later can change it. */
export function afterCheckpoint(trade: Trade, step: TradeStep, now: Date): TradeStep {
  return covers(trade, step) ? passStep(step) : { ...step, deadlineAt: contestedDeadline(trade, step, now) };
}

/** The idle deadline after a checkpoint. The consumer of the next step has the idle window from a passing one. */
export function idleDeadlineAfterCheckpoint(
  { trade, steps }: Pick<TradeData, 'trade' | 'steps'>,
  step: TradeStep,
  now: Date,
): Date | null {
  const next = nextPending(steps);
  return step.state === 'passed' && next ? idleDeadlineOf(next, trade, now) : trade.idleDeadlineAt;
}

/** Decides the checkpoint of the consumer of the active step on the published contract, once. */
export function decideSubmitCheckpoint(
  loaded: TradeData | null,
  input: SubmitCheckpoint,
  context: DecisionContext,
): StepDecision {
  const { status } = input.checkpoint;
  const results = parseResults(input.checkpoint);
  const data = assertParticipant(loaded, input.caller);
  const { trade } = data;
  const before = stepOf(data, input.stepNo);
  assertRole(before, 'consumer', input.caller, 'required');
  const { contract } = before;
  if (contract === null) {
    assertStepActive(trade, before);
    throw conflict(trade, 'contract_missing', before.stepNo);
  }
  assertKnownItems('/results', results?.map((result) => result.item_id) ?? [], contract);
  const { items } = before;
  const thresholdBps = trade.coverageThresholdBps;
  const coverageBps = coverageOf(trade.ruleVersion, { items, contract, status, results, thresholdBps });
  assertConsistent(status, coverageBps, thresholdBps, missesMust(items, results));
  assertStepActive(trade, before);
  assertStepAllows(trade, before, 'submit_checkpoint', 'checkpoint_submitted');
  const on = status === 'confirmed' ? 'confirm_checkpoint' : 'fail_checkpoint';
  const state = nextTradeState(trade, before, on, 'trade_not_executing');
  assertBeforeDeadline(trade, before, context.now);
  const submitted = { checkpointStatus: status, checkpointResults: results, coverageBps } as const;
  const step = afterCheckpoint(trade, { ...before, ...submitted, checkpointSubmittedAt: context.now }, context.now);
  const idleDeadlineAt = idleDeadlineAfterCheckpoint(data, step, context.now);
  return stepDecision('checkpoint_submitted', data, { trade: { ...trade, state, idleDeadlineAt }, step }, context);
}

export interface FileRebuttal extends StepCall {
  readonly rebuttal: RebuttalInput;
}

/**
 * The deadline after a rebuttal.
 *
 * It moves only if the checkpoint does not pass and the deadline has not passed. Otherwise a late provider could gain a
 * day. The extension gives the operator time for a verdict.
 */
export function rebuttalDeadline(trade: Trade, step: TradeStep, now: Date): Date | null {
  const { deadlineAt, checkpointStatus } = step;
  const contested = checkpointStatus !== null && !covers(trade, step);
  if (step.state !== 'active' || !contested || deadlineAt === null || isDue(deadlineAt, now)) return deadlineAt;
  return laterOf(deadlineAt, rulingDeadline(trade, step, now));
}

/** Decides the rebuttal of the provider of a step, once. Its content has no effect on the settlement. */
export function decideFileRebuttal(
  loaded: TradeData | null,
  input: FileRebuttal,
  context: DecisionContext & Digest,
): StepDecision {
  const rebuttal = parseRebuttal(input.rebuttal);
  const data = assertParticipant(loaded, input.caller);
  const { trade } = data;
  const before = stepOf(data, input.stepNo);
  assertRole(before, 'provider', input.caller, 'if_present');
  const itemIds = rebuttal.evidence.map(({ item_id }) => item_id);
  assertKnownItems('/evidence', itemIds, before.contract);
  if (isTradeTerminal(trade)) throw conflict(trade, 'trade_terminal', before.stepNo);
  if (hasStepEnded(trade, before)) throw conflict(trade, 'step_ended', before.stepNo);
  assertStepAllows(trade, before, 'file_rebuttal', 'rebuttal_filed');
  const state = nextTradeState(trade, before, 'file_rebuttal', 'trade_terminal');
  assert(before.rebuttal === null, 'a step without a filing time has no rebuttal');
  const step: TradeStep = {
    ...before,
    rebuttal: { ...rebuttal, sha256: context.sha256(canonical(rebuttal)) },
    rebuttalFiledAt: context.now,
    deadlineAt: rebuttalDeadline(trade, before, context.now),
  };
  return stepDecision('rebuttal_filed', data, { trade: { ...trade, state }, step }, context);
}
