import type { BenchOptions, Report } from '../bench';
import { type Measured, ratiosOf, sidesTable } from '../contenders';

export interface Results {
  readonly options: BenchOptions;
  readonly machine: Readonly<Record<string, string>>;
  readonly measured: readonly Measured[];
  /** Size of an answer of the service. */
  readonly bytes: number;
  /** Trades in the database. */
  readonly trades: number;
}

export function reportOf({ options, machine, measured, bytes, trades }: Results): Report {
  const { seconds, rounds, clients } = options;
  const text = [
    `trade-graph: 20 of ${String(trades)} trades with steps, parties and settlement (${String(bytes)} bytes); ` +
      `${String(clients)} callers, ${String(rounds)} rounds of ${String(seconds)} s a side, medians`,
    Object.values(machine).join(' · '),
    '',
    sidesTable('reads/s', measured),
    '',
    'all answers were equal in content before anything was timed',
  ].join('\n');
  const figures = { bench: 'trade-graph', machine, options: { seconds, rounds, clients }, bytes, sides: measured };
  return { text, figures, ratios: ratiosOf('trade graph', measured), sound: true };
}
