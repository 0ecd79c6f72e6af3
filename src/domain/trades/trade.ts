import type { Effects } from '../effects';
import { Refusal } from '../errors/errors';
import { dueAt, isDue } from './evaluation';
import { idFromKeyOrUuid } from '../keys';
import { isTerminal } from '../state-machine';
import { tradeMachine } from './trade-states';
import type { CallerFacts } from '../parties/principal';
import type { Settlement, Trade, TradeParticipant, TradeStep } from '../types';

/** What every decision about a trade shares: its facts, who may call, how it refuses. */

/** A trade as loaded under its lock. `steps` in order of `step_no`. */
export interface TradeFacts {
  readonly trade: Trade;
  readonly steps: readonly TradeStep[];
  readonly participants: readonly TradeParticipant[];
  readonly settlement: Settlement | null;
}

/** What the store applies, and the trade as it is then. */
export interface TradeDecision {
  readonly effects: Effects;
  readonly trade: Trade;
  readonly steps: readonly TradeStep[];
}

export interface StepDecision extends TradeDecision {
  readonly step: TradeStep;
}

/** Why a call does not fit the state: the member `reason` of 409 `trade_state_conflict`. */
export const conflictReasons = {
  trade_exists: 'a trade was created from this proposal already',
  trade_terminal: 'the trade is settled',
  trade_not_executing: 'the trade is not executing',
  no_active_step: 'the trade has no active step',
  no_pending_step: 'the trade has no pending step left',
  step_not_active: 'the step is not the active step',
  step_ended: 'the step has ended',
  contract_published: 'the delivery contract is published already',
  contract_missing: 'the delivery contract is not published yet',
  checkpoint_submitted: 'the checkpoint is submitted already',
  rebuttal_filed: 'a rebuttal is filed for this step already',
  deadline_passed: 'the deadline has passed',
} as const;
export type ConflictReason = keyof typeof conflictReasons;

export function conflict(trade: Trade, reason: ConflictReason, stepNo?: number): Refusal {
  return new Refusal('trade_state_conflict', `The call cannot be taken: ${conflictReasons[reason]}.`, {
    current_state: trade.state,
    reason,
    ...(stepNo === undefined ? {} : { step_no: stepNo }),
  });
}

/** The facts, if the caller is a participant; to anyone else the trade does not exist: 404 `trade_not_found`. */
export function assertParticipant(facts: TradeFacts | null, caller: CallerFacts): TradeFacts {
  const taking = facts?.participants.some((party) => party.principalId === caller.principalId);
  if (facts === null || taking !== true) throw new Refusal('trade_not_found');
  return facts;
}

/** The step of that number, or 404 `step_not_found`. */
export function stepOf(facts: TradeFacts, stepNo: number): TradeStep {
  const step = facts.steps.find((one) => one.stepNo === stepNo);
  if (step === undefined) throw new Refusal('step_not_found', `The trade has no step ${String(stepNo)}.`);
  return step;
}

export type StepRole = 'provider' | 'consumer';

/**
 * 403 `trade_access_denied` unless the caller's principal holds the role on the step and `X-Agent-Id` names the agent
 * registered for it. `agent`: whether the header must be there, or is only checked if it is (contract §2).
 */
export function assertRole(
  step: TradeStep,
  role: StepRole,
  caller: CallerFacts,
  agent: 'required' | 'if_present',
): void {
  const principalId = role === 'provider' ? step.providerPrincipalId : step.consumerPrincipalId;
  const agentId = role === 'provider' ? step.providerAgentId : step.consumerAgentId;
  if (caller.principalId !== principalId) {
    throw new Refusal('trade_access_denied', `Only the ${role} of step ${String(step.stepNo)} may do this.`);
  }
  if (caller.agentText === undefined && agent === 'if_present') return;
  if (caller.agentText === undefined || idFromKeyOrUuid('agt', caller.agentText) !== agentId) {
    const detail = `X-Agent-Id must be the agent registered as ${role} of step ${String(step.stepNo)}.`;
    throw new Refusal('trade_access_denied', detail);
  }
}

export function isTradeTerminal(trade: Trade): boolean {
  return isTerminal(tradeMachine, trade.state);
}

/** 409 unless the trade goes on and the step is its active one. */
export function assertStepActive(trade: Trade, step: TradeStep): void {
  if (isTradeTerminal(trade)) throw conflict(trade, 'trade_terminal', step.stepNo);
  if (step.state !== 'active') throw conflict(trade, 'step_not_active', step.stepNo);
}

/** Late is late (settlement.md §1): 409 at or after the step's deadline, whether or not the sweep has come. */
export function assertBeforeDeadline(trade: Trade, step: TradeStep, now: Date): void {
  if (isDue(step.deadlineAt, now)) throw conflict(trade, 'deadline_passed', step.stepNo);
}

export function addSeconds(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}

export function laterOf(a: Date, b: Date): Date {
  return a.getTime() >= b.getTime() ? a : b;
}

/** The trade and its steps after changes, with the instant the worker must look again; only what changed is put. */
export function withChanges(
  trade: Trade,
  steps: readonly TradeStep[],
  changes: readonly TradeStep[],
): TradeDecision & { readonly effects: { readonly trades: readonly Trade[]; readonly steps: readonly TradeStep[] } } {
  const next = steps.map((step) => changes.find((change) => change.stepNo === step.stepNo) ?? step);
  const put = { ...trade, dueAt: dueAt(trade, next) };
  return { trade: put, steps: next, effects: { trades: [put], steps: changes } };
}
