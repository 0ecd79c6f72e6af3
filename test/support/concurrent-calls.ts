import { parseKey, type Prefix } from '../../src/domain/keys';
import type { TestApp } from './app';
import { Connection } from './ledger';
import { until } from './actors';

/** Starts calls that all wait for the same row. */

const ROWS: Partial<Record<Prefix, readonly [table: string, column: string]>> = {
  prn: ['principal', 'principal_id'],
  prp: ['proposal', 'proposal_id'],
  trd: ['trade', 'trade_id'],
  lst: ['listing', 'listing_id'],
};

/**
 * Runs the calls at once; all of them wait for the row of the key before any continues.
 * Fails if a call does not wait for it. The app must run no workers: their waits would count too.
 */
export async function together<T>(app: TestApp, key: string, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  return Promise.all(
    await whileLocked(app, key, async () => {
      const running = calls.map((call) => call());
      await untilWaiting(app, calls.length);
      return running;
    }),
  );
}

/** Starts calls that wait for the row of the key, each when those before it wait. Then all of them continue. */
export async function inOrder<T>(app: TestApp, key: string, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  return Promise.all(
    await whileLocked(app, key, async () => {
      const running: Promise<T>[] = [];
      for (const call of calls) {
        running.push(call());
        await untilWaiting(app, running.length);
      }
      return running;
    }),
  );
}

/** Does work while the row of a key is locked. */
export async function whileLocked<T>(app: TestApp, key: string, work: () => Promise<T>): Promise<T> {
  const parsed = parseKey(key);
  const [table, column] = (parsed && ROWS[parsed.prefix]) ?? [];
  if (!parsed || !table || !column) throw new Error(`no row is known for ${key}`);
  const holder = await Connection.open(app.ownerUrl);
  try {
    await holder.sql('BEGIN');
    await holder.sql(`SELECT 1 FROM ${table} WHERE ${column} = $1 FOR UPDATE`, parsed.id);
    const result = await work();
    await holder.sql('COMMIT');
    return result;
  } finally {
    await holder.close();
  }
}

async function untilWaiting(app: TestApp, calls: number): Promise<void> {
  await until(
    () => waiting(app),
    (count) => count >= calls,
  );
}

async function waiting(app: TestApp): Promise<number> {
  const rows = await app.sql(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}
