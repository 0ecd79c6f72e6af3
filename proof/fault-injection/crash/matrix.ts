import type { When } from '../../../test/support/wire-proxy';
import type { Ground, Outcome, Played } from './play';
import type { Story } from './stories';
import type { Point } from './victim';

/** Every point of a story, struck, and what is then different from the undisturbed run: nothing. Not a test. */

export interface Struck {
  readonly story: string;
  readonly trips: readonly string[];
  readonly points: number;
  readonly differing: readonly Differing[];
}

export interface Differing {
  readonly story: string;
  readonly point: string;
  readonly differences: readonly string[];
}

const WHENS: readonly When[] = ['before', 'after'];
// Something that a process does beside may come between; the point is then another one than was meant.
const TRIES = 6;

export const commits = (asked: string): boolean => /\bCOMMIT$/.test(asked);

export function pointsOf(asked: readonly string[]): Point[] {
  return asked.flatMap((_, at) => WHENS.map((when) => ({ trip: at + 1, when })));
}

/** What a trip is called: statements with a name by it, BEGIN and COMMIT with what travels with them, and how often. */
export function nameOf(asked: string): string {
  const [first, ...others] = [...asked.matchAll(/\b((?:try_)?claim_request|keep_answer|pg_notify)\(/g)];
  const times = others.length === 0 ? '' : ` × ${String(others.length + 1)}`;
  const extra = first ? ` + ${String(first[1])}${times}` : '';
  if (asked.startsWith('BEGIN')) return `BEGIN${extra}`;
  if (commits(asked)) return `COMMIT${extra}`;
  // Literals differ from run to run.
  return asked.replace(/'(?:[^']|'')*'/g, '…');
}

/** Lines that one has and the other has not, as often as it has them more; both answers where they differ. */
export function differences(expected: Outcome, actual: Outcome): string[] {
  const missing = without(expected.state, actual.state).map((line) => `missing: ${line}`);
  const extra = without(actual.state, expected.state).map((line) => `too much: ${line}`);
  const answered = expected.answers.flatMap((answer, n) => {
    const [told, meant] = [actual.answers[n], answer].map((one) => JSON.stringify(one));
    return told === meant ? [] : [`answer: ${String(told)}, not ${String(meant)}`];
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

/** Whether the retry must have found the effect of the first sending: exactly when PostgreSQL had seen the COMMIT. */
function hadCommitted(asked: readonly string[], { when }: Point): boolean {
  return (when === 'before' ? asked.slice(0, -1) : asked).some(commits);
}

/** What is wrong with an answer that was a replay, or was none. */
function misplaced(replayed: boolean | undefined, committed: boolean): string[] {
  if (replayed === undefined || replayed === committed) return [];
  return [replayed ? 'the effect was there before its commit' : 'the effect of a commit was lost'];
}

/** Whether all calls of a story went through one transaction: all claimed with its BEGIN, and nobody had another. */
function isShared({ asked, outcome }: Played): boolean {
  const calls = outcome.answers.length;
  if (calls < 2) return true;
  const [begun, ...others] = asked.map(nameOf).filter((name) => /^(BEGIN|COMMIT)/.test(name));
  return begun === `BEGIN + try_claim_request × ${String(calls)}` && others.length === 1;
}

async function strike(ground: Ground, story: Story, point: Point, reference: Played): Promise<string[]> {
  const meant = reference.asked.slice(0, point.trip).map(nameOf);
  for (let attempt = 1; ; attempt += 1) {
    const { outcome, replayed, asked } = await ground.play(story, point);
    const found = differences(reference.outcome, outcome);
    const met = asked.map(nameOf);
    const asMeant = String(met) === String(meant);
    if (asMeant) found.push(...replayed.flatMap((was) => misplaced(was, hadCommitted(asked, point))));
    if (asMeant || found.length > 0) return found;
    if (attempt === TRIES) return [`another way of asking: ${String(met)}, not ${String(meant)}`];
  }
}

/**
 * The story as it goes when nothing happens: twice the same, or what is compared with it would mean nothing; and with one
 * transaction where there are several calls, or it would be another story.
 */
async function undisturbed(ground: Ground, story: Story): Promise<Played> {
  let before = await ground.play(story);
  for (let attempt = 1; ; attempt += 1) {
    const now = await ground.play(story);
    const found = differences(before.outcome, now.outcome);
    if (found.length > 0) throw new Error(`${story.name} differs by itself: ${found.join('\n')}`);
    const isSteady = String(before.asked.map(nameOf)) === String(now.asked.map(nameOf));
    if (isSteady && isShared(now)) return now;
    const wrong = isSteady ? 'shares no transaction' : 'asks now this, now that';
    if (attempt === TRIES) throw new Error(`${story.name} ${wrong}: ${String(now.asked.map(nameOf))}`);
    before = now;
  }
}

/** Plays the story undisturbed, and once for each of the points chosen. */
export async function struck(
  ground: Ground,
  story: Story,
  choose: (points: readonly Point[], asked: readonly string[]) => readonly Point[],
): Promise<Struck> {
  const reference = await undisturbed(ground, story);
  const chosen = choose(pointsOf(reference.asked), reference.asked);
  const differing: Differing[] = [];
  for (const point of chosen) {
    const found = await strike(ground, story, point, reference);
    const name = nameOf(reference.asked[point.trip - 1] ?? '');
    if (found.length > 0) {
      differing.push({ story: story.name, point: `${point.when} ${String(point.trip)}, ${name}`, differences: found });
    }
  }
  return { story: story.name, trips: reference.asked.map(nameOf), points: chosen.length, differing };
}

/** A table for docs/proofs/crash-points.md. */
export function tableOf(results: readonly Struck[]): string {
  const rows = results.map(({ story, trips, points, differing }) => {
    const result = differing.length === 0 ? 'the same' : `${String(differing.length)} differ`;
    return `| ${story} | ${String(trips.length)} | ${String(points)} | ${result} |`;
  });
  return ['| mutation | round trips | points | result |', '| --- | ---: | ---: | --- |', ...rows].join('\n');
}
