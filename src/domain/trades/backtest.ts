import { coverageOf, evaluate, rulesOf } from './evaluation';
import { parseEvidence, type Evidence, type ParsedEvidence } from './evidence';
import type { Policy } from './policy-types';
import { covers, type StepTerms } from './rule-types';
import { computeSettlement, type Due, type PartyAmounts, type Recomputed } from './settlement';

/** Why a stored evidence cannot be settled under a candidate policy. */
export const missing = {
  earlier_step: 'a step that passed would not have passed, so the trade would have ended earlier',
  not_ended: 'the trade would not have ended at that time',
  rebuttals: 'the evidence has no times of rebuttals',
  ruling: 'the verdict is a coverage, which the candidate does not have',
  record: 'the evidence has no record of the principal that would be at fault',
  invalid: 'the evidence cannot be computed; run ats audit',
} as const;
export type Missing = keyof typeof missing;

export const roles = ['provider', 'consumer', 'other', 'slash_pool'] as const;
export type Role = (typeof roles)[number];

/** The settlement of one evidence under two policies. */
export interface Comparison {
  readonly isChanged: boolean;
  /** The failure classes; null is a trade without a failure. */
  readonly before: Recomputed['failureClass'];
  readonly after: Recomputed['failureClass'];
  /** The stamps that each role gains (or loses) under the candidate. Their sum is 0. */
  readonly gains: Readonly<Record<Role, bigint>>;
}

/** The steps with the coverage of the candidate. A checkpoint that covers has passed its step at once. */
function stepsUnder({ ruleVersion }: Policy, { trade, steps }: ParsedEvidence): StepTerms[] {
  return steps.map((step) => {
    const { items, contract, checkpointStatus: status, checkpointResults: results } = step;
    if (contract === null || status === null) return step;
    const checkpoint = { items, contract, status, results, thresholdBps: trade.coverageThresholdBps };
    const computed = { ...step, coverageBps: coverageOf(ruleVersion, checkpoint) };
    return step.state === 'active' && covers(trade, computed) ? { ...computed, state: 'passed' } : computed;
  });
}

function lacksVerdict({ ruleVersion }: Policy, { verdict, coverageBps }: StepTerms): boolean {
  const coverage = verdict?.coverage_bps;
  if (coverage === undefined || rulesOf(ruleVersion).takesCoverageVerdicts) return false;
  return coverage !== 10_000 && coverage !== (coverageBps ?? 0);
}

function lacksRecord({ usesFullRecord }: Policy, stored: ParsedEvidence, { fault }: Due): boolean {
  if (fault?.principalId == null) return false;
  const hasFullRecord = rulesOf(stored.trade.ruleVersion).hasFullEvidence;
  return stored.record?.principalId !== fault.principalId || (usesFullRecord && !hasFullRecord);
}

/** The input under the candidate, or the first thing that it lacks. */
function inputUnder(candidate: Policy, stored: ParsedEvidence): ParsedEvidence | Missing {
  const trade = { ...stored.trade, ruleVersion: candidate.ruleVersion };
  const steps = stepsUnder(candidate, stored);
  if (steps.some((step) => step.state === 'passed' && !covers(trade, step))) return 'earlier_step';
  const active = steps.find((step) => step.state === 'active');
  if (active && lacksVerdict(candidate, active)) return 'ruling';
  const due = evaluate(trade, steps, stored.settledAt);
  if (due.action !== 'settle') return 'not_ended';
  const isContested = active?.checkpointStatus != null && active.verdict === null && trade.withdrawnAt === null;
  const needsRebuttals =
    rulesOf(trade.ruleVersion).hasItemsAndDisputes && !rulesOf(stored.trade.ruleVersion).hasItemsAndDisputes;
  if (isContested && needsRebuttals) return 'rebuttals';
  if (lacksRecord(candidate, stored, due)) return 'record';
  const record = due.fault?.principalId == null ? null : stored.record;
  return { ...stored, policyVersion: candidate.version, trade, steps, record };
}

/** The change of the balances by the settlement, without fees, which a policy does not change. */
function netOf(side: PartyAmounts | undefined): bigint {
  if (side === undefined) return 0n;
  const gained = side.receivedStamps + side.compensationStamps;
  return gained - side.paidStamps - side.bondSlashedStamps - (side.burntStamps ?? 0n);
}

function gainsOf(input: ParsedEvidence, before: Recomputed, after: Recomputed): Record<Role, bigint> {
  const stepNo = before.faultedStepNo ?? after.faultedStepNo;
  const ended = input.steps.find((step) => step.stepNo === stepNo);
  const gains: Record<Role, bigint> = { provider: 0n, consumer: 0n, other: 0n, slash_pool: 0n };
  for (const side of after.parties) {
    const { principalId } = side;
    const gain = netOf(side) - netOf(before.parties.find((one) => one.principalId === principalId));
    const isProvider = principalId === ended?.providerPrincipalId;
    const role = isProvider ? 'provider' : principalId === ended?.consumerPrincipalId ? 'consumer' : 'other';
    gains[role] += gain;
    gains.slash_pool -= gain;
  }
  return gains;
}

/** Returns the result as text, apart from the amounts. */
function namesOf(result: Recomputed): string {
  return [
    result.outcome,
    result.failureClass,
    result.failureCause,
    result.faultedStepNo,
    result.faultPrincipalId,
  ].join();
}

/**
 * Settles a stored evidence under its own policy and under a candidate.
 *
 * Deadlines and windows stay as they were: what the parties would have done otherwise is unknown.
 */
export function compare(evidenceJson: string, candidate: Policy): Comparison | Missing {
  const stored = parseEvidence(JSON.parse(evidenceJson) as Evidence);
  const before = computeSettlement(stored);
  const input = candidate.version === stored.policyVersion ? stored : inputUnder(candidate, stored);
  if (typeof input === 'string') return input;
  const after = computeSettlement(input);
  const gains = gainsOf(stored, before, after);
  const sides = after.parties.map((side, index) => netOf(side) - netOf(before.parties[index]));
  const isChanged = namesOf(before) !== namesOf(after) || sides.some((gain) => gain !== 0n);
  return { isChanged, before: before.failureClass, after: after.failureClass, gains };
}

/** Changed trades from one failure class to another. */
export interface ClassChange {
  readonly from: string;
  readonly to: string;
  trades: number;
  readonly gains: Record<Role, bigint>;
}

/** The result of a backtest, summed over its settlements. */
export class BacktestResult {
  settlements = 0;
  unchanged = 0;
  changed = 0;
  readonly gains: Record<Role, bigint> = { provider: 0n, consumer: 0n, other: 0n, slash_pool: 0n };
  readonly notComparable = new Map<Missing, number>();
  private readonly changes = new Map<string, ClassChange>();

  add(result: Comparison | Missing): void {
    this.settlements += 1;
    if (typeof result === 'string') {
      this.notComparable.set(result, (this.notComparable.get(result) ?? 0) + 1);
    } else if (result.isChanged) {
      this.changed += 1;
      this.addChange(result);
    } else {
      this.unchanged += 1;
    }
  }

  /** The changed trades by class, in order of the classes. */
  get byClass(): ClassChange[] {
    return [...this.changes.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
  }

  private addChange({ before, after, gains }: Comparison): void {
    const from = before ?? 'none';
    const to = after ?? 'none';
    const key = `${from} ${to}`;
    const none = { provider: 0n, consumer: 0n, other: 0n, slash_pool: 0n };
    const change = this.changes.get(key) ?? { from, to, trades: 0, gains: none };
    this.changes.set(key, change);
    change.trades += 1;
    for (const role of roles) {
      change.gains[role] += gains[role];
      this.gains[role] += gains[role];
    }
  }
}
