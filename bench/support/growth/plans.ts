import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '../database';

/** Which tables were read from end to end, by PostgreSQL's own counts: the statements of every connection are in them. */

const LARGE = 1_000;
const FLUSHED_MS = 2_000;

export type Scans = ReadonlyMap<string, bigint>;

export async function scans(db: Connection): Promise<Scans> {
  // What a session has counted reaches the view a second later, by itself.
  await pause(FLUSHED_MS);
  const rows = await db.query<{ name: string; scans: bigint }>({
    text: `SELECT relname AS name, seq_scan AS scans FROM pg_stat_user_tables
      WHERE schemaname = 'public' AND n_live_tup >= $1 ORDER BY relname`,
    values: [LARGE],
  });
  return new Map(rows.map((row) => [row.name, row.scans]));
}

/** The large tables that were read whole between two counts so often, and how often. */
export function between(before: Scans, after: Scans, often: number): string[] {
  return [...after].flatMap(([name, count]) => {
    const more = count - (before.get(name) ?? 0n);
    return more >= BigInt(often) ? [`${name} (${String(more)} times)`] : [];
  });
}
