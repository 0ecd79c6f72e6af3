import { assert } from '../errors/errors';
import { isTerminal } from '../state-machine';
import { tradeMachine } from './trade-states';
import type {
  CheckpointResult,
  CheckpointStatus,
  DeliveryContract,
  FailureCause,
  FailureClass,
  StepRole,
  Trade,
  TradeStep,
} from '../types';

/** A fault that ends a trade: class, cause, and the principal at fault. */
export interface EvaluatedFault {
  readonly failureClass: FailureClass;
  readonly failureCause: FailureCause;
  readonly principalId: string;
}

export type Evaluation =
  | { readonly action: 'none' }
  | { readonly action: 'pass_step'; readonly stepNo: number }
  /** `stepNo` is the faulted step. Without a fault it is the last step, which passes. */
  | { readonly action: 'settle'; readonly stepNo: number; readonly fault: EvaluatedFault | null };

/** The members of a trade that the evaluation uses. */
export type TradeTerms = Pick<
  Trade,
  'state' | 'coverageThresholdBps' | 'ruleVersion' | 'withdrawnAt' | 'idleDeadlineAt'
>;
/** The members of a step that the evaluation and the settlement use. */
export type StepTerms = Omit<TradeStep, 'rebuttal' | 'rebuttalFiledAt' | 'feeStamps' | 'tradeId' | 'title'>;

export function activeStep<S extends Pick<TradeStep, 'state'>>(steps: readonly S[]): S | undefined {
  return steps.find((step) => step.state === 'active');
}

/** The first pending step. `steps` is in the order of `step_no`. */
export function nextPending<S extends Pick<TradeStep, 'state'>>(steps: readonly S[]): S | undefined {
  return steps.find((step) => step.state === 'pending');
}

/**
 * The coverage in basis points: floor(10000 · Σ weight of met items / Σ weight).
 *
 * Without results, a confirmed checkpoint meets all items and a failed one none.
 */
export function coverageOf(
  contract: DeliveryContract,
  status: CheckpointStatus,
  results: readonly CheckpointResult[] | null,
): number {
  if (results === null) return status === 'confirmed' ? 10_000 : 0;
  const metIds = new Set(results.filter((result) => result.met).map((result) => result.item_id));
  const total = contract.items.reduce((weight, item) => weight + item.weight, 0);
  const covered = contract.items.reduce((weight, item) => weight + (metIds.has(item.item_id) ? item.weight : 0), 0);
  return Math.floor((10_000 * covered) / total);
}

interface RuleFault {
  readonly failureClass: FailureClass;
  readonly failureCause: FailureCause;
  readonly role: StepRole;
}

interface Rule {
  readonly row: number;
  readonly condition: string;
  holds(trade: TradeTerms, step: StepTerms, due: boolean): boolean;
  readonly result: 'pass_step' | RuleFault;
}

function fault(failureClass: FailureClass, failureCause: FailureCause, role: StepRole): RuleFault {
  return { failureClass, failureCause, role };
}

/**
 * Whether the checkpoint passes the step: confirmed, with the threshold reached.
 *
 * Such a step ends at the commit of its checkpoint. An older release left it active until the sweep.
 */
export function covers(
  trade: Pick<Trade, 'coverageThresholdBps'>,
  step: Pick<TradeStep, 'checkpointStatus' | 'coverageBps'>,
): boolean {
  return step.checkpointStatus === 'confirmed' && (step.coverageBps ?? 0) >= trade.coverageThresholdBps;
}

/** Rules for the active step: rows 1 to 9 of docs/concepts/settlement.md. The first match decides. */
const activeRules: readonly Rule[] = [
  {
    row: 1,
    condition: 'provider withdrew',
    holds: (trade) => trade.withdrawnAt !== null,
    result: fault('F4', 'withdrew', 'provider'),
  },
  {
    row: 2,
    condition: 'verdict fail',
    holds: (_, step) => step.verdict?.verdict === 'fail',
    result: fault('F2', 'delivery_failed', 'provider'),
  },
  {
    row: 3,
    condition: 'verdict pass, checkpoint failed',
    holds: (_, step) => step.verdict?.verdict === 'pass' && step.checkpointStatus === 'failed',
    result: fault('F5', 'verdict_overturned', 'consumer'),
  },
  {
    row: 4,
    condition: 'verdict pass, checkpoint confirmed',
    holds: (_, step) => step.verdict?.verdict === 'pass' && step.checkpointStatus === 'confirmed',
    result: 'pass_step',
  },
  { row: 5, condition: 'checkpoint confirmed, coverage ≥ threshold', holds: covers, result: 'pass_step' },
  {
    row: 6,
    condition: 'no contract, deadline passed',
    holds: (_, step, due) => step.contract === null && due,
    result: fault('F1', 'no_contract', 'provider'),
  },
  {
    row: 7,
    condition: 'contract, no checkpoint, deadline passed',
    holds: (_, step, due) => step.checkpointStatus === null && due,
    result: fault('F5', 'no_checkpoint', 'consumer'),
  },
  {
    row: 8,
    condition: 'checkpoint failed, deadline passed',
    holds: (_, step, due) => step.checkpointStatus === 'failed' && due,
    result: fault('F2', 'delivery_failed', 'provider'),
  },
  {
    row: 9,
    condition: 'checkpoint confirmed, coverage < threshold, deadline passed',
    holds: (_, step, due) => step.checkpointStatus === 'confirmed' && due,
    result: fault('F3', 'coverage_shortfall', 'provider'),
  },
];

/** Row 10: no step is active, steps are pending, and the idle deadline has passed. */
const idleFault = fault('F5', 'not_activated', 'consumer');

/** Whether a deadline has passed. The instant of the deadline is already late. */
export function isDue(deadline: Date | null, now: Date): boolean {
  return deadline !== null && now.getTime() >= deadline.getTime();
}

function settleAs(step: StepTerms, { failureClass, failureCause, role }: RuleFault): Evaluation {
  const principalId = role === 'provider' ? step.providerPrincipalId : step.consumerPrincipalId;
  return { action: 'settle', stepNo: step.stepNo, fault: { failureClass, failureCause, principalId } };
}

function rulesV1(trade: TradeTerms, steps: readonly StepTerms[], now: Date): Evaluation {
  const step = activeStep(steps);
  const next = nextPending(steps);
  if (step === undefined) {
    if (next !== undefined) return isDue(trade.idleDeadlineAt, now) ? settleAs(next, idleFault) : { action: 'none' };
    // All steps have passed.
    const last = steps.at(-1);
    return last === undefined ? { action: 'none' } : { action: 'settle', stepNo: last.stepNo, fault: null };
  }
  const due = isDue(step.deadlineAt, now);
  const rule = activeRules.find((candidate) => candidate.holds(trade, step, due));
  if (rule === undefined) return { action: 'none' };
  if (rule.result !== 'pass_step') return settleAs(step, rule.result);
  if (next !== undefined) return { action: 'pass_step', stepNo: step.stepNo };
  return { action: 'settle', stepNo: step.stepNo, fault: null };
}

type RuleSet = typeof rulesV1;

/** Rule sets by version. A released rule set never changes. */
export const ruleSets: Readonly<Record<string, RuleSet>> = Object.freeze({ rules_v1: rulesV1 });

/** The rule set of new trades. */
export const currentRuleVersion = 'rules_v1';

/**
 * The action that a trade needs now, by the rule set of its creation.
 *
 * `now` decides only whether the trade is due. It never changes the result of a due trade.
 */
export function evaluate(trade: TradeTerms, steps: readonly StepTerms[], now: Date): Evaluation {
  const rules = ruleSets[trade.ruleVersion];
  assert(rules, `rule set ${trade.ruleVersion} exists`);
  return isTerminal(tradeMachine, trade.state) ? { action: 'none' } : rules(trade, steps, now);
}

/**
 * When the settle worker must check the trade again, or null.
 *
 * From this instant on, `evaluate` returns an action other than `none`, if the trade does not change before.
 */
export function dueAt(trade: TradeTerms, steps: readonly StepTerms[]): Date | null {
  if (isTerminal(tradeMachine, trade.state)) return null;
  const step = activeStep(steps);
  if (step === undefined) {
    return nextPending(steps) === undefined ? (steps.at(-1)?.checkpointSubmittedAt ?? null) : trade.idleDeadlineAt;
  }
  if (trade.withdrawnAt !== null) return trade.withdrawnAt;
  if (step.verdict !== null) return new Date(step.verdict.submitted_at);
  return covers(trade, step) ? step.checkpointSubmittedAt : step.deadlineAt;
}
