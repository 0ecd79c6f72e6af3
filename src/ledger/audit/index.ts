import { assert } from '../../domain/errors/errors';
import type { Db } from '../../database/transactions/statement';
import type { Check, Finding } from './check';
import { checks } from './checks';
import {
  type AuditCheckpoint,
  newestCheckpoint,
  currentCheckpoint,
  recordCheckpoint,
  limitToRecent,
} from './checkpoint';

export type { Check, Finding } from './check';
export { checks, ledgerHaltingChecks } from './checks';
export type { AuditCheckpoint } from './checkpoint';

/** The findings of one check. */
export interface Outcome {
  readonly check: Pick<Check, 'id' | 'title'>;
  readonly findings: readonly Finding[];
  /** Why the check did not run; absent if it did. */
  readonly skipped?: string;
}

/** The findings, and the checkpoint that a clean audit has reached. */
export interface AuditResult {
  readonly outcomes: readonly Outcome[];
  readonly checkpoint: AuditCheckpoint;
}

/**
 * Runs checks over one snapshot: of everything, or of what came after a checkpoint.
 *
 * `connection` must be one session without an open transaction. A pool is refused, because it would compare balances
 * with postings of another moment.
 */
export async function runAudit(
  connection: Db,
  which: readonly Check[] = checks,
  from?: AuditCheckpoint,
): Promise<AuditResult> {
  // The application's connections are set up for short reads by key, but an audit reads everything. JIT is off, because
  // compiling the views takes longer than running them. Without a statement timeout, the connection check ends the
  // statement after its client is gone. PostgreSQL on Windows does not support that check.
  await connection.query({
    text: `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL enable_seqscan = on; SET LOCAL enable_mergejoin = on; SET LOCAL enable_bitmapscan = on;
      SET LOCAL statement_timeout = 0; SET LOCAL work_mem = '64MB'; SET LOCAL jit = off;
      SELECT set_config('client_connection_check_interval',
        CASE current_setting('dynamic_shared_memory_type') WHEN 'windows' THEN '0' ELSE '1s' END, true)`,
  });
  try {
    await assertSnapshot(connection);
    await limitToRecent(connection, from);
    const checkpoint = await currentCheckpoint(connection, from);
    const outcomes: Outcome[] = [];
    for (const check of which) {
      await assertSnapshot(connection);
      outcomes.push({ check, findings: await check.run(connection) });
    }
    return { outcomes, checkpoint };
  } finally {
    // A lost connection has ended the transaction, and its first error says so.
    await connection.query({ text: 'ROLLBACK' }).catch(() => undefined);
  }
}

async function assertSnapshot(connection: Db): Promise<void> {
  const [mode] = await connection.query<{ isolation: string; readonly: string }>({
    text: `SELECT current_setting('transaction_isolation') AS isolation, current_setting('transaction_read_only') AS readonly`,
  });
  assert(mode?.isolation === 'repeatable read' && mode.readonly === 'on', 'an audit reads one snapshot');
}

/** Runs checks over everything. Returns their findings: none if the books are correct. */
export async function audit(connection: Db, which: readonly Check[] = checks): Promise<Finding[]> {
  return (await runAudit(connection, which)).outcomes.flatMap(({ findings }) => findings);
}

/** With more sealed journals than this, the default audit reads only what came after the last clean one. */
const MAX_WHOLE_JOURNALS = 50_000n;

/** The checkpoint to start from if the books are large. Undefined: read everything. */
export function incrementalCheckpoint(last: AuditCheckpoint | undefined): AuditCheckpoint | undefined {
  return last && last.height > 0n && last.journals > MAX_WHOLE_JOURNALS ? last : undefined;
}

export type AuditReach = 'whole' | 'recent' | 'auto';

export interface BooksAudit {
  readonly outcomes: readonly Outcome[];
  /** The height of the checkpoint that the audit started from. Undefined: it read everything. */
  readonly fromHeight?: bigint;
  /** The newest sealed block. */
  readonly height: bigint;
}

/**
 * Audits the whole books, or what came after the last clean audit. `auto` chooses the latter for large books.
 *
 * A clean audit stores its checkpoint for the next one.
 */
export async function auditBooks(connection: Db, reach: AuditReach = 'auto'): Promise<BooksAudit> {
  const last = reach === 'whole' ? undefined : await newestCheckpoint(connection);
  const from = reach === 'recent' ? last : incrementalCheckpoint(last);
  const { outcomes, checkpoint } = await runAudit(connection, checks, from);
  if (outcomes.every(({ findings }) => findings.length === 0)) {
    await recordCheckpoint(connection, from === undefined, checkpoint);
  }
  return { outcomes, ...(from && { fromHeight: from.height }), height: checkpoint.height };
}
