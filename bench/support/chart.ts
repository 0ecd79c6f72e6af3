import { line, rectangle, svg, text } from '../../proof/simulation/report/svg';
import type { Ratio } from './bench';
import type { Kept } from './stored-results';

/** Ratios against their targets: a bar for each, the goal at one place for all of them. */

const WIDTH = 960;
const LEFT = 400;
const RIGHT = 170;
const INNER = WIDTH - LEFT - RIGHT;
const ROW = 22;
const TOP = 84;
// As far as the picture goes, in goals.
const REACH = 1.25;

const COLOURS = { goal: '#2e7d32', first: '#5b7db1', short: '#c62828' } as const;
const MEANINGS = { goal: 'the goal is reached', first: 'the first target is', short: 'neither' } as const;
type Standing = keyof typeof COLOURS;

type Aimed = Ratio & { readonly goal: number };

function standingOf({ ratio, first = Infinity, goal }: Aimed): Standing {
  if (ratio >= goal) return 'goal';
  return ratio >= first ? 'first' : 'short';
}

function aimedIn(all: readonly Kept[]): Aimed[] {
  return all.flatMap(({ ratios }) => ratios.flatMap((one) => (one.goal === undefined ? [] : [one as Aimed])));
}

export function chartOf(all: readonly Kept[]): string {
  const aimed = aimedIn(all);
  const height = TOP + aimed.length * ROW + 40;
  const x = (goals: number): number => LEFT + (INNER * Math.min(goals, REACH)) / REACH;
  const bottom = TOP + aimed.length * ROW;
  const dates = all.map(({ machine }) => (machine['date'] ?? '').slice(0, 10)).sort();
  const when = [...new Set([dates[0], dates.at(-1)])].join(' to ');
  return svg(WIDTH, height, 'Ratios of the benches against their targets', [
    text(LEFT, 24, 'Ours against what each bench has beside it, as parts of the goal', { 'font-weight': 'bold' }),
    text(LEFT, 42, `${when}; the short line is the first target, the long one the goal`, { fill: '#666' }),
    ...(Object.keys(COLOURS) as Standing[]).flatMap((standing, index) => [
      rectangle(LEFT + index * 160, 56, 10, 10, COLOURS[standing]),
      text(LEFT + 15 + index * 160, 66, MEANINGS[standing]),
    ]),
    ...aimed.flatMap((one, index) => row(one, TOP + index * ROW + ROW / 2, x)),
    line(x(1), TOP, x(1), bottom, '#444'),
    line(x(0), TOP, x(0), bottom, '#444'),
    text(x(1), bottom + 16, 'goal', { 'text-anchor': 'middle', fill: '#666' }),
  ]);
}

function row(one: Aimed, y: number, x: (goals: number) => number): string[] {
  const { against, ratio, first, goal } = one;
  const mark = first === undefined ? [] : [line(x(first / goal), y - 9, x(first / goal), y + 9, '#222')];
  return [
    text(LEFT - 10, y + 4, against, { 'text-anchor': 'end' }),
    rectangle(x(0), y - 7, x(ratio / goal) - x(0), 14, COLOURS[standingOf(one)]),
    ...mark,
    text(WIDTH - RIGHT + 10, y + 4, `${ratio.toFixed(2)} of ${goal.toFixed(2)}`),
  ];
}

/** Every ratio as markdown, and how each bench was run. */
export function tableOf(all: readonly Kept[]): string {
  const number = (value: number | undefined): string => value?.toFixed(2) ?? '';
  const rows = all.flatMap(({ ratios }) =>
    ratios.map(
      ({ against, ratio, first, goal }) => `| ${against} | ${number(ratio)} | ${number(first)} | ${number(goal)} |`,
    ),
  );
  const runs = all.map(({ bench, command, commit, machine, load }) => {
    const where = [...Object.values(machine), ...(commit === undefined ? [] : [`commit ${commit}`])].join(', ');
    return `- **${bench}**: \`${command}\`; ${where}; load ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after`;
  });
  const table = ['| ours against | ratio | first | goal |', '| --- | --- | --- | --- |', ...rows];
  return [...table, '', ...shortfallsOf(all), '', 'How each was run:', '', ...runs].join('\n');
}

/** What does not reach its target, read off the table: nobody keeps that list by hand. */
function shortfallsOf(all: readonly Kept[]): string[] {
  const named = (standing: Standing): string[] => {
    const found = aimedIn(all).filter((one) => standingOf(one) === standing);
    const told = found.map(({ against, ratio, first = NaN, goal }) => {
      const wanted = standing === 'short' ? first : goal;
      return `- ${against}: ${ratio.toFixed(2)} of ${wanted.toFixed(2)}`;
    });
    return told.length === 0 ? ['- none'] : told;
  };
  return ['Below the first target:', '', ...named('short'), '', 'Between it and the goal:', '', ...named('first')];
}
