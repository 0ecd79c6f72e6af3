import type { Effects } from '../effects';
import { Refusal, type Members } from '../errors/errors';
import { dueAt } from './evaluation';
import { covers } from './rule-types';
import { idFromKeyOrUuid, keyOf } from '../keys';
import { isTerminal } from '../state-machine';
import { stepMachine } from './step-states';
import { tradeMachine } from './trade-states';
import { addSeconds, laterOf, isDue } from '../time';
import type { CallerData } from '../parties/principal';
import { assertAgent } from '../sessions/credential-limits';
import type { StepRole, Trade, TradeParticipant, TradeStep } from '../types';

/** A trade loaded under its lock. `steps` is in the order of `step_no`. */
export interface TradeData {
  readonly trade: Trade;
  readonly steps: readonly TradeStep[];
  readonly participants: readonly TradeParticipant[];
}

/** The effects of a decision, and the trade after it. */
export interface TradeDecision {
  readonly effects: Effects;
  readonly trade: Trade;
  readonly steps: readonly TradeStep[];
}

export interface StepDecision extends TradeDecision {
  readonly step: TradeStep;
}

/** Texts of the member `reason` of 409 `trade_state_conflict`. */
export const conflictReasons = {
  trade_exists: 'the proposal already has a trade',
  trade_terminal: 'the trade is settled',
  trade_not_executing: 'the trade is not executing',
  no_active_step: 'the trade has no active step',
  no_pending_step: 'the trade has no pending step',
  step_not_active: 'the step is not the active step',
  step_ended: 'the step has ended',
  contract_published: 'the delivery contract is already published',
  contract_missing: 'the delivery contract is not published yet',
  checkpoint_submitted: 'the checkpoint is already submitted',
  rebuttal_filed: 'this step already has a rebuttal',
  deadline_passed: 'the deadline has passed',
  not_before: 'the terms allow the activation of the step later',
  facts_differ: 'the stored trade differs from its facts, and an operator must repair it',
  consumer_activates: 'only the consumer of the step activates it',
} as const;
export type ConflictReason = keyof typeof conflictReasons;

/** Advice for the reasons for which the advice of the code does not help. */
export const conflictRemedies = {
  trade_exists: 'Go on with the trade in `trade_key`.',
  trade_terminal: 'Read the settlement of the trade. To trade with this counterparty, run a match of a listing.',
  contract_missing:
    'Wait for the event trade.contract_published (in GraphQL: TRADE_CONTRACT_PUBLISHED), then use a new idempotency key.',
  not_before: 'Wait until `available_at`, then use a new idempotency key.',
  deadline_passed:
    'Wait for the event trade.completed or trade.failed (in GraphQL: TRADE_COMPLETED, TRADE_FAILED). A new idempotency key does not move the deadline.',
  facts_differ: 'Ask an operator to repair the trade. Then use a new idempotency key.',
  consumer_activates:
    'Wait for the event trade.step_activated (in GraphQL: TRADE_STEP_ACTIVATED). The consumer of the step activates it.',
} as const satisfies Partial<Record<ConflictReason, string>>;

/** The refusal of a call that the state of a trade does not allow. */
export function conflictOf(reason: ConflictReason, members: Members, availableAt: Date | null = null): Refusal {
  const detail = `You cannot do this now: ${conflictReasons[reason]}.`;
  const remedies: Readonly<Partial<Record<ConflictReason, string>>> = conflictRemedies;
  return new Refusal('trade_state_conflict', detail, { ...members, reason }, remedies[reason], availableAt);
}

export function conflict(
  trade: Trade,
  reason: ConflictReason,
  stepNo?: number,
  members: Members = {},
  availableAt: Date | null = null,
): Refusal {
  const step = stepNo === undefined ? {} : { step_no: stepNo };
  return conflictOf(reason, { current_state: trade.state, ...step, ...members }, availableAt);
}

/**
 * The trade, if the caller is a participant.
 *
 * @throws Refusal 404 `trade_not_found` for all other callers, 403 `agent_mismatch` for a credential of another agent
 */
export function assertParticipant(data: TradeData | null, caller: CallerData): TradeData {
  const own = data?.participants.find(({ principalId }) => principalId === caller.principalId);
  if (data === null || own === undefined) throw new Refusal('trade_not_found');
  assertAgent(caller.boundAgentId, own.agentId);
  return data;
}

/** The step with a number. @throws Refusal 404 `step_not_found` */
export function stepOf(data: TradeData, stepNo: number): TradeStep {
  const step = data.steps.find((candidate) => candidate.stepNo === stepNo);
  if (step === undefined) throw new Refusal('step_not_found', `The trade has no step ${String(stepNo)}.`);
  return step;
}

/**
 * Checks that the caller has this role on the step and that `X-Agent-Id` is its registered agent.
 *
 * @param agent whether the header is required, or is checked only if it is present
 * @throws Refusal 403 `trade_access_denied`
 */
export function assertRole(
  step: TradeStep,
  role: StepRole,
  caller: CallerData,
  agent: 'required' | 'if_present',
): void {
  const principalId = role === 'provider' ? step.providerPrincipalId : step.consumerPrincipalId;
  const agentId = role === 'provider' ? step.providerAgentId : step.consumerAgentId;
  if (caller.principalId !== principalId) throw wrongRole(step, role, caller);
  if (caller.agentText === undefined && agent === 'if_present') return;
  if (caller.agentText === undefined || idFromKeyOrUuid('agt', caller.agentText) !== agentId) {
    const detail = `X-Agent-Id must be the agent registered as ${role} of step ${String(step.stepNo)}.`;
    const remedy = `Send X-Agent-Id with ${keyOf('agt', agentId)}, and use a new idempotency key.`;
    throw new Refusal('trade_access_denied', detail, {}, remedy);
  }
}

/** The acts of each role on a step. A provider can also activate a step, if its `activation` is `any`. */
const ROLE_ACTS: Readonly<Record<StepRole, string>> = {
  provider: 'publish the delivery contract, rebut a checkpoint and withdraw',
  consumer: 'activate the step and submit the checkpoint',
};

/** The refusal of an act of another role. It says the role of the caller on the step, if it has one. */
function wrongRole(step: TradeStep, role: StepRole, { principalId }: CallerData): Refusal {
  const { stepNo, providerPrincipalId, consumerPrincipalId } = step;
  const own = ({ [providerPrincipalId]: 'provider', [consumerPrincipalId]: 'consumer' } as const)[principalId];
  const yours = own === undefined ? 'You have no role on it.' : `You are the ${own}, and can ${ROLE_ACTS[own]}.`;
  return new Refusal('trade_access_denied', `Only the ${role} of step ${String(stepNo)} can do this. ${yours}`);
}

/** The idle deadline of a step that can be activated from now on, or from `notBeforeAt` on. */
export function idleDeadlineOf(step: TradeStep, trade: Pick<Trade, 'idleWindowSeconds'>, now: Date): Date {
  const from = step.notBeforeAt === null ? now : laterOf(now, step.notBeforeAt);
  return addSeconds(from, trade.idleWindowSeconds);
}

/** Whether the trade is settled. */
export function isTradeTerminal(trade: Trade): boolean {
  return isTerminal(tradeMachine, trade.state);
}

/**
 * Whether nothing can change the step any more.
 *
 * An older release left a step with a passing checkpoint active. That step has ended too.
 */
export function hasStepEnded(trade: Trade, step: TradeStep): boolean {
  return isTerminal(stepMachine, step.state) || (step.state === 'active' && covers(trade, step));
}

/** The last step that has ended, or undefined. `steps` is in the order of `step_no`. */
export function lastEndedStep(trade: Trade, steps: readonly TradeStep[]): TradeStep | undefined {
  return steps.filter((step) => hasStepEnded(trade, step)).at(-1);
}

/** Checks that the step is the active one of an open trade. @throws Refusal 409 `trade_state_conflict` */
export function assertStepActive(trade: Trade, step: TradeStep): void {
  if (isTradeTerminal(trade)) throw conflict(trade, 'trade_terminal', step.stepNo);
  if (hasStepEnded(trade, step)) throw conflict(trade, 'step_ended', step.stepNo);
  if (step.state !== 'active') throw conflict(trade, 'step_not_active', step.stepNo);
}

/**
 * Checks that the deadline of the step has not passed.
 *
 * The deadline decides, whether or not the settlement worker has run.
 * @throws Refusal 409 `trade_state_conflict`
 */
export function assertBeforeDeadline(trade: Trade, step: TradeStep, now: Date): void {
  if (isDue(step.deadlineAt, now)) throw conflict(trade, 'deadline_passed', step.stepNo);
}

/** The trade and its steps after changes, with the new `dueAt`. The effects have only the changed rows. */
export function withChanges(
  trade: Trade,
  steps: readonly TradeStep[],
  changes: readonly TradeStep[],
): TradeDecision & { readonly effects: { readonly trades: readonly Trade[]; readonly steps: readonly TradeStep[] } } {
  const next = steps.map((step) => changes.find((change) => change.stepNo === step.stepNo) ?? step);
  const changed = { ...trade, dueAt: dueAt(trade, next) };
  return { trade: changed, steps: next, effects: { trades: [changed], steps: changes } };
}
