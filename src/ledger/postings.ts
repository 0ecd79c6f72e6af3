import type { TransferKind } from '../domain/effects';
import type { Db } from '../database/transactions/statement';

/** One entry of an account of a principal's own (contract §7, Posting); escrow lines are the consumer's. */
export interface Posting {
  /** UUID; its `pst` key is the posting's. The journal's id with line and side in the lowest 16 bits. */
  readonly postingId: string;
  /** UUID; its `xfr` key is the transfer's. */
  readonly journalId: string;
  readonly principalId: string;
  readonly account: 'tickets' | 'bond_available' | 'bond_reserved' | 'escrow';
  /** Whole stamps; less than zero when they left the account. */
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

// From the key to the entry, one look-up after the other: the journals of one key's range (one, in practice), the line, the side's
// owner. OFFSET 0 keeps each a look-up: joined in another order, all journals are read. The entry is told by its sign, not
// its account, so that the plan cannot be to read all entries of a busy account.
const placeOf = (key: string): string => `
  (SELECT * FROM ledger_journal WHERE journal_id
    BETWEEN (left(${key}::text, 32) || '0000')::uuid AND (left(${key}::text, 32) || 'ffff')::uuid OFFSET 0) j
  CROSS JOIN LATERAL (SELECT * FROM ledger_posting WHERE journal_id = j.journal_id OFFSET 0) p
  CROSS JOIN LATERAL (VALUES (p.debit_account_id, 0), (p.credit_account_id, 1)) AS s (account_id, side)
  CROSS JOIN LATERAL (SELECT * FROM ledger_account WHERE account_id = s.account_id OFFSET 0) a
  CROSS JOIN LATERAL (SELECT * FROM ledger_entry
    WHERE principal_id = a.principal_id AND posting_id = p.posting_id AND (amount > 0) = (s.side = 1) OFFSET 0) e
  WHERE ledger_entry_uuid(j.journal_id, p.line_no, s.side) = ${key}::text::uuid`;

/** The postings of these ids that there are, whosever they are: the caller checks whether the asking principal's. */
export async function findPostings(db: Db, postingIds: readonly string[]): Promise<Posting[]> {
  const rows = await db.query<PostingRow>({
    name: 'postings_find',
    text: `${SELECTED} FROM unnest($1::uuid[]) k (id) CROSS JOIN LATERAL ${placeOf('k.id')}`,
    values: [[...postingIds]],
  });
  return rows.map(postingOf);
}

export interface PostingsRequest {
  readonly principalId: string;
  /** Rows wanted, 1 … 1,001: one more than a page tells whether there is another. */
  readonly limit: number;
  /** Only what comes after this posting in the list: what is older. */
  readonly after?: string | undefined;
  /** Only what comes before this posting in the list: what is newer. */
  readonly before?: string | undefined;
  /** The last rows of these, not the first; still answered newest first. */
  readonly backward?: boolean;
}

// PostgreSQL plans `LIMIT $n` anew each time (performance §2): a few literal limits keep the statements few and prepared.
const LIMITS = [11, 21, 51, 101, 201, 1001];

/** A principal's postings, newest first. An unknown `after` or `before` gives nothing. */
export async function postingsOf(db: Db, request: PostingsRequest): Promise<Posting[]> {
  const { principalId, limit, after, before, backward = false } = request;
  const most = LIMITS.find((bucket) => bucket >= limit) ?? 1001;
  const order = backward ? 'ASC' : 'DESC';
  const values = [principalId];
  let within = '';
  for (const [postingId, sign] of [
    [after, '<'],
    [before, '>'],
  ] as const) {
    if (postingId === undefined) continue;
    const place = placeOf(`$${String(values.push(postingId))}`);
    within += ` AND (e.posting_id, e.account_id) ${sign} (SELECT e.posting_id, e.account_id FROM ${place})`;
  }
  const rows = await db.query<PostingRow>({
    name: `postings_${order}_${String(most)}${after === undefined ? '' : '_after'}${before === undefined ? '' : '_before'}`,
    // The page is cut from the index first; only its rows are looked up in the other tables.
    text: `${SELECTED} FROM (
        SELECT * FROM ledger_entry e WHERE e.principal_id = $1${within}
        ORDER BY e.posting_id ${order}, e.account_id ${order} LIMIT ${String(most)}) e
      JOIN ledger_posting p USING (posting_id) JOIN ledger_journal j USING (journal_id) JOIN ledger_account a USING (account_id)
      ORDER BY e.posting_id ${order}, e.account_id ${order}`,
    values,
  });
  const page = rows.slice(0, limit).map(postingOf);
  return backward ? page.reverse() : page;
}
