import { Gauge, type Registry } from 'prom-client';
import { parkReasons } from '../../domain/tickets/packs';
import type { DatabaseState, DatabaseStats, PaymentCount } from '../../operations/ports';

type Numbers = { [K in keyof DatabaseStats as DatabaseStats[K] extends number | null ? K : never]: DatabaseStats[K] };

/** Name and help of each gauge; the database counts for all processes together. */
const NUMBER_GAUGES: Record<keyof Numbers, readonly [name: string, help: string]> = {
  webhooksPending: ['ats_webhook_deliveries_pending', 'Pending webhook deliveries, counted up to 20,000.'],
  webhooksDue: [
    'ats_webhook_deliveries_due',
    'Pending webhook deliveries that a worker may send now, counted up to 20,000.',
  ],
  webhooksDueSeconds: ['ats_webhook_oldest_due_seconds', 'Time since the oldest due delivery became due.'],
  endpointsWaitingSeconds: [
    'ats_webhook_endpoint_wait_seconds',
    'Longest wait of an endpoint with due deliveries for a worker.',
  ],
  endpointsDisabled: ['ats_webhook_endpoints_disabled', 'Agents whose notifications are disabled.'],
  webhooksDead: ['ats_webhook_deliveries_dead', 'Failed deliveries of the last 30 days, counted up to 10,000.'],
  eventsUnsequenced: ['ats_events_unstamped', 'Events without a sequence number, counted up to 10,000.'],
  eventsUnsequencedSeconds: ['ats_relay_lag_seconds', 'Age of the oldest event without a sequence number.'],
  tradesDue: [
    'ats_trades_due',
    'Due trades that are not yet handled, without quarantined trades, counted up to 10,000.',
  ],
  tradesDueSeconds: ['ats_sweep_lag_seconds', 'Time since the oldest due trade became due.'],
  tradesQuarantined: [
    'ats_trades_set_aside',
    'Quarantined trades: their settlement failed and an operator must look at them.',
  ],
  ledgerDeferred: [
    'ats_ledger_unfolded_rows',
    'Deferred postings that are not yet in the platform’s balances, counted up to 20,000.',
  ],
  ledgerDeferredSeconds: ['ats_ledger_unfolded_seconds', 'Age of the oldest deferred posting.'],
  ledgerViolations: ['ats_ledger_violations', 'Findings of the last invariant check of the ledger (I1 and I5).'],
  ledgerInvariantCheckSeconds: [
    'ats_ledger_guard_seconds',
    'Time since the last invariant check of the ledger; absent before the first check.',
  ],
  closedSeconds: [
    'ats_closed_seconds_total',
    'Time in which the service could not serve mutations, all closed periods.',
  ],
  auditSeconds: ['ats_audit_seconds', 'Time since the last audit of a worker; absent before the first audit.'],
};

interface Sources {
  readonly databaseStats: () => Promise<DatabaseStats | undefined>;
  readonly paymentCounts: () => Promise<readonly PaymentCount[] | undefined>;
  readonly connections: () => Readonly<Record<'total' | 'idle' | 'waiting', number>>;
  readonly state: (() => Promise<DatabaseState>) | undefined;
}

/** Event types with a series of their own; all others count as `other`. */
const TYPE = /^(checkout\.session|charge\.dispute)\.[a-z_]{1,40}$|^charge\.refunded$/;

/** Creates the gauges and returns their update for each scrape. Unknown values are absent. */
export function databaseGauges(registers: Registry[], sources: Sources): () => Promise<void> {
  const gauge = <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge<L>({ name, help, labelNames, registers });
  const numbers = Object.entries(NUMBER_GAUGES).map(
    ([key, [name, help]]) => [key as keyof Numbers, gauge(name, help)] as const,
  );
  const reachable = gauge('ats_database_up', '1: the database answered within 2 s. 0: it did not.');
  const ready = gauge('ats_ready', '1: the database can be read and written, and the ledger is not halted. 0: not so.');
  const halted = gauge('ats_ledger_stopped', '1: the ledger is halted and refuses every posting. 0: it is not.');
  const findings = gauge(
    'ats_audit_findings',
    'Findings of the last audit of a worker, by check, up to 1,000 for each.',
    ['check'],
  );
  const attention = gauge('ats_payments_attention', 'Payments that an operator must review, by reason.', ['reason']);
  const recorded = gauge('ats_payment_events_recorded', 'All recorded events of the payment processor.', [
    'type',
    'outcome',
    'reason',
  ]);
  const pool = gauge('ats_database_connections', 'Connections of this process’s pool and requests that wait for one.', [
    'state',
  ]);
  return async () => {
    const [stats, counts, probed] = await Promise.all([
      sources.databaseStats(),
      sources.paymentCounts(),
      sources.state?.(),
    ]);
    const { isUp, isReady, isHalted } = probed ?? stateOf(stats);
    for (const [state, count] of Object.entries(sources.connections())) pool.set({ state }, count);
    reachable.set(Number(isUp));
    ready.set(Number(isReady));
    for (const [key, gauge] of numbers) setOrRemove(gauge, stats?.[key]);
    setOrRemove(halted, isHalted === undefined ? undefined : Number(isHalted));
    findings.reset();
    for (const [check, count] of Object.entries(stats?.auditFindings ?? {})) findings.set({ check }, count);
    attention.reset();
    // Start at 0, so that Prometheus sees the first change.
    for (const reason of stats ? [...parkReasons, 'no_purchase'] : []) attention.set({ reason }, 0);
    for (const { reason, count } of stats?.payments ?? []) attention.set({ reason }, count);
    recorded.reset();
    for (const { type, outcome, reason, events } of counts ?? []) {
      recorded.inc({ type: TYPE.test(type) ? type : 'other', outcome, reason: reason ?? 'none' }, events);
    }
  };
}

function stateOf(stats: DatabaseStats | undefined): DatabaseState {
  return { isUp: stats !== undefined, isReady: stats?.ledgerHalted === false, isHalted: stats?.ledgerHalted };
}

function setOrRemove(gauge: Gauge, value: number | null | undefined): void {
  if (value === undefined || value === null) gauge.remove();
  else gauge.set(value);
}
