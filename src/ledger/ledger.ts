import type { Db, Statement, StatementBatching } from '../database/transactions/statement';
import { readOne } from '../database/sql/read';
import { batchable, rowsByColumn } from '../database/batching/batchable';

/** Folds deferred posting sides into the platform's balances. Returns how many; fewer than `limit`: the queue is empty. */
export async function foldDeferredPostings(db: Db, limit: number): Promise<number> {
  const [row] = await db.query<{ folded: number }>({
    name: 'ledger_fold_deferred',
    text: 'SELECT ledger_fold_deferred($1) AS folded',
    values: [limit],
  });
  return row?.folded ?? 0;
}

/** Halts the ledger: it refuses every posting with AT002 until the database owner empties `ledger_halt`. */
export async function haltLedger(db: Db, reason: string): Promise<void> {
  await db.query({ text: 'SELECT ledger_halt_postings($1)', values: [reason] });
}

const HALT: Statement = { name: 'ledger_halt', text: 'SELECT halted_at, reason FROM ledger_halt' };
const HALT_BATCH: StatementBatching<null> = {
  changes: false,
  join: () => HALT,
  share: (rows, parts) => parts.map(() => rows),
};

/** Why the ledger is halted. Undefined: it is not. */
export async function ledgerHalt(db: Db): Promise<{ haltedAt: Date; reason: string } | undefined> {
  return readOne(db, { ...HALT, batching: batchable(HALT_BATCH, null) });
}

/** The balances of a principal in whole stamps. */
export interface Balances {
  readonly ticketStamps: bigint;
  readonly bondAvailableStamps: bigint;
  /** Bond in open trades. Settlement empties the bond account of a trade. */
  readonly bondReservedStamps: bigint;
}

const balances = (principalIds: readonly string[]): Statement => ({
  name: 'books_balances',
  text: 'SELECT * FROM principal_balances($1)',
  values: [principalIds],
});
const BALANCES_BATCH: StatementBatching<readonly string[]> = {
  changes: false,
  join: (idLists) => balances([...new Set(idLists.flat())]),
  share: rowsByColumn('principal_id'),
};

/** The balances of principals by id, read in one statement and so consistent. */
export async function balancesOf(db: Db, principalIds: readonly string[]): Promise<Map<string, Balances>> {
  const rows = await db.query<{ principal_id: string; ticket: bigint; available: bigint; reserved: bigint }>({
    ...balances(principalIds),
    batching: batchable(BALANCES_BATCH, principalIds),
  });
  return new Map(
    rows.map((row) => [
      row.principal_id,
      { ticketStamps: row.ticket, bondAvailableStamps: row.available, bondReservedStamps: row.reserved },
    ]),
  );
}

/** The wallet balance of a human in whole stamps; 0 before the first movement. */
export async function walletBalance(db: Db, humanId: string): Promise<bigint> {
  const [row] = await db.query<{ balance: bigint }>({
    name: 'books_wallet',
    text: `SELECT b.balance FROM ledger_account a JOIN ledger_balance b USING (account_id)
      WHERE a.kind = 'wallet' AND a.principal_id IS NULL AND a.human_id = $1 AND a.trade_id IS NULL AND a.step_no IS NULL`,
    values: [humanId],
  });
  return row?.balance ?? 0n;
}
