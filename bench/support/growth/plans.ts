import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '../database';

/** Counts sequential scans by table, from PostgreSQL's statistics of all connections. */

const LARGE = 1_000n;
const FLUSHED_MS = 2_000;

interface Scanned {
  readonly name: string;
  readonly scans: bigint;
  readonly rows: bigint;
}

export type Scans = ReadonlyMap<string, Scanned>;

export async function scans(db: Connection): Promise<Scans> {
  // The statistics of a session become visible a second later.
  await pause(FLUSHED_MS);
  const tables = await db.query<Scanned>({
    text: `SELECT relname AS name, seq_scan AS scans, n_live_tup AS rows FROM pg_stat_user_tables
      WHERE schemaname = 'public' ORDER BY relname`,
  });
  return new Map(tables.map((table) => [table.name, table]));
}

/** Large tables that were scanned at least once per round between two counts, and how often. */
export function between(before: Scans, after: Scans, often: number): string[] {
  return [...after.values()].flatMap(({ name, scans, rows }) => {
    const more = scans - (before.get(name)?.scans ?? 0n);
    return rows >= LARGE && more >= BigInt(often) ? [`${name} (${String(more)} times)`] : [];
  });
}
