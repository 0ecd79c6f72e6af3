import {
  activeStep,
  covers,
  evaluateIdle,
  fault,
  isDue,
  ruledBpsOf,
  settleAs,
  type CheckpointFacts,
  type Evaluation,
  type RuleFault,
  type RuleSet,
  type StepTerms,
  type TradeTerms,
  type Windows,
} from './rule-types';

/** Rules `rules_v1.1` (docs/concepts/settlement.md). The first rule that fits decides. */

/** The fault of a provider that did not answer the accusation. */
export function conceded(claimedBps: number): RuleFault {
  return claimedBps === 0 ? fault('F2', 'delivery_failed', 'provider') : fault('F3', 'coverage_shortfall', 'provider');
}

/** The end of a dispute without a verdict: no principal is at fault. */
export function unruled(claimedBps: number): RuleFault {
  return fault(claimedBps === 0 ? 'F2' : 'F3', 'unruled', null);
}

/** The end of a dispute by a verdict. The side that was off by more is at fault. */
export function ruled(claimedBps: number, ruledBps: number, thresholdBps: number): RuleFault {
  const claimed = Math.min(claimedBps, thresholdBps);
  const coverage = Math.min(Math.max(ruledBps, claimed), thresholdBps);
  const consumerOff = coverage - claimed;
  const providerOff = thresholdBps - coverage;
  if (consumerOff === providerOff) return fault('F3', 'even_ruling', null);
  return consumerOff > providerOff ? fault('F5', 'verdict_overturned', 'consumer') : conceded(coverage);
}

function evaluateActive(trade: TradeTerms, step: StepTerms, now: Date): RuleFault | null {
  if (trade.withdrawnAt !== null) return fault('F4', 'withdrew', 'provider');
  const claimed = step.coverageBps ?? 0;
  const verdict = ruledBpsOf(step);
  if (verdict !== null) return ruled(claimed, verdict, trade.coverageThresholdBps);
  if (!isDue(step.deadlineAt, now)) return null;
  if (step.contract === null) return fault('F1', 'no_contract', 'provider');
  if (step.checkpointStatus === null) return fault('F5', 'no_checkpoint', 'consumer');
  if (covers(trade, step)) return null;
  return isDisputed(step) ? unruled(claimed) : conceded(claimed);
}

/** Whether the rebuttal came before the deadline. Such a rebuttal has moved the deadline. */
function isDisputed({ rebuttalFiledAt, deadlineAt }: StepTerms): boolean {
  return rebuttalFiledAt !== null && deadlineAt !== null && rebuttalFiledAt.getTime() < deadlineAt.getTime();
}

function evaluate(trade: TradeTerms, steps: readonly StepTerms[], now: Date): Evaluation {
  const step = activeStep(steps);
  if (step === undefined) return evaluateIdle(trade, steps, now);
  const result = evaluateActive(trade, step, now);
  return result === null ? { action: 'none' } : settleAs(step, result);
}

/**
 * The coverage by the agreed items; an unmet `must` item makes it 0.
 *
 * Without agreed items, each item of the contract counts once, and a failed checkpoint never reaches the threshold.
 */
function coverageOf({ items, contract, status, results, thresholdBps }: CheckpointFacts): number {
  if (results === null) return status === 'confirmed' ? 10_000 : 0;
  const agreed = items ?? contract.items.map(({ item_id }) => ({ item_id, weight: 1, must: false }));
  const metIds = new Set(results.filter((result) => result.met).map((result) => result.item_id));
  if (agreed.some(({ must, item_id }) => must && !metIds.has(item_id))) return 0;
  const total = agreed.reduce((sum, { weight }) => sum + weight, 0);
  const metWeight = agreed.reduce((sum, { item_id, weight }) => sum + (metIds.has(item_id) ? weight : 0), 0);
  const coverage = Math.floor((10_000 * metWeight) / total);
  return items === null && status === 'failed' && coverage >= thresholdBps ? 0 : coverage;
}

export const rulesV11: RuleSet = Object.freeze({
  version: 'rules_v1.1',
  evaluationWindowSeconds: 14 * 86_400,
  evaluate,
  coverageOf,
  rulingSeconds: ({ evaluationWindowSeconds }: Windows) => evaluationWindowSeconds,
  countsEarlyRebuttals: true,
  hasDisputes: true,
  hasFullEvidence: true,
  takesCoverageVerdicts: true,
});
