import { Gauge, type Registry } from 'prom-client';
import { parkReasons } from '../../domain/tickets/packs';
import type { PaymentCount, Readings } from '../../operations/ports';

type Numbers = { [K in keyof Readings as Readings[K] extends number | null ? K : never]: Readings[K] };

/** What the database says, of all processes together: name of the metric, and what it tells. */
const formatGauge: Record<keyof Numbers, readonly [name: string, help: string]> = {
  webhooksPending: [
    'ats_webhook_deliveries_pending',
    'Webhook deliveries that have not ended; 20,000 are counted at most.',
  ],
  webhooksDue: ['ats_webhook_deliveries_due', 'Those of the pending deliveries whose time has come.'],
  webhooksDueSeconds: ['ats_webhook_oldest_due_seconds', 'For how long the oldest due delivery has been due.'],
  endpointsWaitingSeconds: [
    'ats_webhook_endpoint_wait_seconds',
    'For how long an endpoint with something to do has waited for a worker.',
  ],
  endpointsDisabled: ['ats_webhook_endpoints_disabled', 'Agents whose notifications are disabled.'],
  webhooksDead: [
    'ats_webhook_deliveries_dead',
    'Deliveries of the last 30 days that were given up; 10,000 are counted at most.',
  ],
  eventsUnsequenced: ['ats_events_unstamped', 'Events the relay has not numbered; 10,000 are counted at most.'],
  eventsUnsequencedSeconds: ['ats_relay_lag_seconds', 'Age of the oldest event the relay has not numbered.'],
  tradesDue: [
    'ats_trades_due',
    'Trades of which something is due and not done, without those set aside; 10,000 are counted at most.',
  ],
  tradesDueSeconds: ['ats_sweep_lag_seconds', 'For how long the longest due trade has been due.'],
  tradesQuarantined: ['ats_trades_set_aside', 'Trades whose settlement failed and that wait for an operator.'],
  ledgerDeferred: [
    'ats_ledger_unfolded_rows',
    'Sides of postings not folded into the platform’s balances; 20,000 are counted at most.',
  ],
  ledgerDeferredSeconds: ['ats_ledger_unfolded_seconds', 'Age of the oldest side that is not folded.'],
  ledgerViolations: ['ats_ledger_violations', 'Findings of the last look at the books (I1 and I5).'],
  ledgerGuardSeconds: [
    'ats_ledger_guard_seconds',
    'For how long the books have not been looked at; absent before the first look.',
  ],
  auditSeconds: ['ats_audit_seconds', 'Age of the last audit of a worker; absent before the first.'],
};

interface Sources {
  readonly readings: () => Promise<Readings | undefined>;
  readonly paymentCounts: () => Promise<readonly PaymentCount[] | undefined>;
  readonly connections: () => Readonly<Record<'total' | 'idle' | 'waiting', number>>;
}

/** Kinds of events that say something; whatever else the processor sends is counted together. */
const TYPE = /^(checkout\.session|charge\.dispute)\.[a-z_]{1,40}$|^charge\.refunded$/;

/** Answers what sets all of them, to be called before each scrape. What could not be read is not shown. */
export function databaseGauges(registers: Registry[], sources: Sources): () => Promise<void> {
  const gauge = <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge<L>({ name, help, labelNames, registers });
  const numbers = Object.entries(formatGauge).map(
    ([key, [name, help]]) => [key as keyof Numbers, gauge(name, help)] as const,
  );
  const reachable = gauge('ats_database_up', '1: the database answered within two seconds; 0: it did not.');
  const stopped = gauge('ats_ledger_stopped', '1: the ledger is stopped, and every posting refused; 0: it is not.');
  const findings = gauge(
    'ats_audit_findings',
    'What the last audit of a worker found, by check; 1,000 a view at most.',
    ['check'],
  );
  const attention = gauge('ats_payments_attention', 'Payments an operator must look at, by reason.', ['reason']);
  const recorded = gauge('ats_payment_events_recorded', 'Events of the payment processor, since ever.', [
    'type',
    'outcome',
    'reason',
  ]);
  const pool = gauge('ats_database_connections', 'Connections of this process’s pool, and who waits for one.', [
    'state',
  ]);
  return async () => {
    const [readings, counts] = await Promise.all([sources.readings(), sources.paymentCounts()]);
    for (const [state, count] of Object.entries(sources.connections())) pool.set({ state }, count);
    reachable.set(readings ? 1 : 0);
    for (const [key, one] of numbers) show(one, readings?.[key]);
    show(stopped, readings && Number(readings.ledgerHalted));
    findings.reset();
    for (const [check, found] of Object.entries(readings?.auditFindings ?? {})) findings.set({ check }, found);
    attention.reset();
    // Seen from 0 on, so that a change can be: what is parked may stay so for good.
    for (const reason of readings ? [...parkReasons, 'no_purchase'] : []) attention.set({ reason }, 0);
    for (const { reason, count } of readings?.payments ?? []) attention.set({ reason }, count);
    recorded.reset();
    for (const { type, outcome, reason, events } of counts ?? []) {
      recorded.inc({ type: TYPE.test(type) ? type : 'other', outcome, reason: reason ?? 'none' }, events);
    }
  };
}

function show(gauge: Gauge, value: number | null | undefined): void {
  if (value === undefined || value === null) gauge.remove();
  else gauge.set(value);
}
