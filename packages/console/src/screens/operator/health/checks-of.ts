import type { HealthScreenQuery } from '../../../api/document-types';
import type { Tone } from '../../../ui/badge';
import { formatLeft } from '../../../ui/time';

export type Health = HealthScreenQuery;

/** One check: what is so, and where to go. */
export interface Check {
  readonly name: string;
  readonly tone: Tone;
  readonly state: string;
  readonly detail: string;
  /** The page of the operators that helps. */
  readonly to?: { readonly path: string; readonly search?: Readonly<Record<string, string>>; readonly name: string };
}

/** Deadlines in the browser are wrong by as much as its clock. */
const CLOCK_MS = 5_000;
/** The limit of the specification between a deadline and its settlement. */
const SWEEP_LIMIT_MS = 5 * 60_000;
const SOON_MS = 24 * 3_600_000;
/** The hourly audit is late after this time, as in the alert `AtsAuditOld`. */
const AUDIT_LATE_MS = 4 * 3_600_000;

function queueOf({ operatorQueues }: Health, queue: string) {
  return operatorQueues?.find((one) => one.queue === queue);
}

function sweep(health: Health): Check {
  const overdue = queueOf(health, 'OVERDUE');
  const name = 'Deadlines are applied';
  const to = { path: 'queue', search: { queue: 'overdue' }, name: 'Overdue trades' };
  if (!overdue?.oldestAt) return { name, tone: 'good', state: 'ok', detail: 'No deadline is overdue.' };
  const lag = new Date(health.service.serverTime).getTime() - new Date(overdue.oldestAt).getTime();
  const detail = `Overdue trades: ${String(overdue.count)}, the oldest for ${formatLeft(lag)}. The limit is 5 minutes.`;
  const isLate = lag > health.service.settleSweepSeconds * 2_000;
  if (lag > SWEEP_LIMIT_MS) return { name, tone: 'bad', state: 'fails', detail, to };
  return { name, tone: isLate ? 'warn' : 'good', state: isLate ? 'late' : 'ok', detail, to };
}

function quarantine(health: Health): Check {
  const count = queueOf(health, 'SETTLEMENT')?.count ?? 0;
  const name = 'Settlements succeed';
  if (count === 0) return { name, tone: 'good', state: 'ok', detail: 'No trade is quarantined.' };
  const detail = `Quarantined trades: ${String(count)}. The service does not try them again.`;
  const to = { path: 'queue', search: { queue: 'settlement' }, name: 'Quarantined trades' };
  return { name, tone: 'bad', state: 'fails', detail, to };
}

function verdicts(health: Health): Check {
  const queue = queueOf(health, 'VERDICT');
  const name = 'Verdicts are in time';
  const to = { path: 'queue', name: 'Trades to rule' };
  if (!queue?.nextDeadlineAt) return { name, tone: 'good', state: 'ok', detail: 'No trade waits for a verdict.' };
  const left = new Date(queue.nextDeadlineAt).getTime() - new Date(health.service.serverTime).getTime();
  const detail = `Waiting trades: ${String(queue.count)}. The next deadline is in ${formatLeft(left)}.`;
  const isSoon = left < SOON_MS;
  return { name, tone: isSoon ? 'warn' : 'good', state: isSoon ? 'soon' : 'ok', detail, to };
}

function payments({ parkedPurchases, flaggedPayments }: Health): Check {
  const [parked, flagged] = [parkedPurchases?.totalCount ?? 0, flaggedPayments?.totalCount ?? 0];
  const name = 'Payments fit';
  if (parked + flagged === 0) return { name, tone: 'good', state: 'ok', detail: 'No payment waits for an operator.' };
  const detail = `Parked purchases: ${String(parked)}. Flagged payments: ${String(flagged)}.`;
  return { name, tone: 'warn', state: 'waits', detail, to: { path: 'payments', name: 'Payments' } };
}

function audit({ ledgerAudit, service }: Health): Check {
  const name = 'The audit finds nothing';
  const { auditedAt = null, checks = [] } = ledgerAudit ?? {};
  if (auditedAt === null) {
    const detail = 'No worker has audited yet. The first audit starts 5 minutes after a worker.';
    return { name, tone: 'warn', state: 'not yet', detail };
  }
  const broken = checks.filter(({ findings }) => findings > 0).map(({ check }) => check);
  const age = new Date(service.serverTime).getTime() - new Date(auditedAt).getTime();
  const ended = `The last audit ended ${formatLeft(age)} ago.`;
  if (broken.length > 0) {
    return { name, tone: 'bad', state: 'fails', detail: `Checks with findings: ${broken.join(', ')}. ${ended}` };
  }
  if (age <= AUDIT_LATE_MS) return { name, tone: 'good', state: 'ok', detail: ended };
  return { name, tone: 'warn', state: 'late', detail: `${ended} An audit is due every hour. Is a worker running?` };
}

function clock({ service }: Health, receivedAt: number): Check {
  const off = receivedAt - new Date(service.serverTime).getTime();
  const isOff = Math.abs(off) > CLOCK_MS;
  const detail = isOff
    ? `The clock of this browser is ${formatLeft(Math.abs(off))} ${off > 0 ? 'ahead' : 'behind'}. Times left on the pages are wrong by as much.`
    : 'This browser and the service have the same time.';
  return { name: 'Clocks agree', tone: isOff ? 'warn' : 'good', state: isOff ? 'differ' : 'ok', detail };
}

/** @param receivedAt the time of the browser when the answer came */
export function checksOf(health: Health, receivedAt: number): readonly Check[] {
  return [
    sweep(health),
    quarantine(health),
    verdicts(health),
    payments(health),
    audit(health),
    clock(health, receivedAt),
  ];
}
