import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Metrics, WebhookFailure } from '../../operations/ports';

/** Metrics of a process that runs background tasks. */
type Work = Pick<Metrics, 'webhookTried' | 'webhookDelivered' | 'webhookDead' | 'endpointDisabled' | 'tradeSwept'>;

const FAILURES: Record<WebhookFailure, true> = {
  http_status: true,
  redirect_not_followed: true,
  timeout: true,
  address_forbidden: true,
  name_not_resolved: true,
  connection_failed: true,
  connection_lost: true,
  tls_failed: true,
  answer_malformed: true,
  secret_unreadable: true,
};

// The last attempt of the retry schedule is after three days.
const DELIVERY_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 36_000, 86_400, 259_200];
const ATTEMPT_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60];

export function workCounters(registers: Registry[]): Work {
  return { ...webhooks(registers), ...trades(registers) };
}

function webhooks(registers: Registry[]): Omit<Work, 'tradeSwept'> {
  const attempts = new Histogram({
    name: 'ats_webhook_attempt_duration_seconds',
    help: 'Duration of webhook attempts, by result as in the delivery log.',
    labelNames: ['outcome'],
    buckets: ATTEMPT_BUCKETS,
    registers,
  });
  const latency = new Histogram({
    name: 'ats_event_to_webhook_seconds',
    help: 'Time from an event to the 2xx of its receiver, with failed attempts, without manual redeliveries.',
    buckets: DELIVERY_BUCKETS,
    registers,
  });
  const dead = new Counter({
    name: 'ats_webhook_deliveries_dead_total',
    help: 'Deliveries that failed at the last attempt of their schedule, in this process.',
    registers,
  });
  const disabled = new Counter({
    name: 'ats_webhook_endpoints_disabled_total',
    help: 'Endpoints disabled by this process: gone (410) or failing for 120 hours.',
    labelNames: ['reason'],
    registers,
  });
  const outcomes = ['delivered', ...Object.keys(FAILURES)];
  for (const outcome of outcomes) attempts.zero({ outcome });
  for (const reason of ['gone', 'failing']) disabled.inc({ reason }, 0);
  const ofOutcome = new Map(outcomes.map((outcome) => [outcome, attempts.labels(outcome)]));
  return {
    webhookTried: (failure, seconds) => ofOutcome.get(failure ?? 'delivered')?.observe(seconds),
    webhookDelivered: (seconds) => latency.observe(Math.max(seconds, 0)),
    webhookDead: () => dead.inc(),
    endpointDisabled: (reason) => disabled.inc({ reason }),
  };
}

function trades(registers: Registry[]): Pick<Work, 'tradeSwept'> {
  const swept = new Counter({
    name: 'ats_trades_swept_total',
    help: 'Due trades handled by the sweeps of this process, by result.',
    labelNames: ['did'],
    registers,
  });
  for (const did of ['settled', 'passed_step', 'set_aside']) swept.inc({ did }, 0);
  return { tradeSwept: (did) => swept.inc({ did }) };
}

/** Metrics of every process. */
export function processCounters(
  registers: Registry[],
): Pick<Metrics, 'transactionRetried' | 'workerStarted' | 'workerRan'> {
  const retries = new Counter({
    name: 'ats_transaction_retries_total',
    help: 'Retried transactions, by the SQLSTATE of the failure.',
    labelNames: ['sqlstate'],
    registers,
  });
  const failures = new Counter({
    name: 'ats_worker_failures_total',
    help: 'Failed runs of a worker task.',
    labelNames: ['task'],
    registers,
  });
  const succeeded = new Gauge({
    name: 'ats_worker_last_success_timestamp_seconds',
    help: 'Unix time of the last successful run of a worker task; before it, of the start of the task.',
    labelNames: ['task'],
    registers,
  });
  for (const sqlstate of ['25006', '40001', '40P01', '55P03']) retries.inc({ sqlstate }, 0);
  const recorders = new Map<string, { failed: () => void; succeeded: () => void }>();
  const createRecorder = (task: string) => {
    const fails = failures.labels(task);
    fails.inc(0);
    const last = succeeded.labels(task);
    const recorder = { failed: () => fails.inc(), succeeded: () => last.setToCurrentTime() };
    recorders.set(task, recorder);
    return recorder;
  };
  return {
    transactionRetried: (sqlstate) => retries.inc({ sqlstate }),
    workerStarted: (task) => createRecorder(task).succeeded(),
    workerRan: (task, failed) => {
      const recorder = recorders.get(task) ?? createRecorder(task);
      if (failed) recorder.failed();
      else recorder.succeeded();
    },
  };
}
