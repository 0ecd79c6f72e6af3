import { readAll } from '../sql/read';
import type { Tx } from '../transactions/database';
import type { Db } from '../transactions/statement';

/** A position in the queue of the settlement worker. */
export interface DueTrade {
  readonly tradeId: string;
  readonly dueAt: Date;
  /** Its participants. */
  readonly principalIds: readonly string[];
  /** Whether a deadline has passed. False: a checkpoint passes its step, or an operator has ruled. */
  readonly isLapse: boolean;
  /** Bytes that its facts take, uncompressed. They have all texts of the parties. */
  readonly bytes: number;
}

/** SQL of the uncompressed bytes of a trade's facts. It reads their headers only. */
export const factBytes = (trade: string): string =>
  `(SELECT coalesce(sum(octet_length(f.body)), 0)::int FROM trade_fact f WHERE f.trade_id = ${trade}.trade_id)`;

/** SQL of whether a due trade is due by its deadline. False: its step passes, or an operator has ruled. */
export const isLapse = (trade: string): string => `(coalesce(${trade}.due_at = ${trade}.idle_deadline_at, false)
  OR EXISTS (SELECT FROM trade_step l WHERE l.trade_id = ${trade}.trade_id AND l.state = 'active' AND l.deadline_at = ${trade}.due_at))`;

/** Trades due at `now`, after a position, the earliest first. Quarantined trades are left out. */
export async function dueTrades(db: Db, now: Date, after: DueTrade | undefined, limit: number): Promise<DueTrade[]> {
  return readAll<DueTrade>(db, {
    name: 'due_trades',
    text: `SELECT trade_id, due_at,
        ARRAY(SELECT principal_id FROM trade_participant p WHERE p.trade_id = trade.trade_id) AS principal_ids,
        ${isLapse('trade')} AS is_lapse, ${factBytes('trade')} AS bytes
      FROM trade WHERE due_at <= $1 AND settlement_error IS NULL
        AND ($2::timestamptz IS NULL OR due_at >= $2 AND (due_at, trade_id) > ($2, $3::uuid))
      ORDER BY due_at, trade_id LIMIT $4`,
    values: [now, after?.dueAt ?? null, after?.tradeId ?? null, limit],
  });
}

/**
 * Removes a trade whose settlement failed from the queue.
 *
 * It stays out until an operator settles it or its due time changes.
 * @returns false if the trade was settled, quarantined or got another deadline meanwhile. It then stays as it is.
 */
export async function quarantineTrade(
  db: Db,
  { tradeId, dueAt }: DueTrade,
  error: string,
  now: Date,
): Promise<boolean> {
  const rows = await db.query({
    name: 'quarantine_trade',
    text: `UPDATE trade SET settlement_error = $2, settlement_error_at = $3
      WHERE trade_id = $1 AND settled_at IS NULL AND settlement_error IS NULL
        AND date_trunc('milliseconds', due_at) = date_trunc('milliseconds', $4::timestamptz) RETURNING trade_id`,
    values: [tradeId, error, now, dueAt],
  });
  return rows.length > 0;
}

/** Returns a quarantined trade to the queue. Returns the error of its settlement, or null if it was queued. */
export async function requeueTrade(tx: Tx, tradeId: string): Promise<string | null> {
  const [row] = await tx.query<{ error: string }>({
    name: 'requeue_trade',
    text: `UPDATE trade t SET settlement_error = NULL, settlement_error_at = NULL
      FROM (SELECT trade_id, settlement_error FROM trade WHERE trade_id = $1 AND settlement_error IS NOT NULL) was
      WHERE t.trade_id = was.trade_id RETURNING was.settlement_error AS error`,
    values: [tradeId],
  });
  return row?.error ?? null;
}
