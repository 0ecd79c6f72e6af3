import { assert } from '../../domain/errors/errors';
import type { Db } from '../../database/transactions/statement';
import type { Check, Finding } from './check';
import { checks } from './checks';
import { type Checkpoint, newestCheckpoint, currentCheckpoint, recordCheckpoint, setScope } from './scope';

export type { Check, Finding } from './check';
export { checks, ledgerHaltingChecks as stopping } from './checks';
export type { Checkpoint } from './scope';

/** What one check found. */
export interface Outcome {
  readonly check: Pick<Check, 'id' | 'title'>;
  readonly findings: readonly Finding[];
  /** Why it could not be made; absent when it was. */
  readonly skipped?: string;
}

/** What was found, and up to where the books are proved if nothing was. */
export interface AuditResult {
  readonly outcomes: readonly Outcome[];
  readonly checkpoint: Checkpoint;
}

/**
 * Runs checks over one snapshot, from a checkpoint on or over everything. `connection` is one connection with no
 * transaction open; a pool would compare one moment's balances with another's postings, and is refused.
 */
export async function runAudit(
  connection: Db,
  which: readonly Check[] = checks,
  from?: Checkpoint,
): Promise<AuditResult> {
  // It reads everything, and takes its time: the application's connections are made for short, keyed reads. Compiling
  // its views takes PostgreSQL longer than running them, whoever's connection it is. Nothing bounds a statement, so one that
  // nobody waits for any more has to end by itself; PostgreSQL cannot tell on Windows, and refuses to be asked to.
  await connection.query({
    text: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL enable_seqscan = on; SET LOCAL enable_mergejoin = on; SET LOCAL enable_bitmapscan = on;
      SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '64MB'; SET LOCAL jit = off;
      SELECT set_config('client_connection_check_interval',
        CASE current_setting('dynamic_shared_memory_type') WHEN 'windows' THEN '0' ELSE '1s' END, true)`,
  });
  try {
    await assertSnapshot(connection);
    await setScope(connection, from);
    const reached = await currentCheckpoint(connection, from);
    const found: Outcome[] = [];
    for (const check of which) {
      await assertSnapshot(connection);
      found.push({ check, findings: await check.run(connection) });
    }
    return { outcomes: found, checkpoint: reached };
  } finally {
    await connection.query({ text: 'ROLLBACK' });
  }
}

async function assertSnapshot(connection: Db): Promise<void> {
  const [mode] = await connection.query<{ isolation: string; readonly: string }>({
    text: `SELECT current_setting('transaction_isolation') AS isolation, current_setting('transaction_read_only') AS readonly`,
  });
  assert(mode?.isolation === 'repeatable read' && mode.readonly === 'on', 'an audit reads one snapshot');
}

/** Everything found over everything, nothing in health; see `prove`. */
export async function audit(connection: Db, which: readonly Check[] = checks): Promise<Finding[]> {
  return (await runAudit(connection, which)).outcomes.flatMap(({ findings }) => findings);
}

/** Books of more sealed journals than this are read from the last clean audit on, where nothing else is asked for. */
const LARGE = 50_000n;

/** The checkpoint to read from where the books are large; undefined: read all of them. */
export function incrementalCheckpoint(last: Checkpoint | undefined): Checkpoint | undefined {
  return last && last.height > 0n && last.journals > LARGE ? last : undefined;
}

export type AuditScope = 'whole' | 'recent' | 'fitting';

export interface BooksAudit {
  readonly outcomes: readonly Outcome[];
  /** The block from which on the books were read; undefined: all of them. */
  readonly fromHeight?: bigint;
  /** The newest sealed block. */
  readonly height: bigint;
}

/**
 * Proves the books: all of them, or what came after the last clean audit; `fitting` is the latter for large ones. What a
 * clean audit has proved is written down for the next.
 */
export async function auditBooks(connection: Db, reach: AuditScope = 'fitting'): Promise<BooksAudit> {
  const last = reach === 'whole' ? undefined : await newestCheckpoint(connection);
  const from = reach === 'recent' ? last : incrementalCheckpoint(last);
  const { outcomes, checkpoint: reached } = await runAudit(connection, checks, from);
  if (outcomes.every(({ findings }) => findings.length === 0)) {
    await recordCheckpoint(connection, from === undefined, reached);
  }
  return { outcomes, ...(from && { fromHeight: from.height }), height: reached.height };
}
