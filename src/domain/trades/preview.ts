import { invalidMember, Refusal } from '../errors/errors';
import type { CheckpointStatus, SettlementParty, Trade, TradeParticipant } from '../types';
import { Validator } from '../validator';
import type { CreateTradeData } from './create-trade';
import type { TradeSettings } from './fact-types';
import { rulesOf } from './evaluation';
import {
  activated,
  assuming,
  checked,
  contracted,
  endOf,
  passed,
  rebutted,
  ruledOn,
  untilNow,
  type Course,
  type CourseEnd,
  type PreviewAssumption,
} from './preview-course';
import { activeStep, covers, nextPending } from './rule-types';
import { settleAssumed, type AssumedSettlement, type RecordData, type Recomputed } from './settlement';
import { verdictOf } from './step-input';
import { conflict, isTradeTerminal, type TradeData } from './trade';
import { tradeOf } from './trade-rows';
import { isDue } from '../time';

/** The events whose settlement can be previewed. */
export const previewEvents = {
  lapse: 'No party acts until the next deadline has passed.',
  withdraw: 'The provider of the step withdraws.',
  checkpoint: 'The consumer submits a checkpoint with `coverageBps`.',
  rebuttal: 'The provider files a rebuttal, and no operator rules.',
  verdict: 'An operator rules with `verdictCoverageBps`.',
  complete: 'This step and all later steps pass with full coverage.',
} as const;
export type PreviewEvent = keyof typeof previewEvents;

type Maybe<T> = T | null | undefined;

export interface PreviewInput {
  readonly of: PreviewEvent;
  /** The coverage of the checkpoint. Default: 10,000, and 0 for a failed one and for one that a rebuttal or verdict needs. */
  readonly coverage_bps?: Maybe<number>;
  /** The status of the checkpoint. Default: confirmed, or failed if the coverage is 0. */
  readonly checkpoint_status?: Maybe<CheckpointStatus>;
  /** Required for a verdict. */
  readonly verdict_coverage_bps?: Maybe<number>;
}

/** The principal that asks, with its own record. Null: an operator. */
export type PreviewViewer = {
  readonly principalId: string;
  readonly record: RecordData;
  /** Whether `record.sameOwner` was read. */
  readonly hasOwners: boolean;
} | null;

export type PreviewData = Pick<TradeData, 'trade' | 'steps' | 'participants'>;

/** The members of a settlement that a preview shows. */
export interface ShownPreview extends Omit<Recomputed, 'settledAt' | 'stepStates' | 'lines' | 'tradeId' | 'parties'> {
  /** Null: the instant depends on the parties. */
  readonly dueAt: Date | null;
  readonly parties: readonly SettlementParty[];
  readonly assumptions: readonly PreviewAssumption[];
}

/** A settlement that would follow. */
export type Preview = ShownPreview & Omit<Recomputed, 'settledAt' | 'parties'>;

/** The part of a stored settlement that a preview shows. */
export type RecordedSettlement = Omit<ShownPreview, 'dueAt' | 'parties' | 'assumptions'>;

const BOUNDS = { min: 0, max: 10_000 };

function checkInput({ of, coverage_bps, verdict_coverage_bps }: PreviewInput, thresholdBps: number): void {
  const check = new Validator();
  if (coverage_bps != null) check.int('/coverage_bps', coverage_bps, BOUNDS);
  if (verdict_coverage_bps != null) check.int('/verdict_coverage_bps', verdict_coverage_bps, BOUNDS);
  check.that(of !== 'verdict' || verdict_coverage_bps != null, '/verdict_coverage_bps', 'is required for a verdict');
  const isContested = of === 'rebuttal' || of === 'verdict';
  const detail = 'must be below the coverage threshold, because a passing checkpoint ends the step';
  check.that(!isContested || coverage_bps == null || coverage_bps < thresholdBps, '/coverage_bps', detail);
  check.done();
}

const FAILED_BELOW = 'must be below the coverage threshold for a failed checkpoint of agreed items';
const CONFIRMED_ABOVE = 'must be above 0 for a confirmed checkpoint of a step without a `must` item';

/** The course after a checkpoint. A step that already has one refuses another. */
function withCheckpoint(course: Course, input: PreviewInput, defaultBps: number): Course {
  const bps = input.coverage_bps ?? (input.checkpoint_status === 'failed' ? 0 : defaultBps);
  const status = input.checkpoint_status ?? (bps === 0 ? 'failed' : 'confirmed');
  const before = contracted(activated(course));
  const items = activeStep(before.steps)?.items ?? [];
  // As the call: only an unmet `must` item makes the coverage of a confirmed checkpoint 0.
  if (status === 'confirmed' && bps === 0 && !items.some(({ must }) => must)) {
    throw invalidMember('/coverage_bps', CONFIRMED_ABOVE);
  }
  if (status !== 'failed' || bps < course.trade.coverageThresholdBps) return checked(before, bps, status);
  // As the call: agreed items cannot be met in a failed checkpoint, and other results then count as 0.
  if (items.length > 0) throw invalidMember('/coverage_bps', FAILED_BELOW);
  return checked(before, 0, status);
}

/** The course with a checkpoint that contests the delivery. */
function contested(course: Course, input: PreviewInput): Course {
  if (activeStep(course.steps)?.checkpointStatus != null) return course;
  return assuming(withCheckpoint(course, input, 0), 'checkpoint_submitted');
}

function completed(course: Course): Course {
  const isOpen = activeStep(course.steps) !== undefined || nextPending(course.steps) !== undefined;
  return isOpen ? completed(passed(course)) : course;
}

function verdictIn(course: Course, input: PreviewInput): Course {
  const { trade, at } = course;
  const { takesCoverageVerdicts } = rulesOf(trade.ruleVersion);
  const bps = input.verdict_coverage_bps ?? 0;
  const verdict = bps >= trade.coverageThresholdBps ? 'pass' : 'fail';
  const ruling = takesCoverageVerdicts ? { coverage_bps: bps } : ({ verdict } as const);
  const claimedBps = activeStep(course.steps)?.coverageBps ?? 0;
  const data = { takesCoverageVerdicts, claimedBps, coverageThresholdBps: trade.coverageThresholdBps };
  return ruledOn(course, verdictOf({ ...ruling, reason: '' }, data, at));
}

/** @throws Refusal 409 `trade_state_conflict` for an act that the step has already had */
function afterEvent(course: Course, input: PreviewInput): Course {
  const { trade } = course;
  // A provider may also file the rebuttal of a step that is not active yet.
  const step = activeStep(course.steps) ?? nextPending(course.steps);
  switch (input.of) {
    case 'lapse':
      return course;
    case 'withdraw': {
      const at = activated(course);
      return { ...at, trade: { ...trade, idleDeadlineAt: null, withdrawnAt: at.at } };
    }
    case 'checkpoint':
      if (step?.checkpointStatus != null) throw conflict(trade, 'checkpoint_submitted', step.stepNo);
      return assuming(withCheckpoint(course, input, 10_000), 'nobody_acts');
    case 'rebuttal':
      if (step?.rebuttalFiledAt != null) throw conflict(trade, 'rebuttal_filed', step.stepNo);
      return assuming(rebutted(contested(course, input)), 'nobody_acts');
    case 'verdict':
      return verdictIn(contested(course, input), input);
    case 'complete':
      if (step?.checkpointStatus != null) throw conflict(trade, 'checkpoint_submitted', step.stepNo);
      return { ...completed(course), assumptions: [...course.assumptions, 'later_steps_passed'] };
  }
}

/** The change of the balances of a party by a whole trade. */
export function netOf(side: SettlementParty): bigint {
  const gained = side.receivedStamps + side.compensationStamps;
  return gained - side.paidStamps - side.feesStamps - side.bondSlashedStamps - (side.burntStamps ?? 0n);
}

const NO_RECORD: RecordData = { faults: 0, completed: 0, counterpartyOwners: 0, sameOwner: [] };
const MANY = 1_000_000;

function amountsOf({ slashAmount, comp, parties }: Pick<Preview, 'slashAmount' | 'comp' | 'parties'>): string {
  return JSON.stringify([slashAmount, comp, parties], (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

/** Settles the end of a course. Only the asking principal's own record is used. */
function settled(end: CourseEnd, participants: readonly TradeParticipant[], viewer: PreviewViewer): Preview {
  const { trade, steps, due, at } = end;
  const atFault = due.fault?.principalId ?? null;
  const withRecord = settleAssumed({ trade, steps, participants, due }, at);
  const preview = (settlement: AssumedSettlement, assumptions: readonly PreviewAssumption[] = []): Preview => {
    const dueAt = end.assumptions.includes('later_steps_passed') ? null : at;
    return { ...settlement, dueAt, assumptions: [...end.assumptions, ...assumptions] };
  };
  if (atFault === null) return preview(withRecord(null));
  const own = atFault === viewer?.principalId ? viewer : null;
  const record = own?.record ?? NO_RECORD;
  const settlement = withRecord(record);
  const amounts = amountsOf(settlement);
  const changes = (other: Partial<RecordData>): boolean => amountsOf(withRecord({ ...record, ...other })) !== amounts;
  const sameOwner = participants.map(({ principalId }) => principalId).filter((id) => id !== atFault);
  const isAssumed = own === null && (changes({ faults: 1 }) || changes({ completed: MANY, counterpartyOwners: MANY }));
  const areOwnersAssumed = own?.hasOwners !== true && changes({ sameOwner });
  return preview(settlement, [
    ...(isAssumed ? (['counterparty_record'] as const) : []),
    ...(areOwnersAssumed ? (['counterparty_owners'] as const) : []),
  ]);
}

/**
 * Computes the settlement that would follow an event, by the functions of the settlement.
 *
 * @throws Refusal 400 `validation_failed`, 409 `trade_state_conflict` if the trade has ended or has had the act
 */
export function previewSettlement(data: PreviewData, input: PreviewInput, viewer: PreviewViewer, now: Date): Preview {
  const { trade, steps, participants } = data;
  if (isTradeTerminal(trade)) throw conflict(trade, 'trade_terminal');
  checkInput(input, trade.coverageThresholdBps);
  return settled(endAfter({ trade, steps, at: now, assumptions: [] }, input), participants, viewer);
}

/**
 * The record of a settled trade as its preview, because no event changes it.
 *
 * @throws Refusal 400 `validation_failed`
 */
export function settledPreview(
  trade: Trade,
  input: PreviewInput,
  record: RecordedSettlement,
  parties: readonly SettlementParty[],
): ShownPreview {
  checkInput(input, trade.coverageThresholdBps);
  return { ...record, dueAt: trade.settledAt, parties, assumptions: ['already_settled'] };
}

/** The end after the event, or the settlement that is due before it. */
function endAfter(start: Course, input: PreviewInput): CourseEnd {
  if (input.of === 'withdraw' && canWithdraw(start)) return endOf(afterEvent(start, input));
  const course = untilNow(start);
  return 'due' in course ? course : endOf(afterEvent(course, input));
}

/** Whether the provider can withdraw although a verdict is due: until the settlement worker applies it. */
function canWithdraw({ trade, steps, at }: Course): boolean {
  const step = activeStep(steps);
  return step !== undefined && !covers(trade, step) && !isDue(step.deadlineAt, at);
}

/** Computes the settlement that would follow an event in a step of a proposal's trade. @throws Refusal 404 `step_not_found` */
export function previewProposal(
  data: Pick<CreateTradeData, 'proposal' | 'revision' | 'participants'>,
  settings: TradeSettings,
  input: PreviewInput & { readonly step_no: number },
  viewer: PreviewViewer,
  now: Date,
): Preview {
  const { proposalId } = data.proposal;
  const { terms } = data.revision;
  const accepted = { at: now.toISOString(), proposalId, terms, settings, participants: data.participants };
  const { trade, steps, participants } = tradeOf(proposalId, accepted);
  checkInput(input, trade.coverageThresholdBps);
  if (!steps.some((step) => step.stepNo === input.step_no)) throw new Refusal('step_not_found');
  let course: Course = { trade, steps, at: now, assumptions: [] };
  for (let stepNo = 1; stepNo < input.step_no; stepNo += 1) course = passed(course);
  const assumptions: PreviewAssumption[] =
    input.step_no > 1 ? ['trade_created', 'earlier_steps_passed'] : ['trade_created'];
  const end = endOf(afterEvent(activated({ ...course, assumptions }), input));
  return settled(end, participants, viewer);
}
