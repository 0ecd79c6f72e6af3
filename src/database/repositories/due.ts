import type { Db } from '../transactions/statement';
import type { Tx } from '../transactions/database';

/** What waits for a worker: due trades, proposals and listings past their time, answers nobody may repeat any more. */

/** A place in the settle worker's queue. */
export interface DueTrade {
  readonly tradeId: string;
  readonly dueAt: Date;
}

/** Trades due at `now` after a place in the queue, the longest due first; those set aside are not among them. */
export async function dueTrades(db: Db, now: Date, after: DueTrade | undefined, limit: number): Promise<DueTrade[]> {
  const rows = await db.query<{ trade_id: string; due_at: Date }>({
    name: 'due_trades',
    text: `SELECT trade_id, due_at FROM trade WHERE due_at <= $1 AND settlement_error IS NULL
        AND ($2::timestamptz IS NULL OR due_at >= $2 AND (due_at, trade_id) > ($2, $3::uuid))
      ORDER BY due_at, trade_id LIMIT $4`,
    values: [now, after?.dueAt ?? null, after?.tradeId ?? null, limit],
  });
  return rows.map((row) => ({ tradeId: row.trade_id, dueAt: row.due_at }));
}

/** Takes a trade whose settlement threw out of the queue; an operator looks at it (settlement.md §2). */
export async function quarantineTrade(db: Db, { tradeId, dueAt }: DueTrade, error: string, now: Date): Promise<void> {
  await db.query({
    name: 'set_trade_aside',
    text: `UPDATE trade SET settlement_error = $2, settlement_error_at = $3
      WHERE trade_id = $1 AND settled_at IS NULL AND settlement_error IS NULL
        AND date_trunc('milliseconds', due_at) = date_trunc('milliseconds', $4::timestamptz)`,
    values: [tradeId, error, now, dueAt],
  });
}

/** Gives a trade that was set aside back to the queue; answers why it was not in it, null when it was. */
export async function requeueTrade(tx: Tx, tradeId: string): Promise<string | null> {
  const [row] = await tx.query<{ error: string }>({
    name: 'take_trade_back',
    text: `UPDATE trade t SET settlement_error = NULL, settlement_error_at = NULL
      FROM (SELECT trade_id, settlement_error FROM trade WHERE trade_id = $1 AND settlement_error IS NOT NULL) was
      WHERE t.trade_id = was.trade_id RETURNING was.settlement_error AS error`,
    values: [tradeId],
  });
  return row?.error ?? null;
}

/** A place in the queue of proposals past their time. */
export interface ExpiredProposal {
  readonly proposalId: string;
  readonly expiresAt: Date;
}

/** Proposals past their time that have no trade, after a place in the queue, the longest expired first. */
export async function expiredProposals(
  db: Db,
  now: Date,
  after: ExpiredProposal | undefined,
  limit: number,
): Promise<ExpiredProposal[]> {
  const rows = await db.query<{ proposal_id: string; expires_at: Date }>({
    name: 'expired_proposals',
    text: `SELECT proposal_id, expires_at FROM proposal WHERE expires_at <= $1 AND state <> 'rejected' AND trade_id IS NULL
        AND ($2::timestamptz IS NULL OR expires_at >= $2 AND (expires_at, proposal_id) > ($2, $3::uuid))
      ORDER BY expires_at, proposal_id LIMIT $4`,
    values: [now, after?.expiresAt ?? null, after?.proposalId ?? null, limit],
  });
  return rows.map((row) => ({ proposalId: row.proposal_id, expiresAt: row.expires_at }));
}

/** Closes listings past their time; answers how many. */
export async function closeExpiredListings(db: Db, now: Date, limit: number): Promise<number> {
  const rows = await db.query({
    name: 'close_expired_listings',
    text: `UPDATE listing SET state = 'closed' WHERE listing_id IN (
        SELECT listing_id FROM listing WHERE expires_at <= $1 AND state <> 'closed'
        ORDER BY expires_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING listing_id`,
    values: [now, limit],
  });
  return rows.length;
}

/** Forgets answers kept for idempotency keys past their time; answers how many. */
export async function deleteExpiredAnswers(db: Db, now: Date, limit: number): Promise<number> {
  const rows = await db.query({
    name: 'forget_answers',
    text: `DELETE FROM idempotency_answer WHERE (scope, key) IN (
        SELECT scope, key FROM idempotency_answer WHERE expires_at <= $1
        ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
      RETURNING key`,
    values: [now, limit],
  });
  return rows.length;
}

/** When credentials were last used, in whole minutes; never earlier than what is written already. */
export async function updateLastUsedAt(db: Db, used: ReadonlyMap<string, Date>): Promise<void> {
  const ids = [...used.keys()].sort();
  await db.query({
    name: 'write_last_use',
    text: `UPDATE credential c SET last_used_at = date_trunc('minute', u.at)
      FROM unnest($1::uuid[], $2::timestamptz[]) AS u (credential_id, at)
      WHERE c.credential_id = u.credential_id AND (c.last_used_at IS NULL OR c.last_used_at < date_trunc('minute', u.at))`,
    values: [ids, ids.map((id) => used.get(id))],
  });
}
