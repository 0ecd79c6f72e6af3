import type { TransferKind } from '../domain/effects';
import type { Db } from '../database/transactions/statement';

/** One entry of an account of a principal. Escrow entries belong to the consumer. */
export interface Posting {
  /** The UUID of the `pst` key: the journal's id with line and side in the lowest 16 bits. */
  readonly postingId: string;
  /** The UUID of the `xfr` key of the transfer. */
  readonly journalId: string;
  readonly principalId: string;
  readonly account: 'tickets' | 'bond_available' | 'bond_reserved' | 'escrow';
  /** Whole stamps; negative if they left the account. */
  readonly amountStamps: bigint;
  readonly balanceAfterStamps: bigint;
  readonly kind: TransferKind;
  readonly tradeId: string | null;
  readonly createdAt: Date;
}

interface PostingRow {
  posting_id: string;
  journal_id: string;
  principal_id: string;
  account: Posting['account'];
  amount: bigint;
  balance_after: bigint;
  kind: TransferKind;
  trade_id: string | null;
  created_at: Date;
}

function postingOf(row: PostingRow): Posting {
  return {
    postingId: row.posting_id,
    journalId: row.journal_id,
    principalId: row.principal_id,
    account: row.account,
    amountStamps: row.amount,
    balanceAfterStamps: row.balance_after,
    kind: row.kind,
    tradeId: row.trade_id,
    createdAt: row.created_at,
  };
}

const SELECTED = `
  SELECT ledger_entry_uuid(j.journal_id, p.line_no, (e.amount > 0)::integer) AS posting_id, j.journal_id, e.principal_id,
    CASE a.kind WHEN 'ticket' THEN 'tickets' WHEN 'bond_available' THEN 'bond_available' WHEN 'trade_bond' THEN 'bond_reserved' ELSE 'escrow' END AS account,
    e.amount, e.balance_after, j.kind, j.trade_id, j.created_at`;

// Finds an entry by its key with one index look-up after the other: journals in the key range, line, the
// account of the side. OFFSET 0 keeps this order: another join order would read all journals. The sign selects the entry.
// The account would allow a plan that reads all entries of a busy account.
const entryAt = (key: string): string => `
  (SELECT * FROM ledger_journal WHERE journal_id
    BETWEEN (left(${key}::text, 32) || '0000')::uuid AND (left(${key}::text, 32) || 'ffff')::uuid OFFSET 0) j
  CROSS JOIN LATERAL (SELECT * FROM ledger_posting WHERE journal_id = j.journal_id OFFSET 0) p
  CROSS JOIN LATERAL (VALUES (p.debit_account_id, 0), (p.credit_account_id, 1)) AS s (account_id, side)
  CROSS JOIN LATERAL (SELECT * FROM ledger_account WHERE account_id = s.account_id OFFSET 0) a
  CROSS JOIN LATERAL (SELECT * FROM ledger_entry
    WHERE principal_id = a.principal_id AND posting_id = p.posting_id AND (amount > 0) = (s.side = 1) OFFSET 0) e
  WHERE ledger_entry_uuid(j.journal_id, p.line_no, s.side) = ${key}::text::uuid`;

/** Finds postings by id, of any principal. The caller checks access. */
export async function findPostings(db: Db, postingIds: readonly string[]): Promise<Posting[]> {
  const rows = await db.query<PostingRow>({
    name: 'postings_find',
    text: `${SELECTED} FROM unnest($1::uuid[]) k (id) CROSS JOIN LATERAL ${entryAt('k.id')}`,
    values: [[...postingIds]],
  });
  return rows.map(postingOf);
}

export interface PostingsRequest {
  readonly principalId: string;
  /** The number of rows, 1 to 1,001: one more than a page shows whether there is another. */
  readonly limit: number;
  /** Only postings after this one in the list, which are older. */
  readonly after?: string | undefined;
  /** Only postings before this one in the list, which are newer. */
  readonly before?: string | undefined;
  /** Whether to return the last rows instead of the first, still newest first. */
  readonly backward?: boolean;
}

// With `LIMIT $n` PostgreSQL would plan at every execution. A few literal limits keep the statements prepared.
const LIMITS = [11, 21, 51, 101, 201, 1001];

/** A principal's postings, newest first. An unknown `after` or `before` returns none. */
export async function postingsOf(db: Db, request: PostingsRequest): Promise<Posting[]> {
  const { principalId, limit, after, before, backward = false } = request;
  const most = LIMITS.find((bucket) => bucket >= limit) ?? 1001;
  const order = backward ? 'ASC' : 'DESC';
  const values = [principalId];
  let range = '';
  for (const [postingId, sign] of [
    [after, '<'],
    [before, '>'],
  ] as const) {
    if (postingId === undefined) continue;
    const entry = entryAt(`$${String(values.push(postingId))}`);
    range += ` AND (e.posting_id, e.account_id) ${sign} (SELECT e.posting_id, e.account_id FROM ${entry})`;
  }
  const rows = await db.query<PostingRow>({
    name: `postings_${order}_${String(most)}${after === undefined ? '' : '_after'}${before === undefined ? '' : '_before'}`,
    // The page comes from the index first. Only its rows are looked up in the other tables.
    text: `${SELECTED} FROM (
        SELECT * FROM ledger_entry e WHERE e.principal_id = $1${range}
        ORDER BY e.posting_id ${order}, e.account_id ${order} LIMIT ${String(most)}) e
      JOIN ledger_posting p USING (posting_id) JOIN ledger_journal j USING (journal_id) JOIN ledger_account a USING (account_id)
      ORDER BY e.posting_id ${order}, e.account_id ${order}`,
    values,
  });
  const page = rows.slice(0, limit).map(postingOf);
  return backward ? page.reverse() : page;
}
