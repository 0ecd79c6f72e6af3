import { minIdAt } from '../../domain/keys';
import { readAll, readOne } from '../sql/read';
import type { Db } from '../transactions/statement';
import { encodeCursor } from '../sql/cursors';
import { type ListRequest, planList } from '../sql/lists';
import { type Page, pageOf } from '../sql/pages';
import { trades } from '../lists/trades';
import {
  type TradeListRow,
  type Party,
  loadTradeAggregates,
  type AggregateColumns,
  type TradeAggregate,
} from './trade-aggregate';

/** A page of a principal's trades with all that belongs to each of them. */
export async function tradeAggregatesOf(
  db: Db,
  principalId: string,
  request: ListRequest,
  columns: AggregateColumns,
): Promise<{ readonly page: Page<TradeAggregate>; readonly parties: readonly Party[] }> {
  const plan = planList(trades, request);
  const { aggregates, parties } = await loadTradeAggregates(db, plan.page([principalId]), columns);
  const rows = aggregates.map((row) => ({ cursor: encodeCursor(row.pageKey, plan.view), row }));
  return { page: pageOf(rows, plan.request), parties };
}

const ONE = `SELECT t.trade_id::text AS page_key, ${trades.columns} FROM trade_participant p JOIN trade t USING (trade_id)
  WHERE p.trade_id = $1 AND p.principal_id = $2`;

/** One trade of a principal's; undefined when it is not there or the principal no party to it. */
export async function findTradeOf(db: Db, principalId: string, tradeId: string): Promise<TradeListRow | undefined> {
  return readOne<TradeListRow>(db, { name: 'trade_of_principal', text: ONE, values: [tradeId, principalId] });
}

/** The same with all that belongs to it. */
export async function findTradeAggregateOf(
  db: Db,
  principalId: string,
  tradeId: string,
  columns: AggregateColumns,
): Promise<{ readonly aggregate: TradeAggregate | undefined; readonly parties: readonly Party[] }> {
  const statement = { name: 'trade_of_principal', text: ONE, values: [tradeId, principalId] };
  const { aggregates, parties } = await loadTradeAggregates(db, statement, columns);
  return { aggregate: aggregates[0], parties };
}

/** An edge of the trade graph: the trades of one provider and one consumer. */
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
  return readAll<TradeEdgeRow>(db, {
    name: 'trade_edges',
    text: `WITH newest AS MATERIALIZED (
             SELECT trade_id FROM trade_participant WHERE principal_id = $1 AND trade_id >= $4
             ORDER BY trade_id DESC LIMIT ${String(GRAPH_TRADES)}),
           mine AS (
             SELECT trade_id, t.state FROM newest JOIN trade t USING (trade_id)
             WHERE $2::timestamptz IS NULL OR t.created_at >= $2),
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
    // An id is no older than its trade, and in the order of an index.
    values: [principalId, since, limit, minIdAt(since ?? new Date(0))],
  });
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
