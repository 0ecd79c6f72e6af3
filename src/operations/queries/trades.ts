/** Reads of trades. */
export type { TradeRow } from '../../database/repositories/trade-row';
export {
  type Party,
  SETTLEMENT_LIST_COLUMNS,
  type SettlementSummary,
  STEP_LIST_COLUMNS,
  type StepSummary,
  type TradeAggregate,
  type TradeSummary,
} from '../../database/repositories/trade-aggregate';
export {
  findTradeAggregateOf,
  findTradeOf,
  tradeAggregatesOf,
  tradeEdges,
  type TradeEdgeRow,
  tradeRecords,
  tradesOf,
} from '../../database/repositories/trades';
