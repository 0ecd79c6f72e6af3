import type { Entry } from './history';
import { FAULTS, type FaultKind } from './plan';

/** Formats the report of a run. */

export interface ReportInput {
  readonly seed: number;
  readonly lanes: number;
  /** The duration of each part, by name. */
  readonly ms: Readonly<Record<string, number>>;
  readonly violations: number;
  readonly entries: readonly Entry[];
  readonly processes: readonly { readonly name: string; readonly kills: number }[];
  readonly faults: ReadonlyMap<FaultKind, number>;
  readonly scenes: ReadonlyMap<string, number>;
  /** Answered root fields and REST paths, with counts. */
  readonly fields: ReadonlyMap<string, number>;
}

export function formatReport({
  seed,
  lanes,
  ms,
  entries,
  processes,
  faults,
  scenes,
  fields,
  violations,
}: ReportInput): string {
  const of = (kind: Entry['kind']): number => entries.filter((entry) => entry.kind === kind).length;
  const unknown = new Set(entries.flatMap((entry) => (entry.kind === 'unknown' ? [entry.key] : [])));
  const seconds = Object.entries(ms)
    .map(([name, value]) => `${name} ${(value / 1000).toFixed(1)} s`)
    .join(', ');
  return [
    `seed ${seed}, ${lanes} clients: ${seconds}`,
    `${of('invoke')} attempts: ${of('ok')} ok, ${of('fail')} refused, ${of('unknown')} unknown; ${unknown.size} calls of which an attempt was unknown`,
    `kills: ${processes.map(({ name, kills }) => `${name} ${kills}`).join(', ')}`,
    'faults:',
    table(new Map(Object.keys(FAULTS).map((kind) => [kind, faults.get(kind as FaultKind) ?? 0]))),
    'scenes played to their end:',
    table(scenes),
    'mutations and reads answered:',
    table(fields),
    `${violations} violations`,
  ].join('\n');
}

function table(counts: ReadonlyMap<string, number>): string {
  const width = Math.max(...[...counts.keys()].map(({ length }) => length));
  return [...counts]
    .sort()
    .map(([name, count]) => `  ${name.padEnd(width)} ${count}`)
    .join('\n');
}
