import type { TradeFault } from './policy-types';
import {
  activeStep,
  covers,
  evaluateIdle,
  fault,
  nextPending,
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

/** Rules `rules_v1` (docs/concepts/settlement.md). */

/**
 * The coverage in basis points: floor(10000 · Σ weight of met items / Σ weight).
 *
 * Without results, a confirmed checkpoint meets all items and a failed one none.
 */
function coverageOf({ contract, status, results }: CheckpointData): number {
  if (results === null) return status === 'confirmed' ? 10_000 : 0;
  const metIds = new Set(results.filter((result) => result.met).map((result) => result.item_id));
  const total = contract.items.reduce((weight, item) => weight + item.weight, 0);
  const covered = contract.items.reduce((weight, item) => weight + (metIds.has(item.item_id) ? item.weight : 0), 0);
  return Math.floor((10_000 * covered) / total);
}

interface Rule {
  readonly condition: string;
  holds(trade: TradeTerms, step: StepTerms, due: boolean): boolean;
  readonly result: 'pass_step' | TradeFault;
}

/** Rules for the active step: rows 1 to 9 of docs/concepts/settlement.md. The first match decides. */
const activeRules: readonly Rule[] = [
  {
    condition: 'provider withdrew',
    holds: (trade) => trade.withdrawnAt !== null,
    result: fault('F4', 'withdrew', 'provider'),
  },
  {
    condition: 'verdict fail',
    holds: (_, step) => step.verdict?.verdict === 'fail',
    result: fault('F2', 'delivery_failed', 'provider'),
  },
  {
    condition: 'verdict pass, checkpoint failed',
    holds: (_, step) => step.verdict?.verdict === 'pass' && step.checkpointStatus === 'failed',
    result: fault('F5', 'verdict_overturned', 'consumer'),
  },
  {
    condition: 'verdict pass, checkpoint confirmed',
    holds: (_, step) => step.verdict?.verdict === 'pass' && step.checkpointStatus === 'confirmed',
    result: 'pass_step',
  },
  { condition: 'checkpoint confirmed, coverage ≥ threshold', holds: covers, result: 'pass_step' },
  {
    condition: 'no contract, deadline passed',
    holds: (_, step, due) => step.contract === null && due,
    result: fault('F1', 'no_contract', 'provider'),
  },
  {
    condition: 'contract, no checkpoint, deadline passed',
    holds: (_, step, due) => step.checkpointStatus === null && due,
    result: fault('F5', 'no_checkpoint', 'consumer'),
  },
  {
    condition: 'checkpoint failed, deadline passed',
    holds: (_, step, due) => step.checkpointStatus === 'failed' && due,
    result: fault('F2', 'delivery_failed', 'provider'),
  },
  {
    condition: 'checkpoint confirmed, coverage < threshold, deadline passed',
    holds: (_, step, due) => step.checkpointStatus === 'confirmed' && due,
    result: fault('F3', 'coverage_shortfall', 'provider'),
  },
];

function evaluate(trade: TradeTerms, steps: readonly StepTerms[], now: Date): Evaluation {
  const step = activeStep(steps);
  if (step === undefined) return evaluateIdle(trade, steps, now);
  const due = isDue(step.deadlineAt, now);
  const rule = activeRules.find((candidate) => candidate.holds(trade, step, due));
  if (rule === undefined) return { action: 'none' };
  if (rule.result !== 'pass_step') return settleAs(step, rule.result);
  if (nextPending(steps) !== undefined) return { action: 'pass_step', stepNo: step.stepNo };
  return { action: 'settle', stepNo: step.stepNo, fault: null };
}

export const rulesV1: RuleSet = Object.freeze({
  version: 'rules_v1',
  table: withIdleRule(activeRules.map(({ condition, result }) => ({ condition, results: [result] }))),
  evaluationWindowSeconds: 86_400,
  evaluate,
  coverageOf,
  rulingSeconds: ({ evaluationWindowSeconds, checkpointWindowSeconds }: Windows) =>
    Math.min(evaluationWindowSeconds, 4 * checkpointWindowSeconds),
  countsEarlyRebuttals: false,
  hasItemsAndDisputes: false,
  hasFullEvidence: false,
  takesCoverageVerdicts: false,
});
