import type { When } from '../../../test/support/wire-proxy';
import type { Runner, Outcome, ScenarioRun } from './runner';
import type { Scenario } from './scenarios';
import type { Point } from './victim';

/** Strikes at the points of a scenario and compares each run with an undisturbed one. */

export interface ScenarioResult {
  readonly scenario: string;
  readonly trips: readonly string[];
  readonly points: number;
  readonly mismatches: readonly Mismatch[];
}

export interface Mismatch {
  readonly scenario: string;
  readonly point: string;
  readonly differences: readonly string[];
}

const MOMENTS: readonly When[] = ['before', 'after'];
// A background statement can shift the count, so that the strike hits another point.
const MAX_ATTEMPTS = 12;

export const isCommit = (statement: string): boolean => /\bCOMMIT$/.test(statement);

export function pointsOf(statements: readonly string[]): Point[] {
  return statements.flatMap((_, at) => MOMENTS.map((when) => ({ trip: at + 1, when })));
}

/** Names a trip: the statement's name, or BEGIN and COMMIT with the functions they carry and their count. */
export function nameOf(statement: string): string {
  const [first, ...others] = [...statement.matchAll(/\b((?:try_)?claim_request|keep_answer|pg_notify)\(/g)];
  const times = others.length === 0 ? '' : ` × ${String(others.length + 1)}`;
  const extra = first ? ` + ${String(first[1])}${times}` : '';
  if (statement.startsWith('BEGIN')) return `BEGIN${extra}`;
  if (isCommit(statement)) return `COMMIT${extra}`;
  // Literals differ between runs.
  return statement.replace(/'(?:[^']|'')*'/g, '…');
}

/** The lines that only one outcome has, and the answers that differ. */
export function differences(expected: Outcome, actual: Outcome): string[] {
  const missing = without(expected.state, actual.state).map((line) => `missing: ${line}`);
  const extra = without(actual.state, expected.state).map((line) => `too much: ${line}`);
  const answered = expected.answers.flatMap((answer, n) => {
    const [actualText, expectedText] = [actual.answers[n], answer].map((one) => JSON.stringify(one));
    return actualText === expectedText ? [] : [`answer: ${String(actualText)}, not ${String(expectedText)}`];
  });
  return [...missing, ...extra, ...answered];
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Whether PostgreSQL got the COMMIT, so that the retry must find the effect. */
function hadCommitted(statements: readonly string[], { when }: Point): boolean {
  return (when === 'before' ? statements.slice(0, -1) : statements).some(isCommit);
}

/** Reports a replay without a commit, or a commit without a replay. */
function replayProblems(replayed: boolean | undefined, committed: boolean): string[] {
  if (replayed === undefined || replayed === committed) return [];
  return [replayed ? 'the effect existed before its commit' : 'the effect of a commit was lost'];
}

/**
 * Whether all calls of a scenario used one transaction: one BEGIN claims them all. For the settlement worker: whether one
 * statement loaded all trades.
 */
function isShared({ statements, outcome }: ScenarioRun): boolean {
  const calls = outcome.answers.length;
  if (calls < 2) return true;
  if (statements[0] === 'due_trades')
    return statements.includes('load_decision_data_batch') && statements.filter(isCommit).length === 1;
  const [begin, ...others] = statements.map(nameOf).filter((name) => /^(BEGIN|COMMIT)/.test(name));
  return begin === `BEGIN + try_claim_request × ${String(calls)}` && others.length === 1;
}

async function strikePoint(
  runner: Runner,
  scenario: Scenario,
  point: Point,
  reference: ScenarioRun,
): Promise<string[]> {
  const expectedNames = reference.statements.slice(0, point.trip).map(nameOf);
  for (let attempt = 1; ; attempt += 1) {
    const { outcome, replayed, statements } = await runner.run(scenario, point);
    const found = differences(reference.outcome, outcome);
    const names = statements.map(nameOf);
    const isSamePath = String(names) === String(expectedNames);
    if (isSamePath)
      found.push(...replayed.flatMap((isReplay) => replayProblems(isReplay, hadCommitted(statements, point))));
    if (isSamePath || found.length > 0) return found;
    if (attempt === MAX_ATTEMPTS) return [`other statements: ${String(names)}, expected ${String(expectedNames)}`];
  }
}

/**
 * Plays the scenario without a strike, until two runs have the same statements. All outcomes must be equal.
 * On a busy machine a run in between can have others, such as one transaction more.
 * Several calls must share one transaction, because otherwise the scenario would test something else.
 */
async function runReference(runner: Runner, scenario: Scenario): Promise<ScenarioRun> {
  const first = await runner.run(scenario);
  const namesOf = ({ statements }: ScenarioRun): string => String(statements.map(nameOf));
  const seen = new Set([namesOf(first)]);
  for (let attempt = 1; ; attempt += 1) {
    const now = await runner.run(scenario);
    const found = differences(first.outcome, now.outcome);
    if (found.length > 0) throw new Error(`${scenario.name} differs without a strike: ${found.join('\n')}`);
    const names = namesOf(now);
    const isSteady = seen.has(names);
    if (isSteady && isShared(now)) return now;
    const wrong = isSteady ? 'shares no transaction' : 'changes its statements between runs';
    if (attempt === MAX_ATTEMPTS) throw new Error(`${scenario.name} ${wrong}: ${[...seen, names].join('\n')}`);
    seen.add(names);
  }
}

/** Plays the scenario undisturbed, and once for each chosen point. */
export async function strikeScenario(
  runner: Runner,
  scenario: Scenario,
  choose: (points: readonly Point[], statements: readonly string[]) => readonly Point[],
): Promise<ScenarioResult> {
  const reference = await runReference(runner, scenario);
  const chosen = choose(pointsOf(reference.statements), reference.statements);
  const mismatches: Mismatch[] = [];
  for (const point of chosen) {
    const found = await strikePoint(runner, scenario, point, reference);
    const name = nameOf(reference.statements[point.trip - 1] ?? '');
    if (found.length > 0) {
      mismatches.push({
        scenario: scenario.name,
        point: `${point.when} ${String(point.trip)}, ${name}`,
        differences: found,
      });
    }
  }
  return {
    scenario: scenario.name,
    trips: reference.statements.map(nameOf),
    points: chosen.length,
    mismatches,
  };
}

/** Formats a table for docs/proofs/crash-points.md. */
export function tableOf(results: readonly ScenarioResult[]): string {
  const rows = results.map(({ scenario, trips, points, mismatches }) => {
    const result = mismatches.length === 0 ? 'the same' : `${String(mismatches.length)} differ`;
    return `| ${scenario} | ${String(trips.length)} | ${String(points)} | ${result} |`;
  });
  return ['| mutation | round trips | points | result |', '| --- | ---: | ---: | --- |', ...rows].join('\n');
}
