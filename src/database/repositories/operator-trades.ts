import type { Db } from '../transactions/statement';
import { type Page, type PageArgs, readPage } from '../sql/pages';
import type { TradeRow } from './trade-row';

/** Queues of trades that wait for operators. */

/** The contested part of the price: the price without the coverage that the checkpoint claims. */
const CONTESTED = `(s.price_stamps - s.price_stamps::numeric * least(s.coverage_bps, t.coverage_threshold_bps)
  / t.coverage_threshold_bps)`;
/** The contested stamps for each second that is left, in millionths. */
const URGENCY = `floor(${CONTESTED} * 1000000 / greatest(1, extract(epoch FROM s.deadline_at - $1::timestamptz)))`;

/**
 * Trades whose active step needs a verdict: its checkpoint failed or its coverage is too low.
 *
 * Rebutted ones come first, then those with the most contested stamps for the time left. The order changes with the time,
 * so a later page can repeat a trade.
 */
export async function tradesAwaitingVerdict(db: Db, now: Date, args: PageArgs): Promise<Page<TradeRow>> {
  return readPage(
    db,
    {
      name: 'trades_to_judge',
      select: 't.* FROM trade_step s JOIN trade t USING (trade_id)',
      where: `s.state = 'active' AND s.checkpoint_status IS NOT NULL AND s.verdict IS NULL
        AND (s.checkpoint_status = 'failed' OR s.coverage_bps < t.coverage_threshold_bps)`,
      values: [now],
      key: `((s.rebuttal_filed_at IS NOT NULL)::int::text || lpad(${URGENCY}::text, 20, '0') || s.trade_id::text)`,
      keyType: 'text',
    },
    args,
  );
}

/** Trades whose settlement failed, newest first. */
export async function tradesQuarantined(db: Db, args: PageArgs): Promise<Page<TradeRow>> {
  return readPage(
    db,
    {
      name: 'trades_set_aside',
      select: 't.* FROM trade t',
      where: 't.settlement_error IS NOT NULL AND t.settled_at IS NULL',
      values: [],
      key: 't.trade_id',
      keyType: 'uuid',
    },
    args,
  );
}

// Each half has its own index: the queue of the worker, and the quarantined trades.
const OVERDUE = `(SELECT * FROM trade WHERE due_at <= $1 AND settlement_error IS NULL
  UNION ALL SELECT * FROM trade WHERE settlement_error IS NOT NULL AND settled_at IS NULL AND due_at <= $1)`;

/** Due trades that no worker has settled, newest first, with the quarantined ones. */
export async function tradesOverdue(db: Db, now: Date, args: PageArgs): Promise<Page<TradeRow>> {
  return readPage(
    db,
    {
      name: 'trades_overdue',
      select: `t.* FROM ${OVERDUE} t`,
      where: 'true',
      values: [now],
      key: 't.trade_id',
      keyType: 'uuid',
    },
    args,
  );
}
