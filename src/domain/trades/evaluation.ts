import { assert } from '../errors/errors';
import type {
  CheckpointResult,
  CheckpointStatus,
  DeliveryContract,
  FailureCause,
  FailureClass,
  Trade,
  TradeStep,
} from '../types';

/**
 * The deterministic evaluator (settlement.md §2): what is settled, when, as what. `now` decides only whether a trade is
 * due, never as what.
 */
export interface EvaluatedFault {
  readonly failureClass: FailureClass;
  readonly failureCause: FailureCause;
  readonly principalId: string;
}

export type Evaluation =
  | { readonly action: 'none' }
  | { readonly action: 'pass_step'; readonly stepNo: number }
  /** `stepNo`: the faulted step, or with no fault the last, which passes. */
  | { readonly action: 'settle'; readonly stepNo: number; readonly fault: EvaluatedFault | null };

/** The parts of a trade and of a step that decide. */
export type TradeTerms = Pick<
  Trade,
  'state' | 'coverageThresholdBps' | 'ruleVersion' | 'withdrawnAt' | 'idleDeadlineAt'
>;
export type StepTerms = Omit<TradeStep, 'rebuttal' | 'rebuttalFiledAt' | 'feeStamps' | 'tradeId' | 'title'>;

const TERMINAL: readonly Trade['state'][] = ['completed', 'failed', 'compensated'];

export function activeStep<S extends Pick<TradeStep, 'state'>>(steps: readonly S[]): S | undefined {
  return steps.find((step) => step.state === 'active');
}

/** The first pending step; steps come in order of `step_no`. */
export function nextPending<S extends Pick<TradeStep, 'state'>>(steps: readonly S[]): S | undefined {
  return steps.find((step) => step.state === 'pending');
}

/** floor(10000 · Σ weight of met / Σ weight). Without results: all met for confirmed, none for failed (contract §7). */
export function coverageOf(
  contract: DeliveryContract,
  status: CheckpointStatus,
  results: readonly CheckpointResult[] | null,
): number {
  if (results === null) return status === 'confirmed' ? 10_000 : 0;
  const met = new Set(results.filter((result) => result.met).map((result) => result.item_id));
  const total = contract.items.reduce((weight, item) => weight + item.weight, 0);
  const covered = contract.items.reduce((weight, item) => weight + (met.has(item.item_id) ? item.weight : 0), 0);
  return Math.floor((10_000 * covered) / total);
}

type Side = 'provider' | 'consumer';
interface RuleFault {
  readonly failureClass: FailureClass;
  readonly failureCause: FailureCause;
  readonly side: Side;
}

interface Rule {
  readonly row: number;
  readonly condition: string;
  holds(trade: TradeTerms, step: StepTerms, due: boolean): boolean;
  readonly result: 'pass_step' | RuleFault;
}

function fault(failureClass: FailureClass, failureCause: FailureCause, side: Side): RuleFault {
  return { failureClass, failureCause, side };
}

function covers(trade: TradeTerms, step: StepTerms): boolean {
  return step.checkpointStatus === 'confirmed' && (step.coverageBps ?? 0) >= trade.coverageThresholdBps;
}

/** Rows 1–9 of the table, on the active step; the first that holds decides. */
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

/** Row 10: no step active, steps pending, the idle deadline passed. */
const idleFault = fault('F5', 'not_activated', 'consumer');

/** At or after: the instant of a deadline is late. */
export function isDue(deadline: Date | null, now: Date): boolean {
  return deadline !== null && now.getTime() >= deadline.getTime();
}

function settleAs(step: StepTerms, { failureClass, failureCause, side }: RuleFault): Evaluation {
  const principalId = side === 'provider' ? step.providerPrincipalId : step.consumerPrincipalId;
  return { action: 'settle', stepNo: step.stepNo, fault: { failureClass, failureCause, principalId } };
}

function rulesV1(trade: TradeTerms, steps: readonly StepTerms[], now: Date): Evaluation {
  const step = activeStep(steps);
  const next = nextPending(steps);
  if (step === undefined) {
    return next !== undefined && isDue(trade.idleDeadlineAt, now) ? settleAs(next, idleFault) : { action: 'none' };
  }
  const due = isDue(step.deadlineAt, now);
  const rule = activeRules.find((one) => one.holds(trade, step, due));
  if (rule === undefined) return { action: 'none' };
  if (rule.result !== 'pass_step') return settleAs(step, rule.result);
  if (next !== undefined) return { action: 'pass_step', stepNo: step.stepNo };
  return { action: 'settle', stepNo: step.stepNo, fault: null };
}

type RuleSet = typeof rulesV1;

/** Rule sets by version; a released one is frozen, as a policy is. */
export const ruleSets: Readonly<Record<string, RuleSet>> = Object.freeze({ rules_v1: rulesV1 });

/** The rule set new trades are created under. */
export const currentRuleVersion = 'rules_v1';

/** What is to be done with the trade now, by the rule set it was created under. */
export function evaluate(trade: TradeTerms, steps: readonly StepTerms[], now: Date): Evaluation {
  const rules = ruleSets[trade.ruleVersion];
  assert(rules, `rule set ${trade.ruleVersion} is known`);
  return TERMINAL.includes(trade.state) ? { action: 'none' } : rules(trade, steps, now);
}

/** When the settle worker must look at the trade again: the instant from which `evaluate` answers other than `none`, if
 *  nothing else happens; null when nothing can become due. */
export function dueAt(trade: TradeTerms, steps: readonly StepTerms[]): Date | null {
  if (TERMINAL.includes(trade.state)) return null;
  const step = activeStep(steps);
  if (step === undefined) return nextPending(steps) === undefined ? null : trade.idleDeadlineAt;
  if (trade.withdrawnAt !== null) return trade.withdrawnAt;
  if (step.verdict !== null) return new Date(step.verdict.submitted_at);
  return covers(trade, step) ? step.checkpointSubmittedAt : step.deadlineAt;
}
