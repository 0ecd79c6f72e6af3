import type { TransferKind } from '../domain/effects';
import { minIdAt } from '../domain/keys';
import { type AddValue, among, type Branch, hasKey, idOfKey, oneOf } from '../database/sql/filters';
import { byColumn, type List, type ListOrder } from '../database/sql/lists';
import { readAll } from '../database/sql/read';
import type { Db } from '../database/transactions/statement';

export type PostingAccount = 'tickets' | 'bond_available' | 'bond_reserved' | 'escrow' | 'wallet';

/** One entry of an account of a principal or a wallet. Escrow entries belong to the consumer. */
export interface Posting {
  /** The UUID of the `pst` key: the journal's id with line and side in the lowest 16 bits. */
  readonly postingId: string;
  /** The UUID of the `xfr` key of the transfer. */
  readonly journalId: string;
  /** Null for a wallet. */
  readonly principalId: string | null;
  /** The owner of the wallet. Null for a principal. */
  readonly humanId: string | null;
  readonly account: PostingAccount;
  /** The balance on the other side. Null if it is none of a principal or wallet. */
  readonly counterpartyKind: PostingAccount | null;
  /** Whole stamps; negative if they left the account. */
  readonly amountStamps: bigint;
  readonly balanceAfterStamps: bigint;
  readonly kind: TransferKind;
  readonly tradeId: string | null;
  /** The listing whose fee was paid. */
  readonly listingId: string | null;
  readonly createdAt: Date;
}

// The listing whose fee was paid is part of the journal's idempotency key.
const LISTING_ID = `CASE WHEN j.kind = 'listing_fee' THEN substr(j.idem_key, 9, 36)::uuid END`;

const ACCOUNT = (
  kind: string,
): string => `CASE ${kind} WHEN 'ticket' THEN 'tickets' WHEN 'bond_available' THEN 'bond_available'
  WHEN 'trade_bond' THEN 'bond_reserved' WHEN 'trade_escrow' THEN 'escrow' WHEN 'wallet' THEN 'wallet' END`;

const KEY = 'ledger_entry_uuid(j.journal_id, p.line_no, (e.amount > 0)::integer)';

const COLUMNS = `${KEY} AS posting_id, j.journal_id, e.principal_id, a.human_id,
  ${ACCOUNT('a.kind')} AS account,
  (SELECT ${ACCOUNT('o.kind')} FROM ledger_account o
    WHERE o.account_id = p.debit_account_id + p.credit_account_id - e.account_id) AS counterparty_kind,
  e.amount AS amount_stamps, e.balance_after AS balance_after_stamps, j.kind, j.trade_id, ${LISTING_ID} AS listing_id, j.created_at`;

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
    WHERE principal_id = a.principal_id AND posting_id = p.posting_id AND (amount > 0) = (s.side = 1)
    UNION ALL SELECT * FROM ledger_entry
    WHERE a.kind = 'wallet' AND principal_id IS NULL AND posting_id = p.posting_id AND account_id = a.account_id OFFSET 0) e
  WHERE ledger_entry_uuid(j.journal_id, p.line_no, s.side) = ${key}::text::uuid`;

/** Finds postings by id, of any principal. The caller checks access. */
export async function findPostings(db: Db, postingIds: readonly string[]): Promise<Posting[]> {
  return readAll<Posting>(db, {
    name: 'postings_find',
    text: `SELECT ${COLUMNS} FROM unnest($1::uuid[]) k (id) CROSS JOIN LATERAL ${entryAt('k.id')}`,
    values: [[...postingIds]],
  });
}

const NEWEST_FIRST: ListOrder = {
  ...byColumn(KEY),
  sort: ['e.posting_id', 'e.account_id'],
  bound: (cursor) => `(SELECT e.posting_id, e.account_id FROM ${entryAt(cursor)})`,
};

// Ids of journals are in the order of time, and postings are numbered in transactions of at most ten minutes.
const TEN_MINUTES_MS = 600_000;

function createdFrom(time: Date, add: AddValue): Branch {
  const earlier = add(minIdAt(new Date(time.getTime() - TEN_MINUTES_MS)), 'uuid');
  const last = `SELECT f.posting_id FROM ledger_posting f WHERE f.journal_id < ${earlier} ORDER BY f.journal_id DESC LIMIT 1`;
  const range = `e.posting_id > coalesce((${last}), 0)`;
  return { where: `${range} AND j.created_at >= ${add(time, 'timestamptz')}`, range };
}

function createdTo(time: Date, add: AddValue): Branch {
  const later = add(minIdAt(new Date(time.getTime() + TEN_MINUTES_MS)), 'uuid');
  const first = `SELECT f.posting_id FROM ledger_posting f WHERE f.journal_id >= ${later} ORDER BY f.journal_id LIMIT 1`;
  const MAX_BIGINT = '9223372036854775807';
  const range = `e.posting_id < coalesce((${first}), ${MAX_BIGINT})`;
  return { where: `${range} AND j.created_at < ${add(time, 'timestamptz')}`, range };
}

const ACCOUNT_KINDS: Readonly<Record<PostingAccount, string>> = {
  tickets: 'ticket',
  bond_available: 'bond_available',
  bond_reserved: 'trade_bond',
  escrow: 'trade_escrow',
  wallet: 'wallet',
};

const accounts = (values: readonly PostingAccount[], add: AddValue): Branch =>
  among('a.kind')(
    values.map((account) => ACCOUNT_KINDS[account]),
    add,
  );

const ofPrincipal: List = {
  name: 'postings',
  columns: COLUMNS,
  from: `ledger_entry e JOIN ledger_posting p USING (posting_id) JOIN ledger_journal j USING (journal_id)
    JOIN ledger_account a USING (account_id)`,
  owner: 'e.principal_id',
  orders: { created_at: NEWEST_FIRST },
  filters: {
    kinds: among('j.kind'),
    accounts,
    tradeKey: hasKey('trd', 'j.trade_id'),
    listingKey: (key: string, add: AddValue) => ({
      where: `j.idem_key = ${add(`listing:${idOfKey('lst', key)}:fee`, 'text')}`,
    }),
    createdFrom,
    createdTo,
  },
};

// The planner does not know how many entries the owner has. It could read all journals of the platform.
// OFFSET 0 keeps the order of the look-ups.
const LOOK_UPS = `
  CROSS JOIN LATERAL (SELECT * FROM ledger_posting WHERE posting_id = e.posting_id OFFSET 0) p
  CROSS JOIN LATERAL (SELECT * FROM ledger_journal WHERE journal_id = p.journal_id OFFSET 0) j
  CROSS JOIN LATERAL (SELECT * FROM ledger_account WHERE account_id = e.account_id OFFSET 0) a`;

/** An index has the kinds of a principal's entries. An older server writes null while the database is migrated. */
function kindsOfPrincipal(values: readonly TransferKind[], add: AddValue): Branch[] {
  const { where } = among('j.kind')(values, add);
  return [...oneOf('e.kind')(values, add), { where: `e.kind IS NULL AND ${where}` }];
}

/** A principal has no entry of a wallet. */
function accountsOfPrincipal(values: readonly PostingAccount[], add: AddValue): Branch {
  return values.every((account) => account === 'wallet') ? { where: 'false', range: 'false' } : accounts(values, add);
}

/** Postings of a principal, newest first. No index has the kind of an entry's account with its owner. */
export const postings: List = {
  ...ofPrincipal,
  filters: { ...ofPrincipal.filters, kinds: kindsOfPrincipal, accounts: accountsOfPrincipal },
  comparison: {
    alias: 'e',
    members: ['accounts'],
    joined: { table: 'ledger_entry e', joins: LOOK_UPS, indexed: ['tradeKey', 'listingKey'] },
  },
};

/** Postings of one principal for a trade, newest first. */
export const postingsOfTrade = (principalId: string): List => ({
  ...ofPrincipal,
  name: 'postings_of_trade',
  variant: principalId,
  owner: 'j.trade_id',
  where: (add) => `e.principal_id = ${add(principalId, 'uuid')}`,
});

/** Postings of the wallet of a human, newest first. */
export const walletPostings: List = {
  ...ofPrincipal,
  name: 'wallet_postings',
  from: `ledger_account a JOIN ledger_entry e USING (account_id) JOIN ledger_posting p USING (posting_id)
    JOIN ledger_journal j USING (journal_id)`,
  owner: 'a.human_id',
  where: `a.kind = 'wallet' AND a.principal_id IS NULL AND a.trade_id IS NULL AND a.step_no IS NULL`,
  orders: {
    created_at: { ...NEWEST_FIRST, sort: ['e.seq'], bound: (cursor) => `(SELECT e.seq FROM ${entryAt(cursor)})` },
  },
};
