import { assert } from '../errors/errors';
import { laterOf } from '../time';
import type { CheckpointStatus, Trade, TradeStep, Verdict } from '../types';
import { activateStep } from './activate-trade';
import { dueAt, evaluate } from './evaluation';
import { activeStep, nextPending } from './rule-types';
import type { Due } from './settlement';
import { passStep } from './step-states';
import { afterCheckpoint, afterContract, idleDeadlineAfterCheckpoint, rebuttalDeadline } from './step';
import { idleDeadlineOf } from './trade';

/** Assumptions of a preview: something that has not happened yet, or a confidential value. */
export const previewAssumptions = {
  already_settled: 'The trade is settled already, so this is its record.',
  already_due: 'The settlement is due already, so no act can change it.',
  trade_created: 'The trade is created now with the terms of the current revision.',
  earlier_steps_passed: 'All earlier steps pass with full coverage.',
  step_activated: 'The step is activated as soon as its terms allow it.',
  contract_published: 'The provider publishes the delivery contract.',
  checkpoint_submitted: 'The consumer submits a checkpoint that contests the delivery.',
  nobody_acts: 'No party acts after the event, until the settlement is due.',
  later_steps_passed: 'This step and all later steps pass with full coverage.',
  counterparty_record:
    'The party at fault has no faults and no completed trades. Its record is confidential, and another record changes the amounts.',
  counterparty_owners:
    'The party at fault shares no owner with another party. Its owners are confidential, and a shared one changes the amounts.',
} as const;
export type PreviewAssumption = keyof typeof previewAssumptions;

/** An assumed course of a trade: its rows at an instant, and what was assumed on the way. */
export interface Course {
  readonly trade: Trade;
  /** In the order of `step_no`. */
  readonly steps: readonly TradeStep[];
  readonly at: Date;
  readonly assumptions: readonly PreviewAssumption[];
}

export interface CourseEnd extends Course {
  readonly due: Due;
}

export function assuming(course: Course, assumption: PreviewAssumption): Course {
  const { assumptions } = course;
  return assumptions.includes(assumption) ? course : { ...course, assumptions: [...assumptions, assumption] };
}

function withStep(course: Course, step: TradeStep, trade: Partial<Trade> = {}): Course {
  const steps = course.steps.map((other) => (other.stepNo === step.stepNo ? step : other));
  return { ...course, steps, trade: { ...course.trade, ...trade } };
}

function active({ steps }: Course): TradeStep {
  const step = activeStep(steps);
  assert(step, 'the course has an active step');
  return step;
}

/** Activates the next pending step, if no step is active. */
export function activated(course: Course): Course {
  if (activeStep(course.steps)) return course;
  const pending = nextPending(course.steps);
  assert(pending, 'an open trade has an active or a pending step');
  const at = pending.notBeforeAt === null ? course.at : laterOf(course.at, pending.notBeforeAt);
  const step = activateStep(course.trade, pending, at);
  return assuming({ ...withStep(course, step, { idleDeadlineAt: null }), at }, 'step_activated');
}

/** Publishes a contract for the active step, if it has none. */
export function contracted(course: Course): Course {
  const step = active(course);
  if (step.contract !== null) return course;
  const item = { item_id: '1', description: '', weight: 1 };
  const items = (step.items ?? [item]).map((agreed) => ({ ...agreed, artifact_uri: null, artifact_sha256: null }));
  const contract = { summary: '', items };
  return assuming(withStep(course, afterContract(step, contract, course.at)), 'contract_published');
}

/** Submits a checkpoint with this coverage for the active step. */
export function checked(course: Course, coverageBps: number, checkpointStatus: CheckpointStatus): Course {
  const { trade, at } = course;
  const submitted = { checkpointStatus, checkpointResults: null, coverageBps, checkpointSubmittedAt: at };
  const step = afterCheckpoint(trade, { ...active(course), ...submitted }, at);
  return withStep(course, step, { idleDeadlineAt: idleDeadlineAfterCheckpoint(course, step, at) });
}

/** Passes the active step with full coverage. */
export function passed(course: Course): Course {
  return checked(contracted(activated(course)), 10_000, 'confirmed');
}

/** Files a rebuttal for the active step. */
export function rebutted(course: Course): Course {
  const step = active(course);
  const deadlineAt = rebuttalDeadline(course.trade, step, course.at);
  return withStep(course, { ...step, rebuttalFiledAt: course.at, deadlineAt });
}

export function ruledOn(course: Course, verdict: Verdict): Course {
  return withStep(course, { ...active(course), verdict });
}

/** Follows a course in which no party acts any more, until it is settled. */
export function endOf(course: Course): CourseEnd {
  const next = dueAt(course.trade, course.steps);
  assert(next, 'an open trade is due at some time');
  const at = laterOf(course.at, next);
  const due = evaluate(course.trade, course.steps, at);
  if (due.action === 'settle') return { ...course, at, due };
  assert(due.action === 'pass_step', 'a due trade is settled or passes its step');
  return endOf(afterPass({ ...course, at }));
}

/** The course after its active step has passed. */
function afterPass(course: Course): Course {
  const next = nextPending(course.steps);
  assert(next, 'the passing step is not the last step');
  const idleDeadlineAt = idleDeadlineOf(next, course.trade, course.at);
  return withStep(course, passStep(active(course)), { idleDeadlineAt });
}

/** The settlement that is due at the instant of the course, or the course without the step that has passed until then. */
export function untilNow(course: Course): CourseEnd | Course {
  const due = evaluate(course.trade, course.steps, course.at);
  if (due.action === 'settle') return { ...assuming(course, 'already_due'), due };
  return due.action === 'pass_step' ? untilNow(afterPass(course)) : course;
}
