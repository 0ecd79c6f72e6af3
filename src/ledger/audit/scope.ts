import type { Db } from '../../database/transactions/statement';

/** Up to where the books are proved: a sealed block, and what cannot be told by blocks (sql/audit/height.sql). */
export interface Checkpoint {
  /** Height of the newest sealed block; 0 before the first. */
  readonly height: bigint;
  readonly hash: Buffer;
  /** Journals sealed in the blocks up to there. */
  readonly journals: bigint;
  /** The platform's accounts, which are folded later than they are posted to: last entry by account id. */
  readonly deferred: Readonly<Record<string, number>>;
  /** When the snapshot was taken. */
  readonly auditedAt: Date;
}

interface CheckpointRow {
  readonly height: bigint;
  readonly hash: Buffer;
  readonly journals: bigint;
  readonly deferred: Readonly<Record<string, number>>;
  readonly audited_at: Date;
}

function checkpointOf({ audited_at: auditedAt, ...row }: CheckpointRow): Checkpoint {
  return { ...row, auditedAt };
}

/** What the newest clean audit proved; undefined before the first that found sealed blocks. */
export async function newestCheckpoint(db: Db): Promise<Checkpoint | undefined> {
  const [row] = await db.query<CheckpointRow>({
    text: `SELECT height, hash, journals, deferred, audited_at FROM ledger_checkpoint WHERE height > 0
      ORDER BY checkpoint_id DESC LIMIT 1`,
  });
  return row && checkpointOf(row);
}

/** Where the books are now, in the snapshot that is being audited. */
export async function currentCheckpoint(db: Db, from?: Checkpoint): Promise<Checkpoint> {
  const [row] = await db.query<CheckpointRow>({
    text: `SELECT coalesce(b.height, 0) AS height, coalesce(b.hash, '') AS hash, now() AS audited_at,
        $2::bigint + (SELECT coalesce(sum(journals), 0) FROM ledger_block WHERE height > $1)::bigint AS journals,
        (SELECT jsonb_object_agg(account_id, coalesce(entry_seq, 0)) FROM ledger_account JOIN ledger_balance USING (account_id)
          WHERE mode = 'deferred') AS deferred
      FROM (SELECT) one LEFT JOIN LATERAL (SELECT height, hash FROM ledger_block ORDER BY height DESC LIMIT 1) b ON true`,
    values: [from?.height ?? 0n, from?.journals ?? 0n],
  });
  if (!row) throw new Error('one row is asked for');
  return checkpointOf(row);
}

// No transaction of the service lives so long: whatever was begun before the checkpoint's snapshot has a time after this.
const MAX_TRANSACTION_MS = 3_600_000;

/** Has the views of this transaction look at what came after a checkpoint; without one, at everything. */
export async function setScope(db: Db, from: Checkpoint | undefined): Promise<void> {
  if (!from) return;
  const since = new Date(from.auditedAt.getTime() - MAX_TRANSACTION_MS).toISOString();
  await db.query({
    text: `SELECT set_config('ats.audit_height', $1, true), set_config('ats.audit_since', $2, true),
      set_config('ats.audit_deferred', $3, true)`,
    values: [String(from.height), since, JSON.stringify(from.deferred)],
  });
}

/** Writes down what a clean audit has proved; a standby cannot, and is none the worse for it. */
export async function recordCheckpoint(db: Db, whole: boolean, reached: Checkpoint): Promise<void> {
  const { height, hash, journals, deferred, auditedAt } = reached;
  await db.query({
    text: 'SELECT ledger_record_checkpoint($1, $2, $3, $4, $5, $6) WHERE NOT pg_is_in_recovery()',
    values: [whole, height, hash, journals, JSON.stringify(deferred), auditedAt],
  });
}
