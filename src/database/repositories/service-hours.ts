import { MAX_GAP_SECONDS, type ExtendedTrade } from '../../domain/trades/closed-hours';
import type { ExtendedFact } from '../../domain/trades/fact-types';
import { batchable } from '../batching/batchable';
import { factBody } from '../sql/fact-json';
import { readAll } from '../sql/read';
import type { Tx } from '../transactions/database';
import type { Db, Statement, StatementBatching } from '../transactions/statement';
import { isLapse } from './trade-queue';

// The hours are kept in the time of the database without a shift. A test that advances its clock must not close the service.
const RECENT = `open_at > clock_timestamp() - interval '${String(MAX_GAP_SECONDS)} seconds'`;

/** Records with COMMIT that the service is open. If it was closed meanwhile, the transaction runs again. */
export function recordOpenAtCommit(tx: Tx): void {
  tx.beforeCommit(`SELECT record_service_open(${String(MAX_GAP_SECONDS)})`);
}

/** Records that the service is open. False if it was closed before, or if the ledger is halted. */
export async function recordOpen(db: Db): Promise<boolean> {
  const rows = await db.query<object>({
    name: 'record_open',
    text: `UPDATE service_hours SET open_at = clock_timestamp()
      WHERE ${RECENT} AND NOT EXISTS (SELECT FROM ledger_halt) RETURNING only_row`,
  });
  return rows.length > 0;
}

const IS_OPEN: Statement = {
  name: 'is_service_open',
  text: `SELECT ${RECENT} AND NOT EXISTS (SELECT FROM ledger_halt) AS open FROM service_hours`,
};
const IS_OPEN_BATCH: StatementBatching<null> = {
  changes: false,
  join: () => IS_OPEN,
  share: (rows, parts) => parts.map(() => rows),
};

/** Whether an API process could serve mutations a moment ago. Deadlines do not pass while none can. */
export async function isServiceOpen(db: Db): Promise<boolean> {
  const statement = { ...IS_OPEN, batching: batchable(IS_OPEN_BATCH, null) };
  const [row] = await db.query<{ open: boolean | null }>(statement);
  return row?.open === true;
}

/** Milliseconds since the last record that the service is open. Null: the ledger is halted, or there is no record. */
export async function msSinceOpen(db: Db): Promise<number | null> {
  const [row] = await db.query<{ ms: number | null }>({
    name: 'ms_since_open',
    text: `SELECT (extract(epoch FROM clock_timestamp() - open_at) * 1000)::float8 AS ms FROM service_hours
      WHERE NOT EXISTS (SELECT FROM ledger_halt)`,
  });
  return row?.ms ?? null;
}

export interface ServiceHours {
  /** Null: the service was never open. */
  readonly openAt: Date | null;
  readonly isLedgerHalted: boolean;
}

/** Locks the hours, so that one process at a time ends a closed period. */
export async function lockServiceHours(tx: Tx): Promise<ServiceHours> {
  const [row] = await tx.query<{ open_at: Date | null; halted: boolean }>({
    name: 'lock_service_hours',
    text: `SELECT open_at, EXISTS (SELECT FROM ledger_halt) AS halted FROM service_hours FOR UPDATE`,
  });
  if (!row) throw new Error('the table service_hours has no row: run `ats migrate`');
  return { openAt: row.open_at, isLedgerHalted: row.halted };
}

/** Sets the time at which the service is open, and returns it. */
export async function openNow(tx: Tx): Promise<Date> {
  const [row] = await tx.query<{ open_at: Date }>({
    name: 'open_now',
    text: `UPDATE service_hours SET open_at = greatest(open_at, clock_timestamp()) RETURNING open_at`,
  });
  if (!row) throw new Error('an UPDATE of the locked row returns it');
  return row.open_at;
}

export async function insertClosedPeriod(tx: Tx, from: Date, to: Date): Promise<void> {
  await tx.query({
    name: 'insert_closed_period',
    text: 'INSERT INTO closed_period (from_at, to_at) VALUES ($1, $2)',
    values: [from, to],
  });
}

// These must be the rows that `extend` in src/domain/trades/facts.ts projects from the fact (test: rules-in-sql.test.ts). A
// difference stops the settlement of each moved trade.
// A passed checkpoint or a verdict makes a trade due at once. No deadline of such a trade is open, so it has no fact either.
const MOVE_TRADES = `
  WITH moved AS (
    UPDATE trade SET due_at = due_at + ($2::timestamptz - $1::timestamptz),
      idle_deadline_at = idle_deadline_at + CASE WHEN idle_deadline_at > $1 THEN $2::timestamptz - $1::timestamptz ELSE '0' END,
      closed_hours = coalesce(closed_hours, '[]') || jsonb_build_array($3::jsonb)
    WHERE due_at > $1 AND settled_at IS NULL AND ${isLapse('trade')}
    RETURNING trade_id, proposal_id, state, due_at
  ), steps AS (
    UPDATE trade_step s SET deadline_at = s.deadline_at + CASE WHEN s.deadline_at > $1 THEN $2::timestamptz - $1::timestamptz ELSE '0' END
    FROM moved m WHERE s.trade_id = m.trade_id AND s.state = 'active'
    RETURNING s.trade_id, s.step_no)
  SELECT m.*, s.step_no, trade_add_fact(m.trade_id, $4),
    ARRAY(SELECT principal_id FROM trade_participant p WHERE p.trade_id = m.trade_id ORDER BY principal_id) AS principal_ids
  FROM moved m LEFT JOIN steps s USING (trade_id) ORDER BY m.trade_id`;

// One statement locks or moves all rows, and a service with many open trades must be able to open. A longer one fails.
const MOVE_TIMEOUT_MS = 600_000;
// After the limit of the database.
const MOVE_LIMIT = { query_timeout: MOVE_TIMEOUT_MS + 5_000 };

async function allowLongStatements(tx: Tx): Promise<void> {
  await tx.query({
    name: 'allow_long_statements',
    text: `SELECT set_config('statement_timeout', $1, true)`,
    values: [String(MOVE_TIMEOUT_MS)],
  });
}

/**
 * Locks the proposals and trades whose deadlines move, and so waits for the transactions that change them.
 *
 * The next statements then see these changes. An UPDATE that waits itself sees the new row, but the old steps and agents.
 */
async function lockDeadlines(tx: Tx, from: Date): Promise<void> {
  await tx.query({
    ...MOVE_LIMIT,
    name: 'lock_open_proposals',
    text: `SELECT count(*) FROM (SELECT FROM proposal WHERE state <> 'rejected' AND trade_id IS NULL AND expires_at > $1
      ORDER BY proposal_id FOR NO KEY UPDATE) p`,
    values: [from],
  });
  await tx.query({
    ...MOVE_LIMIT,
    name: 'lock_open_trades',
    text: `SELECT count(*) FROM (SELECT FROM trade WHERE due_at > $1 AND settled_at IS NULL
      ORDER BY trade_id FOR NO KEY UPDATE) t`,
    values: [from],
  });
}

/**
 * Moves every deadline that had not passed at `from`: of active steps, waiting trades and open proposals.
 *
 * A proposal of a retired agent stays expired: its retirement has set the expiry, and no worker may have ended it yet.
 * The fact is that of each trade whose deadline moved. Returns these trades.
 */
export async function moveDeadlines(tx: Tx, from: Date, to: Date, fact: ExtendedFact): Promise<ExtendedTrade[]> {
  const values = [from, to];
  await allowLongStatements(tx);
  await lockDeadlines(tx, from);
  await tx.query({
    ...MOVE_LIMIT,
    name: 'move_proposal_expiry',
    text: `UPDATE proposal SET expires_at = expires_at + ($2::timestamptz - $1::timestamptz)
      WHERE state <> 'rejected' AND trade_id IS NULL AND expires_at > $1
        AND NOT EXISTS (SELECT FROM proposal_participant q JOIN agent a USING (agent_id)
          WHERE q.proposal_id = proposal.proposal_id AND q.revision_no = 1 AND a.retired_at IS NOT NULL)`,
    values,
  });
  return readAll<ExtendedTrade>(tx, {
    ...MOVE_LIMIT,
    name: 'move_trade_deadlines',
    text: MOVE_TRADES,
    values: [...values, JSON.stringify(fact.closed), factBody(fact)],
  });
}

/** The newest closed periods, newest first. */
export async function closedPeriods(db: Db, limit: number): Promise<{ readonly fromAt: Date; readonly toAt: Date }[]> {
  return readAll(db, {
    name: 'closed_periods',
    text: 'SELECT from_at, to_at FROM closed_period ORDER BY from_at DESC LIMIT $1',
    values: [limit],
  });
}
