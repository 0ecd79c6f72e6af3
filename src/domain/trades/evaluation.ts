import { assert } from '../errors/errors';
import { isTerminal } from '../state-machine';
import { tradeMachine } from './trade-states';
import { rulesV1 } from './rules-v1';
import { rulesV11 } from './rules-v1-1';
import {
  activeStep,
  covers,
  nextPending,
  type CheckpointData,
  type Evaluation,
  type RuleSet,
  type StepTerms,
  type TradeTerms,
} from './rule-types';

/** All released rule sets by version. A new version is a new file and a line here. */
const ruleSets: Readonly<Record<string, RuleSet>> = Object.freeze({
  [rulesV1.version]: rulesV1,
  [rulesV11.version]: rulesV11,
});

export function rulesOf(version: string): RuleSet {
  const rules = ruleSets[version];
  assert(rules, `rule set ${version} exists`);
  return rules;
}

/**
 * The action that a trade needs now, by the rule set of its creation.
 *
 * `now` decides only whether the trade is due. It never changes the result of a due trade.
 */
export function evaluate(trade: TradeTerms, steps: readonly StepTerms[], now: Date): Evaluation {
  const rules = rulesOf(trade.ruleVersion);
  return isTerminal(tradeMachine, trade.state) ? { action: 'none' } : rules.evaluate(trade, steps, now);
}

/** The coverage of a checkpoint in basis points, by the rule set of the trade. */
export function coverageOf(ruleVersion: string, checkpoint: CheckpointData): number {
  return rulesOf(ruleVersion).coverageOf(checkpoint);
}

/**
 * When the settlement worker must check the trade again, or null.
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
