import { setTimeout as pause } from 'node:timers/promises';
import { audit } from '../../../src/ledger/audit';
import { ledgerHaltingChecks } from '../../../src/ledger/audit/checks';
import type { Connection } from '../database';

/** Counts sequential scans by table, from PostgreSQL's statistics of all connections. */

const LARGE = 1_000n;
const FLUSHED_MS = 2_000;
/** Interval of the ledger check of the service. */
const CHECK_MS = 60_000;

interface Scanned {
  readonly name: string;
  readonly scans: bigint;
  readonly rows: bigint;
}

export interface Scans {
  readonly at: number;
  readonly tables: ReadonlyMap<string, Scanned>;
}

export async function scans(db: Connection): Promise<Scans> {
  // The statistics of a session become visible a second later.
  await pause(FLUSHED_MS);
  const tables = await db.query<Scanned>({
    text: `SELECT relname AS name, seq_scan AS scans, n_live_tup AS rows FROM pg_stat_user_tables
      WHERE schemaname = 'public' ORDER BY relname`,
  });
  return { at: Date.now(), tables: new Map(tables.map((table) => [table.name, table])) };
}

const more = (before: Scans, after: Scans, name: string): bigint =>
  (after.tables.get(name)?.scans ?? 0n) - (before.tables.get(name)?.scans ?? 0n);

/** The ledger check: its findings, and the tables that it reads completely. */
interface Checked {
  readonly broken: readonly string[];
  readonly before: Scans;
  readonly after: Scans;
}

/** Runs the ledger check, as the service does once a minute. */
export async function checkLedger(db: Connection, before: Scans): Promise<Checked> {
  const broken = (await audit(db, ledgerHaltingChecks)).map(({ check, detail }) => `${check}: ${detail}`);
  return { broken, before, after: await scans(db) };
}

/**
 * Large tables that requests scanned at least once per round between two counts, and how often.
 * Leaves out the scans of the service's own ledger check. Each parallel worker of a scan counts as one more.
 */
export function between(before: Scans, after: Scans, often: number, check: Checked): string[] {
  const checks = BigInt(Math.ceil((after.at - before.at) / CHECK_MS) + 1);
  return [...after.tables.values()].flatMap(({ name, rows }) => {
    const requested = more(before, after, name) - checks * more(check.before, check.after, name);
    return rows >= LARGE && requested >= BigInt(often) ? [`${name} (${String(requested)} times)`] : [];
  });
}
