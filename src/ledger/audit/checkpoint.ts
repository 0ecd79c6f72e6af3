import { readOne } from '../../database/sql/read';
import type { Db } from '../../database/transactions/statement';

/** The position that a clean audit has reached: a sealed block, and the folded entries of the platform. */
export interface AuditCheckpoint {
  /** The height of the newest sealed block; 0 before the first. */
  readonly height: bigint;
  readonly hash: Buffer;
  /** The number of journals in the blocks up to this height. */
  readonly journals: bigint;
  /** The last entry of each platform account, by account id. They are folded after their postings. */
  readonly deferred: Readonly<Record<string, number>>;
  /** When the snapshot was taken. */
  readonly auditedAt: Date;
}

/** The checkpoint of the newest clean audit. Undefined before the first with sealed blocks. */
export async function newestCheckpoint(db: Db): Promise<AuditCheckpoint | undefined> {
  return readOne<AuditCheckpoint>(db, {
    text: `SELECT height, hash, journals, deferred, audited_at FROM ledger_checkpoint WHERE height > 0
      ORDER BY checkpoint_id DESC LIMIT 1`,
  });
}

/** The position of the books in the current snapshot. */
export async function currentCheckpoint(db: Db, from?: AuditCheckpoint): Promise<AuditCheckpoint> {
  const checkpoint = await readOne<AuditCheckpoint>(db, {
    text: `SELECT coalesce(b.height, 0) AS height, coalesce(b.hash, '') AS hash, now() AS audited_at,
        $2::bigint + (SELECT coalesce(sum(journals), 0) FROM ledger_block WHERE height > $1)::bigint AS journals,
        (SELECT jsonb_object_agg(account_id, coalesce(entry_seq, 0)) FROM ledger_account JOIN ledger_balance USING (account_id)
          WHERE mode = 'deferred') AS deferred
      FROM (SELECT) one LEFT JOIN LATERAL (SELECT height, hash FROM ledger_block ORDER BY height DESC LIMIT 1) b ON true`,
    values: [from?.height ?? 0n, from?.journals ?? 0n],
  });
  if (!checkpoint) throw new Error('the checkpoint query returns one row');
  return checkpoint;
}

// Longer than any transaction of the service. So a row committed after the snapshot has a later time than this before it.
const MAX_TRANSACTION_MS = 3_600_000;

/** Limits the audit views of this transaction to what came after a checkpoint. */
export async function limitToRecent(db: Db, from: AuditCheckpoint | undefined): Promise<void> {
  if (!from) return;
  const since = new Date(from.auditedAt.getTime() - MAX_TRANSACTION_MS).toISOString();
  await db.query({
    text: `SELECT set_config('ats.audit_height', $1, true), set_config('ats.audit_since', $2, true),
      set_config('ats.audit_deferred', $3, true)`,
    values: [String(from.height), since, JSON.stringify(from.deferred)],
  });
}

/** Stores the checkpoint of a clean audit. On a standby it does nothing. */
export async function recordCheckpoint(db: Db, whole: boolean, checkpoint: AuditCheckpoint): Promise<void> {
  const { height, hash, journals, deferred, auditedAt } = checkpoint;
  await db.query({
    text: 'SELECT ledger_record_checkpoint($1, $2, $3, $4, $5, $6) WHERE NOT pg_is_in_recovery()',
    values: [whole, height, hash, journals, JSON.stringify(deferred), auditedAt],
  });
}
