import type { DecisionContext, NewEvent } from '../effects';
import { tradeEvent } from '../events/events';
import type { ClosedPeriod, TradeState } from '../types';

/** Time between two records that the service is open. */
export const HOURS_INTERVAL_SECONDS = 5;
/** A longer time without a record is a closed period. */
export const MAX_GAP_SECONDS = 15;

/** A trade whose deadline moved because the service was closed. */
export interface ExtendedTrade {
  readonly tradeId: string;
  readonly proposalId: string;
  readonly state: TradeState;
  readonly dueAt: Date;
  /** The active step; null while the trade waits for an activation. */
  readonly stepNo: number | null;
  readonly principalIds: readonly string[];
}

/** The period in which the service was closed, or null if the gap is short. */
export function closedPeriod(lastOpenAt: Date, now: Date): { readonly from: Date; readonly to: Date } | null {
  return now.getTime() - lastOpenAt.getTime() > MAX_GAP_SECONDS * 1000 ? { from: lastOpenAt, to: now } : null;
}

/** A closed period as evidence and events show it. */
export function describePeriod(from: Date, to: Date): ClosedPeriod {
  const seconds = Math.ceil((to.getTime() - from.getTime()) / 1000);
  return { from: from.toISOString(), to: to.toISOString(), seconds };
}

/** The event `trade.deadline_extended` for each participant of a trade. */
export function deadlineExtended(trade: ExtendedTrade, closed: ClosedPeriod, context: DecisionContext): NewEvent[] {
  const { stepNo, dueAt, principalIds } = trade;
  const data = { stepNo, deadline_at: dueAt.toISOString(), reason: 'service_closed', closed };
  return principalIds.map((principalId) => tradeEvent(context, 'trade.deadline_extended', trade, principalId, data));
}
