import type { TradeFault } from './policy-types';
import { missesMust } from './acceptance-items';
import {
  activeStep,
  covers,
  evaluateIdle,
  fault,
  ruledBpsOf,
  settleAs,
  withIdleRule,
  type CheckpointData,
  type Evaluation,
  type RuleSet,
  type StepTerms,
  type TradeTerms,
  type Windows,
} from './rule-types';
import { isDue } from '../time';

/** Rules `rules_v1.1` (docs/concepts/settlement.md). The first rule that fits decides. */

/** The provider's fault for a coverage: F2 at 0, else F3. */
export function providerFault(coverageBps: number): TradeFault {
  return coverageBps === 0 ? fault('F2', 'delivery_failed', 'provider') : fault('F3', 'coverage_shortfall', 'provider');
}

/** The end of a dispute without a verdict: no principal is at fault. */
export function unruled(claimedBps: number): TradeFault {
  return fault(claimedBps === 0 ? 'F2' : 'F3', 'unruled', null);
}

/** The end of a dispute by a verdict. The side that was off by more is at fault. */
export function ruled(claimedBps: number, ruledBps: number, thresholdBps: number): TradeFault {
  const claimed = Math.min(claimedBps, thresholdBps);
  const coverage = Math.min(Math.max(ruledBps, claimed), thresholdBps);
  const consumerOff = coverage - claimed;
  const providerOff = thresholdBps - coverage;
  if (consumerOff === providerOff) return fault('F3', 'even_ruling', null);
  return consumerOff > providerOff ? fault('F5', 'verdict_overturned', 'consumer') : providerFault(coverage);
}

/**
 * Whether the rebuttal came before the deadline. Such a rebuttal has moved the deadline.
 *
 * Reputation and its audit count the same disputes (sql/reputation/count_reputation.sql, sql/audit/t6_reputation.sql).
 */
export function isDisputed({
  rebuttalFiledAt,
  deadlineAt,
}: Pick<StepTerms, 'rebuttalFiledAt' | 'deadlineAt'>): boolean {
  return rebuttalFiledAt !== null && deadlineAt !== null && rebuttalFiledAt.getTime() < deadlineAt.getTime();
}

interface Rule {
  readonly condition: string;
  holds(trade: TradeTerms, step: StepTerms, due: boolean): boolean;
  faultOf(trade: TradeTerms, step: StepTerms): TradeFault;
  readonly results: readonly TradeFault[];
}

/** A rule with a result that depends on nothing else. */
function always(result: TradeFault): Pick<Rule, 'faultOf' | 'results'> {
  return { faultOf: () => result, results: [result] };
}

const claimOf = (step: StepTerms): number => step.coverageBps ?? 0;

/** Rules 1 to 6 of docs/concepts/settlement.md, for the active step. */
const activeRules: readonly Rule[] = [
  {
    condition: 'provider withdrew',
    holds: (trade) => trade.withdrawnAt !== null,
    ...always(fault('F4', 'withdrew', 'provider')),
  },
  {
    condition: 'verdict',
    holds: (_, step) => step.verdict !== null,
    faultOf: (trade, step) => ruled(claimOf(step), ruledBpsOf(step) ?? 0, trade.coverageThresholdBps),
    results: [ruled(0, 2, 2), ruled(0, 1, 2), ruled(0, 0, 2), ruled(1, 1, 2)],
  },
  {
    condition: 'no contract, deadline passed',
    holds: (_, step, due) => due && step.contract === null,
    ...always(fault('F1', 'no_contract', 'provider')),
  },
  {
    condition: 'contract, no checkpoint, deadline passed',
    holds: (_, step, due) => due && step.checkpointStatus === null,
    ...always(fault('F5', 'no_checkpoint', 'consumer')),
  },
  {
    condition: 'contested, no rebuttal in time, deadline passed',
    holds: (trade, step, due) => due && !covers(trade, step) && !isDisputed(step),
    faultOf: (_, step) => providerFault(claimOf(step)),
    results: [providerFault(0), providerFault(1)],
  },
  {
    condition: 'contested, rebuttal in time, deadline passed',
    holds: (trade, step, due) => due && !covers(trade, step),
    faultOf: (_, step) => unruled(claimOf(step)),
    results: [unruled(0), unruled(1)],
  },
];

function evaluate(trade: TradeTerms, steps: readonly StepTerms[], now: Date): Evaluation {
  const step = activeStep(steps);
  if (step === undefined) return evaluateIdle(trade, steps, now);
  const due = isDue(step.deadlineAt, now);
  const rule = activeRules.find((candidate) => candidate.holds(trade, step, due));
  return rule === undefined ? { action: 'none' } : settleAs(step, rule.faultOf(trade, step));
}

/**
 * The coverage by the agreed items; an unmet `must` item makes it 0.
 *
 * Without agreed items, each item of the contract counts once, and a failed checkpoint never reaches the threshold.
 */
function coverageOf({ items, contract, status, results, thresholdBps }: CheckpointData): number {
  if (results === null) return status === 'confirmed' ? 10_000 : 0;
  const agreed = items ?? contract.items.map(({ item_id }) => ({ item_id, weight: 1, must: false }));
  if (missesMust(items, results)) return 0;
  const metIds = new Set(results.filter((result) => result.met).map((result) => result.item_id));
  const total = agreed.reduce((sum, { weight }) => sum + weight, 0);
  const metWeight = agreed.reduce((sum, { item_id, weight }) => sum + (metIds.has(item_id) ? weight : 0), 0);
  const coverage = Math.floor((10_000 * metWeight) / total);
  return items === null && status === 'failed' && coverage >= thresholdBps ? 0 : coverage;
}

export const rulesV11: RuleSet = Object.freeze({
  version: 'rules_v1.1',
  table: withIdleRule(activeRules),
  evaluationWindowSeconds: 14 * 86_400,
  evaluate,
  coverageOf,
  rulingSeconds: ({ evaluationWindowSeconds }: Windows) => evaluationWindowSeconds,
  countsEarlyRebuttals: true,
  hasItemsAndDisputes: true,
  hasFullEvidence: true,
  takesCoverageVerdicts: true,
});
