/** Reads of trades. */
export type { TradeRow } from '../../database/repositories/trade-row';
export {
  type Party,
  SETTLEMENT_LIST_COLUMNS,
  type SettlementListRow,
  STEP_LIST_COLUMNS,
  type AggregateColumns,
  type StepListRow,
  type TradeAggregate,
  type TradeListRow,
} from '../../database/repositories/trade-aggregate';
export {
  findTradeAggregateOf,
  findTradeOf,
  tradeAggregatesOf,
  tradeEdges,
  type TradeEdgeRow,
  tradeRecords,
} from '../../database/repositories/trades';
