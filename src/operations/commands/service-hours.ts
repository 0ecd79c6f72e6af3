import { closedPeriod, deadlineExtended, describePeriod } from '../../domain/trades/closed-hours';
import { originOf } from '../../domain/trades/facts';
import {
  insertClosedPeriod,
  lockServiceHours,
  moveDeadlines,
  openNow,
  recordOpen,
} from '../../database/repositories/service-hours';
import { decisionContext, type WriteContext } from '../context';
import { applyEvents } from './apply';

/**
 * Records that the service is open. After a closed period it first moves every open deadline by the period's length.
 *
 * All of it is one transaction, and the row of `service_hours` is its lock. So two processes cannot move a deadline twice.
 * @returns false if the ledger is halted, and so the service stays closed
 */
export async function openService(context: WriteContext): Promise<boolean> {
  const { tx, services } = context;
  if (await recordOpen(tx)) return true;
  const { openAt, isLedgerHalted } = await lockServiceHours(tx);
  if (isLedgerHalted) return false;
  const now = await openNow(tx);
  const gap = openAt && closedPeriod(openAt, now);
  if (!gap) return true;
  // The clock of the service may be shifted, and deadlines are in its time.
  const shiftMs = tx.now.getTime() - now.getTime();
  const to = tx.now;
  const from = new Date(gap.from.getTime() + shiftMs);
  const closed = describePeriod(from, to);
  await insertClosedPeriod(tx, from, to);
  const fact = { ...originOf(decisionContext(context)), kind: 'deadline_extended', closed } as const;
  const extended = await moveDeadlines(tx, from, to, fact);
  const events = extended.flatMap((trade) => deadlineExtended(trade, closed, decisionContext(context)));
  await applyEvents(context, events);
  services.log.warn({ ...closed, trades: extended.length }, 'the service was closed; open deadlines moved');
  return true;
}
