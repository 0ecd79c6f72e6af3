import type { Trade } from '../../domain/types';

/** A trade as its table has it. */
export interface TradeRow extends Trade {
  /** Why its settlement failed. The settlement worker skips it until an operator settles it. */
  readonly settlementError: string | null;
  readonly settlementErrorAt: Date | null;
}
