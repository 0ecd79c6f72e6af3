import type {
  AcceptanceItem,
  CheckpointResult,
  CheckpointStatus,
  DeliveryContract,
  FailureCause,
  FailureClass,
  StepRole,
  Trade,
  TradeStep,
} from '../types';
import type { TradeFault } from './policy-types';
import { isDue } from '../time';

/** The end of a trade with a failure class. Without a principal at fault, `principalId` is null. */
export interface EvaluatedFault {
  readonly failureClass: FailureClass;
  readonly failureCause: FailureCause;
  readonly principalId: string | null;
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
export type StepTerms = Omit<TradeStep, 'rebuttal' | 'feeStamps' | 'tradeId' | 'title' | 'notBeforeAt' | 'activation'>;

/** The statements of a checkpoint about the items of a step. */
export interface CheckpointData {
  readonly items: readonly AcceptanceItem[] | null;
  readonly contract: DeliveryContract;
  readonly status: CheckpointStatus;
  readonly results: readonly CheckpointResult[] | null;
  readonly thresholdBps: number;
}

/** The windows of a trade and of its step. */
export type Windows = Pick<Trade, 'rebuttalWindowSeconds' | 'evaluationWindowSeconds'> &
  Pick<TradeStep, 'checkpointWindowSeconds'>;

/** A rule as public data (`Query.policies`). */
export interface RuleText {
  readonly rule: number;
  readonly condition: string;
  /** All results that the rule can have. */
  readonly results: readonly ('pass_step' | TradeFault)[];
}

/** A released rule set never changes. A change is a new version, and open trades keep theirs. */
export interface RuleSet {
  readonly version: string;
  /** The table of `evaluate`, in the same order. */
  readonly table: readonly RuleText[];
  /** The default of `ATS_EVALUATION_WINDOW_SECONDS`. */
  readonly evaluationWindowSeconds: number;
  /** The action that an open trade needs at `now`. */
  evaluate(trade: TradeTerms, steps: readonly StepTerms[], now: Date): Evaluation;
  /** The coverage of a checkpoint in basis points. */
  coverageOf(checkpoint: CheckpointData): number;
  /** How long an operator has for a verdict after a rebuttal. */
  rulingSeconds(windows: Windows): number;
  /** Whether a rebuttal that came before the checkpoint counts when the checkpoint contests the delivery. */
  readonly countsEarlyRebuttals: boolean;
  /**
   * Whether trades have acceptance items, and a dispute can end without a verdict.
   *
   * Only such trades have a `disputeBurnBps`: SQL recognizes them by it (sql/reputation/count_reputation.sql).
   */
  readonly hasItemsAndDisputes: boolean;
  /** Whether the evidence has the optional members. */
  readonly hasFullEvidence: boolean;
  /** Whether a verdict can be a coverage. */
  readonly takesCoverageVerdicts: boolean;
}

export function activeStep<S extends Pick<TradeStep, 'state'>>(steps: readonly S[]): S | undefined {
  return steps.find((step) => step.state === 'active');
}

/** The first pending step. `steps` is in the order of `step_no`. */
export function nextPending<S extends Pick<TradeStep, 'state'>>(steps: readonly S[]): S | undefined {
  return steps.find((step) => step.state === 'pending');
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

/** The coverage by the verdict; null without one. The verdict `fail` leaves the claim of the checkpoint. */
export function ruledBpsOf({ verdict, coverageBps }: Pick<TradeStep, 'verdict' | 'coverageBps'>): number | null {
  if (verdict === null) return null;
  return verdict.coverage_bps ?? (verdict.verdict === 'pass' ? 10_000 : (coverageBps ?? 0));
}

export function fault(failureClass: FailureClass, failureCause: FailureCause, role: StepRole | null): TradeFault {
  return { failureClass, failureCause, role };
}

export function settleAs(step: StepTerms, { failureClass, failureCause, role }: TradeFault): Evaluation {
  const { providerPrincipalId, consumerPrincipalId, stepNo } = step;
  const principalId = role === null ? null : role === 'provider' ? providerPrincipalId : consumerPrincipalId;
  return { action: 'settle', stepNo, fault: { failureClass, failureCause, principalId } };
}

const notActivated = fault('F5', 'not_activated', 'consumer');

/** The rule of `evaluateIdle` as the last row of a table. */
export function withIdleRule(active: readonly Omit<RuleText, 'rule'>[]): RuleText[] {
  const idle = { condition: 'no active step, a pending step, idle deadline passed', results: [notActivated] };
  return [...active, idle].map(({ condition, results }, index) => ({ rule: index + 1, condition, results }));
}

/** The evaluation of a trade without an active step. */
export function evaluateIdle(trade: TradeTerms, steps: readonly StepTerms[], now: Date): Evaluation {
  const next = nextPending(steps);
  if (next !== undefined) {
    const isLate = isDue(trade.idleDeadlineAt, now);
    return isLate ? settleAs(next, notActivated) : { action: 'none' };
  }
  // All steps have passed.
  const last = steps.at(-1);
  return last === undefined ? { action: 'none' } : { action: 'settle', stepNo: last.stepNo, fault: null };
}
