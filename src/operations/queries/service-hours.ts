import { describePeriod } from '../../domain/trades/closed-hours';
import { closedPeriods as findClosedPeriods } from '../../database/repositories/service-hours';
import type { Db } from '../../database/transactions/statement';

export interface ClosedHours {
  readonly fromAt: Date;
  readonly toAt: Date;
  /** Whole seconds, rounded up. */
  readonly seconds: number;
}

/** The newest closed periods of the service, newest first. */
export async function closedPeriods(db: Db, limit: number): Promise<ClosedHours[]> {
  const periods = await findClosedPeriods(db, limit);
  return periods.map(({ fromAt, toAt }) => ({ fromAt, toAt, seconds: describePeriod(fromAt, toAt).seconds }));
}
