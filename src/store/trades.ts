import { decode } from './codec';
import type { Db } from './db';
import { type Page, type PageArgs, pageLimits, type PageLimits, readPage } from './pages';
import type { TradeRow } from './rows/trade';

// Old clients search the list whole (contract §6): it comes in longer pages than others.
const TRADE_PAGES: PageLimits = { ...pageLimits, max: 1_000 };

/** A principal's trades, newest first; of one proposal, if it is named. */
export async function tradesOf(
  db: Db,
  principalId: string,
  args: PageArgs,
  proposalId?: string,
): Promise<Page<TradeRow>> {
  const some = proposalId !== undefined;
  return readPage(
    db,
    {
      name: some ? 'trades_of_proposal' : 'trades',
      select: 't.* FROM trade_participant p JOIN trade t USING (trade_id)',
      where: some ? 'p.principal_id = $1 AND t.proposal_id = $2' : 'p.principal_id = $1',
      values: some ? [principalId, proposalId] : [principalId],
      key: 'p.trade_id',
      keyType: 'uuid',
    },
    args,
    TRADE_PAGES,
  );
}

/** One trade of a principal's; undefined when it is not there or the principal no party to it. */
export async function findTradeOf(db: Db, principalId: string, tradeId: string): Promise<TradeRow | undefined> {
  const [row] = await db.query<object>({
    name: 'trade_of_principal',
    text: 'SELECT t.* FROM trade_participant p JOIN trade t USING (trade_id) WHERE p.trade_id = $1 AND p.principal_id = $2',
    values: [tradeId, principalId],
  });
  return row && decode<TradeRow>(row);
}

/** Who traded with whom: one row per provider and consumer of the principal's trades. */
export interface TradeEdgeRow {
  readonly providerPrincipalId: string;
  readonly consumerPrincipalId: string;
  readonly trades: number;
  readonly completed: number;
  readonly compensated: number;
  readonly failed: number;
  readonly open: number;
  readonly volumeStamps: bigint;
}

// More trades than this are not gathered for one picture: the newest tell it.
const GRAPH_TRADES = 5_000;

/** The principal's newest trades since then, summed by provider and consumer; the busiest edges first. */
export async function tradeEdges(
  db: Db,
  principalId: string,
  since: Date | null,
  limit: number,
): Promise<TradeEdgeRow[]> {
  const rows = await db.query<object>({
    name: 'trade_edges',
    text: `WITH mine AS (
             SELECT t.trade_id, t.state FROM trade_participant p JOIN trade t USING (trade_id)
             WHERE p.principal_id = $1 AND ($2::timestamptz IS NULL OR t.created_at >= $2)
             ORDER BY p.trade_id DESC LIMIT ${String(GRAPH_TRADES)}),
           pairs AS (
             SELECT s.provider_principal_id, s.consumer_principal_id, m.trade_id, m.state, sum(s.price_stamps) AS price
             FROM mine m JOIN trade_step s USING (trade_id) GROUP BY 1, 2, 3, 4)
           SELECT provider_principal_id, consumer_principal_id, count(*)::int AS trades,
             (count(*) FILTER (WHERE state = 'completed'))::int AS completed,
             (count(*) FILTER (WHERE state = 'compensated'))::int AS compensated,
             (count(*) FILTER (WHERE state = 'failed'))::int AS failed,
             (count(*) FILTER (WHERE state IN ('bond_reserved', 'executing', 'confirming')))::int AS open,
             sum(price)::bigint AS volume_stamps
           FROM pairs GROUP BY 1, 2 ORDER BY count(*) DESC, 1, 2 LIMIT $3`,
    values: [principalId, since, limit],
  });
  return rows.map((row) => decode<TradeEdgeRow>(row));
}

/** Settled trades and faults of principals, whole history, for the nodes of the picture. */
export async function tradeRecords(
  db: Db,
  principalIds: readonly string[],
): Promise<Map<string, { trades: number; faults: number }>> {
  const rows = await db.query<{ principal_id: string; trades: number; faults: number }>({
    name: 'trade_records',
    text: `SELECT principal_id, sum(settled)::int AS trades, sum(faulted)::int AS faults
           FROM principal_record WHERE principal_id = ANY ($1) GROUP BY principal_id`,
    values: [[...principalIds]],
  });
  return new Map(rows.map(({ principal_id, trades, faults }) => [principal_id, { trades, faults }]));
}
