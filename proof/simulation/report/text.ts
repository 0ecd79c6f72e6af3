import { assess, betweenAllAndWord, offenders, type Standing, type Verdict } from './assess';
import { FIRST_POLICY } from '../model/strategies';
import { lies } from './lying';
import { said } from './lying-page';
import { margins } from './margins';
import type { Result, Settled } from './result';

/** The report as text. The same result always gives the same bytes. */

type Row = readonly (string | number)[];

/** Aligns columns: the first to the left, the others to the right. */
export function table(head: Row, rows: readonly Row[]): string {
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  const [first = [], ...rest] = all;
  return [line(first), widths.map((width) => '-'.repeat(width)).join('  '), ...rest.map(line)]
    .map((text) => `  ${text}`.trimEnd())
    .join('\n');
}

const signed = (value: number): string => (value > 0 ? `+${value.toFixed(1)}` : (value + 0).toFixed(1));
const whole = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ' ');
const share = (part: number, all: number): string => `${((100 * part) / Math.max(all, 1)).toFixed(1)} %`;

export function report(result: Result): string {
  const standings = assess(result);
  const { run } = result;
  const title =
    `Simulation: ${whole(run.principals)} principals, ${whole(run.days)} days, seed ${String(run.seed)}` +
    `, ${run.policy}, burn ${String(run.burn)}, cost ${String(run.cost)}` +
    (run.missed > 0 ? `, operators miss ${share(run.missed, 1)} of disputes` : '');
  return [
    `${title}\n${'='.repeat(title.length)}`,
    `Trades by outcome\n\n${outcomes(result)}`,
    `Where the stamps are\n\n${money(result)}`,
    `Who gained from misbehaving\n\n${gains(standings)}\n\n${LEGEND}`,
    `How far this holds (by the settlement policy's numbers, not simulated)\n\n${limits(result)}`,
    `Calls\n\n${calls(result)}`,
    `${books(result)}\n${agreement(result)}\n${conclusion(standings)}\n`,
  ].join('\n\n');
}

const CLASSES: readonly (readonly [name: string, is: (trade: Settled) => boolean])[] = [
  ['completed', ({ failureClass }) => failureClass === null],
  ['F1 no delivery contract', ({ failureClass }) => failureClass === 'F1'],
  ['F2 delivery failed', ({ failureClass, faultOf }) => failureClass === 'F2' && faultOf !== null],
  ['F3 coverage shortfall', ({ failureClass, faultOf }) => failureClass === 'F3' && faultOf !== null],
  ['dispute without a verdict', ({ failureCause }) => failureCause === 'unruled'],
  ['F4 provider withdrew', ({ failureClass }) => failureClass === 'F4'],
  ['F5 no checkpoint', ({ failureCause }) => failureCause === 'no_checkpoint'],
  ['F5 verdict overturned', ({ failureCause }) => failureCause === 'verdict_overturned'],
  ['F5 not activated', ({ failureCause }) => failureCause === 'not_activated'],
];

function outcomes({ settled, needs, aside }: Result): string {
  const sum = (trades: readonly Settled[], of: (trade: Settled) => number) =>
    whole(trades.reduce((total, trade) => total + of(trade), 0));
  const rows = CLASSES.map(([name, is]): Row => {
    const trades = settled.filter(is);
    return [
      name,
      whole(trades.length),
      share(trades.length, settled.length),
      sum(trades, (t) => t.price),
      sum(trades, (t) => t.slashed),
    ];
  });
  const wanted = needs.served + needs.lost;
  return [
    table(['outcome', 'trades', 'share', 'prices', 'slashed'], rows),
    '',
    `  ${whole(needs.served)} of ${whole(wanted)} needs became trades; ${whole(aside)} more were traded within colluding pairs and with accomplices.`,
  ].join('\n');
}

const ACCOUNTS: Readonly<Record<string, string>> = {
  ticket: 'tickets of principals',
  bond_available: 'bond available of principals',
  trade_bond: 'bonds of open trades',
  trade_escrow: 'escrow of open trades',
  platform_fee: "the platform's fees",
  slash_pool: 'the slash pool',
  stripe_clearing: 'bought (the other side of it)',
  wallet: 'wallets of humans',
};

function money({ accounts, fees }: Result): string {
  const rows = accounts.map(([kind, stamps]): Row => [ACCOUNTS[kind] ?? kind, whole(stamps)]);
  const total = accounts.reduce((sum, [, stamps]) => sum + stamps, 0);
  const from = fees.map(([kind, stamps]) => `${whole(stamps)} ${kind.replace('_', ' ')}`).join(', ');
  return `${table(['account', 'stamps'], [...rows, ['sum', whole(total)]])}\n\n  Fees: ${from}.`;
}

const SAID: Readonly<Record<Verdict, string>> = {
  honest: '',
  loses: 'loses',
  'no better': 'no better',
  free: 'costs nothing',
  terms: 'within the terms',
  profits: 'PROFITS',
};

function gains(standings: readonly Standing[]): string {
  const rows = standings.map((one): Row => {
    const { name, held, trades, profit, honest, ahead, error, breaches, verdict } = one;
    const plain: Row = [name, held, trades.toFixed(1), profit.toFixed(1)];
    if (verdict === 'honest') return [...plain, '', '', '', '', '', '', ''];
    const each = (gain: number): string => (breaches === 0 ? '' : signed(gain / breaches));
    const [overWord, overAll] = [each(one.gain), each(one.gainOverAll)];
    const spread = error === null ? '' : error.toFixed(1);
    return [...plain, honest.toFixed(1), signed(ahead), spread, breaches, overWord, overAll, SAID[verdict]];
  });
  const head = [
    'strategy',
    'held',
    'trades',
    'profit',
    'honest',
    'ahead',
    '±',
    'breaches',
    'over word',
    'over all',
    'verdict',
  ];
  return table(head, rows);
}

const LEGEND = `  profit: stamps gained, plus the worth of work received, minus the cost of work done, per principal (per pair).
  honest: the same of honest holders of the same segments. ahead: profit − honest, ± its standard error.
  over word: what a breach can expect, against the cheapest conduct that keeps its word in that very trade. A provider
  keeps its word with the items that the threshold asks for. over all: the same against all of the work.
  Each dispute counts with both of its ends, weighted by the share that the operators miss.
  PROFITS: ahead by more than 3.5 standard errors (of sixteen or more), or its breaches gain over its word.
  costs nothing: its breaches neither brought nor cost anything: only the other side's care keeps it from profit.
  within the terms: does no more than the terms ask; it may pay, and breaks no word.`;

function limits({ terms, run }: Result): string {
  if (run.policy !== FIRST_POLICY) {
    return table(
      ['lie', 'stops paying at this share of rulings'],
      lies.map((lie): Row => [lie.name, said(lie.stopsAt(run))]),
    );
  }
  const rows = margins(terms).map(({ breach, paysWhen, first, later }): Row => {
    return [`${breach} pays when ${paysWhen}`, first.toFixed(3), later.toFixed(3)];
  });
  return table(['breach', 'first fault', 'later'], rows);
}

function calls(result: Result): string {
  const names = [...new Set(result.calls.map(([what]) => what.split(' ')[0] ?? ''))];
  const rows = names.map((name): Row => {
    const own = result.calls.filter(([what]) => what.startsWith(`${name} `));
    const done = own.find(([what]) => what.endsWith(' ok'))?.[1] ?? 0;
    const refused = own.filter(([what]) => !what.endsWith(' ok'));
    const why = refused.map(([what, times]) => `${whole(times)} ${what.slice(name.length + 1)}`).join(', ');
    return [name, whole(done), why];
  });
  return table(['call', 'done', 'refused'], rows);
}

function books({ findings, ledgerHead }: Result): string {
  if (findings.length === 0) {
    return `The books balance: every check of the audit, no findings. Head of the sealed ledger: ${ledgerHead}`;
  }
  const lines = findings.slice(0, 20).map(({ check, detail }) => `  ${check}: ${detail}`);
  return [`The books DO NOT balance: ${String(findings.length)} findings.`, ...lines].join('\n');
}

function agreement({ honestTrades }: Result): string {
  const trades = `${whole(honestTrades.trades)} trades in which both kept their word`;
  if (honestTrades.off === 0) return `In all ${trades} both got what the model says, to the stamp.`;
  return `In ${whole(honestTrades.off)} of ${trades} a party DID NOT get what the model says.`;
}

function conclusion(standings: readonly Standing[]): string {
  const named = offenders(standings).map(({ name }) => name);
  const between = betweenAllAndWord(standings).map(({ name }) => name);
  const end =
    named.length === 0
      ? 'No strategy profits from breaking its word.'
      : `PROFITS from breaking its word: ${named.join(', ')}.`;
  if (between.length === 0) return end;
  return `${end}\nGains more than all of the work, and less than the work that the terms ask for: ${between.join(', ')}.`;
}
