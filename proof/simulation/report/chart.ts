import { assess, type Standing, type Verdict } from './assess';
import type { Result, Settled } from './result';
import { line, rectangle, svg, text, ticks } from './svg';

/** The report as a picture: profit compared with honesty, and the ends of trades by day. */

const WIDTH = 900;
const LEFT = 170;
const RIGHT = 30;
const INNER = WIDTH - LEFT - RIGHT;
const GREY = '#ccc';

export function chart(result: Result): string {
  const standings = assess(result).filter(({ verdict }) => verdict !== 'honest');
  const { principals, days, seed } = result.run;
  const title = `${String(principals)} principals, ${String(days)} days, seed ${String(seed)}`;
  const top = 76;
  const lower = top + standings.length * ROW + 90;
  return svg(WIDTH, lower + HEIGHT + 50, `Simulation of ${title}`, [
    text(LEFT, 24, 'Profit of each strategy, less that of honest holders of the same segments', {
      'font-weight': 'bold',
    }),
    text(LEFT, 42, `stamps per principal, two standard errors either way; ${title}`, { fill: '#666' }),
    ...legend(MEANINGS, 62),
    ...ahead(standings, top),
    text(LEFT, lower - 34, 'Trades settled, by day and class', { 'font-weight': 'bold' }),
    ...byDay(result, lower),
  ]);
}

const ROW = 22;
const COLOURS: Readonly<Record<Verdict, string>> = {
  honest: '#2e7d32',
  loses: '#5b7db1',
  'no better': '#9aa5b1',
  free: '#8e5bb1',
  terms: '#d9a441',
  profits: '#c62828',
};

const MEANINGS = (
  [
    ['loses', 'loses'],
    ['no better', 'no better'],
    ['free', 'costs nothing'],
    ['terms', 'within the terms'],
    ['profits', 'profits'],
  ] as const
).map(([verdict, name]) => [name, COLOURS[verdict]] as const);

function ahead(standings: readonly Standing[], top: number): string[] {
  const reach = standings.flatMap(({ ahead: middle, error }) => [middle - 2 * (error ?? 0), middle + 2 * (error ?? 0)]);
  const marks = ticks(Math.min(...reach), Math.max(...reach));
  const [low, high] = [marks[0] ?? 0, marks.at(-1) ?? 1];
  const x = (value: number): number => LEFT + (INNER * (value - low)) / (high - low);
  const bottom = top + standings.length * ROW;
  const grid = marks.flatMap((mark) => [
    line(x(mark), top, x(mark), bottom, mark === 0 ? '#444' : '#e4e4e4'),
    text(x(mark), bottom + 16, String(mark), { 'text-anchor': 'middle', fill: '#666' }),
  ]);
  const rows = standings.flatMap(({ name, ahead: middle, error, verdict }, index) => {
    const y = top + index * ROW + ROW / 2;
    const [from, to] = [x(Math.min(0, middle)), x(Math.max(0, middle))];
    const spread = 2 * (error ?? 0);
    return [
      text(LEFT - 10, y + 4, name, { 'text-anchor': 'end' }),
      rectangle(from, y - 7, to - from, 14, COLOURS[verdict]),
      line(x(middle - spread), y, x(middle + spread), y, '#222'),
    ];
  });
  return [...grid, ...rows];
}

const HEIGHT = 160;
const CLASSES = [
  ['completed', '#9ccc9c'],
  ['F1', '#5b7db1'],
  ['F2', '#c62828'],
  ['F3', '#d9a441'],
  ['F4', '#8e5bb1'],
  ['F5', '#455a64'],
] as const;

const classOf = ({ failureClass }: Settled): string => failureClass ?? 'completed';

function byDay({ settled }: Result, top: number): string[] {
  const days = Math.max(0, ...settled.map(({ day }) => day)) + 1;
  const counts = Array.from({ length: days }, (_, day) => {
    const own = settled.filter((trade) => trade.day === day);
    return CLASSES.map(([name]) => own.filter((trade) => classOf(trade) === name).length);
  });
  const marks = ticks(0, Math.max(1, ...counts.map((day) => day.reduce((sum, count) => sum + count, 0))));
  const most = marks.at(-1) ?? 1;
  const y = (value: number): number => top + HEIGHT - (HEIGHT * value) / most;
  const wide = INNER / days;
  const grid = marks.flatMap((mark) => [
    line(LEFT, y(mark), LEFT + INNER, y(mark), mark === 0 ? '#444' : '#e4e4e4'),
    text(LEFT - 8, y(mark) + 4, String(mark), { 'text-anchor': 'end', fill: '#666' }),
  ]);
  const bars = counts.flatMap((day, index) => {
    let below = 0;
    return day.flatMap((count, nth) => {
      if (count === 0) return [];
      below += count;
      const colour = CLASSES[nth]?.[1] ?? GREY;
      return [rectangle(LEFT + index * wide + 1, y(below), wide - 2, y(below - count) - y(below), colour)];
    });
  });
  return [...grid, ...bars, ...legend(CLASSES, top - 14), ...dayNames(days, wide, top)];
}

function legend(entries: readonly (readonly [name: string, colour: string])[], y: number): string[] {
  return entries.flatMap(([name, colour], index) => {
    const x = LEFT + index * 115;
    return [rectangle(x, y - 10, 10, 10, colour), text(x + 15, y, name)];
  });
}

function dayNames(days: number, wide: number, top: number): string[] {
  const every = Math.ceil(days / 15);
  return Array.from({ length: days }, (_, day) => day)
    .filter((day) => day % every === 0)
    .map((day) =>
      text(LEFT + (day + 0.5) * wide, top + HEIGHT + 16, String(day + 1), { 'text-anchor': 'middle', fill: '#666' }),
    );
}
