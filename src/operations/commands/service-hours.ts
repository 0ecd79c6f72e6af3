import { closedPeriod, deadlineExtended, describePeriod } from '../../domain/trades/closed-hours';
import { originOf } from '../../domain/trades/facts';
import {
  insertClosedPeriod,
  isServiceOpen,
  lockServiceHours,
  moveDeadlines,
  openNow,
  recordOpen,
  recordOpenAtCommit,
} from '../../database/repositories/service-hours';
import { ledgerHalt } from '../../ledger/ledger';
import { Refusal } from '../../domain/errors/errors';
import { decisionContext, type Tx, type WriteContext } from '../context';
import { applyEvents } from './apply';

/** The move of the deadlines took more than 15 s, so the service was closed meanwhile. Nothing of it is committed. */
export class MoveTookLong extends Error {
  constructor(readonly ms: number) {
    super(`the move of the deadlines took ${String(ms)} ms`);
  }
}

/**
 * Records that the service is open. After a closed period it first moves every open deadline by the period's length.
 *
 * All of it is one transaction, and the row of `service_hours` is its lock. So two processes cannot move a deadline twice.
 * @param allowanceMs the time that the move may take: the closed period contains it
 * @returns false if the ledger is halted, and so the service stays closed
 * @throws MoveTookLong if the move took 15 s longer than allowed
 */
export async function openService(context: WriteContext, allowanceMs = 0): Promise<boolean> {
  const { tx } = context;
  if (await recordOpen(tx)) return true;
  const { openAt, isLedgerHalted } = await lockServiceHours(tx);
  if (isLedgerHalted) return false;
  const now = await openNow(tx);
  const gap = openAt && closedPeriod(openAt, now);
  if (!gap) return true;
  // The clock of the service may be shifted, and deadlines are in its time.
  const shiftMs = tx.now.getTime() - now.getTime();
  await endClosedPeriod(context, {
    from: new Date(gap.from.getTime() + shiftMs),
    to: new Date(tx.now.getTime() + allowanceMs),
  });
  // At the end, because the record at COMMIT must not be older than the move.
  const openMs = (await openNow(tx)).getTime();
  const isLate = closedPeriod(new Date(now.getTime() + allowanceMs), new Date(openMs)) !== null;
  if (isLate) throw new MoveTookLong(openMs - now.getTime());
  return true;
}

async function endClosedPeriod(context: WriteContext, { from, to }: { from: Date; to: Date }): Promise<void> {
  const { tx, services } = context;
  const closed = describePeriod(from, to);
  await insertClosedPeriod(tx, from, to);
  const fact = { ...originOf(decisionContext(context)), kind: 'deadline_extended', closed } as const;
  const extended = await moveDeadlines(tx, from, to, fact);
  const events = extended.flatMap((trade) => deadlineExtended(trade, closed, decisionContext(context)));
  await applyEvents(context, events);
  tx.afterCommit(() => {
    services.log.warn({ ...closed, trades: extended.length }, 'the service was closed; open deadlines moved');
  });
}

const STANDS_STILL =
  'The ledger is halted, so deadlines stand still. A deadline that has passed may move when the halt ends.';

/**
 * Refuses an act after a deadline while that deadline may still move.
 *
 * A request can wait while an outage begins and ends, and then run before the service opens again.
 * @throws Refusal 503 `service_unavailable`: the next request opens the service
 */
export async function assertServiceOpen(tx: Tx): Promise<void> {
  if (await isServiceOpen(tx)) return;
  if (await ledgerHalt(tx)) throw new Refusal('service_unavailable', STANDS_STILL, { reason: 'ledger_stopped' });
  throw new Refusal('service_unavailable');
}

/** Refuses a call after its deadline as `assertServiceOpen` does. Calls before a deadline read nothing more. */
export async function assertDeadlineCounts({ tx }: Pick<WriteContext, 'tx'>, deadline: Date | null): Promise<void> {
  if (isLate(tx, deadline)) await assertServiceOpen(tx);
}

/**
 * Records with an act after its deadline that the service is open. A closed period then begins after the act, so the
 * deadline that the act has counted cannot move.
 *
 * The record is made just before COMMIT, because every API process writes the same row.
 */
export function recordLateAct({ tx }: Pick<WriteContext, 'tx'>, deadline: Date | null): void {
  if (isLate(tx, deadline)) recordOpenAtCommit(tx);
}

const isLate = (tx: Tx, deadline: Date | null): boolean => deadline !== null && deadline <= tx.now;
