import { line, rectangle, svg, text } from '../../proof/simulation/report/svg';
import type { Ratio } from './bench';
import type { StoredResult } from './stored-results';

/** Draws one bar for each ratio, scaled so that all goals are in one line. */

const WIDTH = 960;
const LEFT = 400;
const RIGHT = 170;
const INNER = WIDTH - LEFT - RIGHT;
const ROW = 22;
const TOP = 84;
// Longest bar, as a multiple of the goal.
const REACH = 1.25;

const COLOURS = { goal: '#2e7d32', first: '#5b7db1', short: '#c62828' } as const;
const MEANINGS = {
  goal: 'goal reached',
  first: 'first target reached',
  short: 'below the first target',
} as const;
type Standing = keyof typeof COLOURS;
const TARGETS: Readonly<Record<Standing, string>> = { goal: 'goal', first: 'goal', short: 'first target' };
const RULE = '| --- | --- | ---: | ---: |';

type Aimed = Ratio & { readonly goal: number };

function standingOf({ ratio, first = Infinity, goal }: Aimed): Standing {
  if (ratio >= goal) return 'goal';
  return ratio >= first ? 'first' : 'short';
}

function aimedIn(all: readonly StoredResult[]): Aimed[] {
  return all.flatMap(({ ratios }) => ratios.flatMap((one) => (one.goal === undefined ? [] : [one as Aimed])));
}

export function chartOf(all: readonly StoredResult[]): string {
  const aimed = aimedIn(all);
  const height = TOP + aimed.length * ROW + 40;
  const x = (goals: number): number => LEFT + (INNER * Math.min(goals, REACH)) / REACH;
  const bottom = TOP + aimed.length * ROW;
  const dates = all.map(({ machine }) => (machine['date'] ?? '').slice(0, 10)).sort();
  const when = [...new Set([dates[0], dates.at(-1)])].join(' to ');
  return svg(WIDTH, height, 'Ratios of the benches against their targets', [
    text(LEFT, 24, 'Speed of the service, relative to each comparison and scaled to the goal (longer is better)', {
      'font-weight': 'bold',
    }),
    text(LEFT, 42, `${when}; short line: first target; long line: goal`, { fill: '#666' }),
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

/** Renders all ratios and the runs they come from as Markdown. */
export function tableOf(all: readonly StoredResult[]): string {
  const number = (value: number | undefined): string => value?.toFixed(2) ?? '';
  const rows = all.flatMap(({ ratios }) =>
    ratios.map(
      ({ against, ratio, first, goal }) =>
        `| ${namesOf(against).join(' | ')} | ${number(ratio)} | ${number(first)} | ${number(goal)} |`,
    ),
  );
  const runs = all.map(({ bench, command, commit, machine, load }) => {
    const where = [...Object.values(machine), ...(commit === undefined ? [] : [`commit ${commit}`])].join(', ');
    return `| ${bench} | \`${command}\` | ${where} | ${load.before.toFixed(1)} / ${load.after.toFixed(1)} |`;
  });
  const table = [
    '| measured | compared with | ratio | first target | goal |',
    '| --- | --- | ---: | ---: | ---: |',
    ...rows,
  ];
  const runTable = ['| bench | command | machine | load before / after |', '| --- | --- | --- | --- |', ...runs];
  return [
    '### Ratios',
    '',
    ...table,
    '',
    ...shortfallsOf(all),
    '',
    '### Runs',
    '',
    'Load is the average number of busy processes on the machine, a minute before and after the run.',
    '',
    ...runTable,
  ].join('\n');
}

/** Splits a ratio's label into the measurement and its comparison. */
function namesOf(against: string): [string, string] {
  const end = against.indexOf(': ');
  return [against.slice(0, end), against.slice(end + 2)];
}

/** Lists the ratios below their targets. */
function shortfallsOf(all: readonly StoredResult[]): string[] {
  const named = (standing: Standing): string[] => {
    const found = aimedIn(all).filter((one) => standingOf(one) === standing);
    const lines = found.map(({ against, ratio, first = NaN, goal }) => {
      const target = standing === 'short' ? first : goal;
      return `| ${namesOf(against).join(' | ')} | ${ratio.toFixed(2)} | ${target.toFixed(2)} |`;
    });
    return lines.length === 0
      ? ['None.']
      : [`| measured | compared with | ratio | ${TARGETS[standing]} |`, RULE, ...lines];
  };
  return [
    '### Below the first target',
    '',
    ...named('short'),
    '',
    '### Between the first target and the goal',
    '',
    ...named('first'),
  ];
}
