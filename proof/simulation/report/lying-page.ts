import { lies, regimes, unruledLies, type Regime } from './lying';
import { line, rectangle, svg, text } from './svg';

/** The section "What lying pays" of docs/concepts/settlement.md and its picture. Pure. */

const nameOf = ({ policy, burn }: Regime): string =>
  policy === 'slash_policy_v1' ? 'v1' : `v1.1, burn ${burn.toLocaleString('en')}`;

export function said(share: number | null): string {
  if (share === null) return 'never stops';
  return share === 0 ? 'never pays' : share.toFixed(3);
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [head.map(pad), rule, ...rows.map((row) => row.map(pad))].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export function lyingSection(): string {
  const shares = lies.map((lie) => [lie.name, ...regimes.map((regime) => said(lie.stopsAt(regime)))]);
  const stamps = (share: number): string => `${(100 * share).toFixed(0)} %`;
  const unruled = unruledLies().map(({ regime, liar, victim }) => [nameOf(regime), stamps(liar), stamps(victim)]);
  return [
    markdownTable(['lie', ...regimes.map(nameOf)], shares),
    'An unruled lie about good work (`failed`) moves these shares of the price:',
    markdownTable(['policy', 'gain of the liar', 'loss of the provider'], unruled),
  ].join('\n\n');
}

const COLOURS = ['#b0b0b0', '#d95f5f', '#e0a050', '#7fb77f', '#3f8f5f'];
const LEFT = 400;
const SCALE = 400;
const TOP = 56;
const BAR = 11;
const GROUP = BAR * regimes.length + 14;

export function lyingPicture(): string {
  const bottom = TOP + GROUP * lies.length;
  const axis = [0, 0.25, 0.5, 0.75, 1].flatMap((at) => [
    line(LEFT + at * SCALE, TOP - 4, LEFT + at * SCALE, bottom, '#ddd'),
    text(LEFT + at * SCALE, bottom + 16, at.toFixed(2), { 'text-anchor': 'middle' }),
  ]);
  const legend = regimes.flatMap((regime, index) => [
    rectangle(20 + index * 160, 28, 12, 12, COLOURS[index] ?? '#000'),
    text(38 + index * 160, 38, nameOf(regime)),
  ]);
  const bars = lies.flatMap((lie, row) => [
    text(LEFT - 10, TOP + row * GROUP + GROUP / 2, lie.name, { 'text-anchor': 'end' }),
    ...regimes.flatMap((regime, index) => {
      const share = lie.stopsAt(regime);
      const y = TOP + row * GROUP + index * BAR;
      const label = { 'font-size': 9 };
      return [
        rectangle(LEFT, y, (share ?? 1) * SCALE, BAR - 2, COLOURS[index] ?? '#000'),
        text(LEFT + (share ?? 1) * SCALE + 4, y + BAR - 3, said(share), label),
      ];
    }),
  ]);
  const title = 'Share of disputes that must be ruled before a lie stops paying';
  return svg(900, bottom + 30, title, [text(20, 18, title, { 'font-weight': 'bold' }), ...legend, ...axis, ...bars]);
}
