import { assert } from '../errors/errors';
import { canonical } from '../canonical';
import type { DecisionContext } from '../effects';
import type { FactOrigin, Changes, NewFact, SettledFact, StepFact, TradeFact, TradeRows } from './fact-types';
import { tradeOf } from './trade-rows';
import type { ClosedPeriod } from '../types';
import { isDue } from '../time';

/** Writes facts, and projects them to the rows of the trade. */

export function originOf(context: Omit<DecisionContext, 'newId'>): FactOrigin {
  const { now, actor = null, requestDigest = null } = context;
  return { at: now.toISOString(), actor, requestDigest };
}

function isSame(a: unknown, b: unknown): boolean {
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  return a === b;
}

function changedMembers<T extends object>(before: T, after: T): Partial<T> {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => !isSame(was.get(name), value)),
  ) as Partial<T>;
}

type Rows = Pick<TradeRows, 'trade' | 'steps'>;

/** The members that differ between two states of a trade. */
function changesOf(before: Rows, after: Rows): Changes {
  const steps = after.steps.flatMap((step) => {
    const old = before.steps.find(({ stepNo }) => stepNo === step.stepNo);
    const changed = old === step || old === undefined ? {} : changedMembers(old, step);
    return Object.keys(changed).length === 0 ? [] : [{ ...changed, stepNo: step.stepNo }];
  });
  return { trade: changedMembers(before.trade, after.trade), steps };
}

/** The fact of an act that changed a trade from `before` to `after`. */
export function stepFact(kind: StepFact['kind'], before: Rows, after: Rows, context: DecisionContext): NewFact {
  return { tradeId: after.trade.tradeId, fact: { ...originOf(context), kind, ...changesOf(before, after) } };
}

export function settledFact(
  before: Rows,
  after: Rows,
  settlement: Pick<SettledFact, 'settlementId' | 'evidenceSha256'>,
  context: DecisionContext,
): NewFact {
  const { settlementId, evidenceSha256 } = settlement;
  const changes = changesOf(before, after);
  return {
    tradeId: after.trade.tradeId,
    fact: { ...originOf(context), kind: 'settled', settlementId, evidenceSha256, ...changes },
  };
}

/** Moves a deadline by the length of a closed period, if it had not passed at its beginning. */
function moved(deadline: Date | null, { from, to }: ClosedPeriod): Date | null {
  if (deadline === null || isDue(deadline, new Date(from))) return deadline;
  return new Date(deadline.getTime() + Date.parse(to) - Date.parse(from));
}

/**
 * The rows after a closed period. They must be those that MOVE_TRADES writes (src/database/repositories/service-hours.ts).
 *
 * Older releases also wrote the fact for a trade due at once, and moved its `dueAt`. So this moves it in each case.
 */
function extend({ trade, steps, participants }: TradeRows, closed: ClosedPeriod): TradeRows {
  const closedHours = [...(trade.closedHours ?? []), closed];
  return {
    participants,
    trade: {
      ...trade,
      dueAt: moved(trade.dueAt, closed),
      idleDeadlineAt: moved(trade.idleDeadlineAt, closed),
      closedHours,
    },
    steps: steps.map((step) =>
      step.state === 'active' ? { ...step, deadlineAt: moved(step.deadlineAt, closed) } : step,
    ),
  };
}

/** The deadlines of an act that a party or an operator must do in time. A late rebuttal is valid (`step.ts`). */
function deadlinesOf({ trade, steps }: TradeRows, fact: StepFact | SettledFact): (Date | null)[] {
  switch (fact.kind) {
    case 'step_activated':
      return [trade.idleDeadlineAt];
    case 'withdrawn':
      return steps.filter(({ state }) => state === 'active').map(({ deadlineAt }) => deadlineAt);
    case 'contract_published':
    case 'checkpoint_submitted':
    case 'ruled':
      return steps.filter(({ stepNo }) => fact.steps.some((it) => it.stepNo === stepNo)).map((step) => step.deadlineAt);
    default:
      return [];
  }
}

function assertInTime(rows: TradeRows, fact: StepFact | SettledFact): void {
  if (deadlinesOf(rows, fact).some((deadlineAt) => isDue(deadlineAt, new Date(fact.at))))
    throw new Error(`${fact.kind} after the deadline`);
}

function applyChanges(rows: TradeRows, fact: StepFact | SettledFact): TradeRows {
  assertInTime(rows, fact);
  const steps = rows.steps.map((step) => {
    const change = fact.steps.find(({ stepNo }) => stepNo === step.stepNo);
    return change === undefined ? step : { ...step, ...change };
  });
  return { trade: { ...rows.trade, ...fact.trade }, steps, participants: rows.participants };
}

function next(rows: TradeRows | undefined, tradeId: string, fact: TradeFact): TradeRows {
  if (fact.kind === 'imported') return fact;
  if (fact.kind === 'created') {
    assert(rows === undefined, 'a trade is created once');
    return tradeOf(tradeId, fact);
  }
  if (rows === undefined) throw new Error(`its first fact is ${fact.kind}`);
  return fact.kind === 'deadline_extended' ? extend(rows, fact.closed) : applyChanges(rows, fact);
}

/**
 * The rows of a trade by its facts, oldest first.
 *
 * Throws an error that says what is wrong for facts that no trade can have.
 */
export function projectFacts(tradeId: string, facts: readonly TradeFact[]): TradeRows {
  let rows: TradeRows | undefined;
  for (const fact of facts) rows = next(rows, tradeId, fact);
  if (rows === undefined) throw new Error('it has no facts');
  return rows;
}

function comparable(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return value === undefined ? 'null' : canonical(value);
}

function differences(prefix: string, stored: object | undefined, projected: object): string[] {
  const members = new Map<string, unknown>(Object.entries(stored ?? {}));
  return Object.entries(projected)
    .filter(([name, value]) => comparable(members.get(name)) !== comparable(value))
    .map(([name]) => `${prefix}${name}`);
}

/** The members of stored rows that differ from those of the projection, such as `step 1: deadlineAt`. */
export function rowDifferences(stored: TradeRows, projected: TradeRows): string[] {
  const isExtra = <T>(rows: readonly T[], others: readonly T[]): boolean => rows.length > others.length;
  const { trade, steps, participants } = projected;
  return [
    ...differences('', stored.trade, { closedHours: null, ...trade }),
    ...steps.flatMap((step) => {
      const row = stored.steps.find(({ stepNo }) => stepNo === step.stepNo);
      return differences(`step ${String(step.stepNo)}: `, row, step);
    }),
    ...participants.flatMap((party) => {
      const row = stored.participants.find(({ principalId }) => principalId === party.principalId);
      return differences(`participant ${party.principalId}: `, row, party);
    }),
    ...(isExtra(stored.steps, steps) ? ['a step that it does not have'] : []),
    ...(isExtra(stored.participants, participants) ? ['a participant that it does not have'] : []),
  ];
}
