import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { flagReasons, parkReasons } from '../../domain/tickets/packs';
import type { Metrics, RouteClass } from '../../operations/ports';

/** What a process that serves knows. */
type Api = Pick<
  Metrics,
  | 'requestAnswered'
  | 'operationAnswered'
  | 'answerReplayed'
  | 'transactionBatched'
  | 'batchedTransactionRetried'
  | 'socketOpened'
  | 'socketClosed'
  | 'subscriptionBegun'
  | 'subscriptionEnded'
  | 'eventSent'
  | 'paymentRecorded'
  | 'paymentParked'
>;

// A write may take 15 s (the checkout alone 10).
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
// No more than 32 are taken along (store/shared.ts).
const GROUP_BUCKETS = [1, 2, 4, 8, 16, 32];
const SOCKET_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function apiCounters(registers: Registry[]): Api {
  return { ...requests(registers), ...transactions(registers), ...sockets(registers), ...payments(registers) };
}

function requests(registers: Registry[]): Pick<Api, 'requestAnswered' | 'operationAnswered' | 'answerReplayed'> {
  const duration = new Histogram({
    name: 'ats_http_request_duration_seconds',
    help: 'HTTP requests answered, by kind of path and class of status.',
    labelNames: ['route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const operations = new Counter({
    name: 'ats_graphql_operations_total',
    help: 'Root fields answered, by what came of them: ok or an error code; field none: refused before it was read.',
    labelNames: ['field', 'code'],
    registers,
  });
  const replays = new Counter({
    name: 'ats_idempotent_replays_total',
    help: 'Mutations answered with the answer kept for their idempotency key.',
    registers,
  });
  // Looked up once for each pair that occurs: every request counts.
  const durations = new Map<RouteClass, ReturnType<typeof duration.labels>[]>();
  return {
    requestAnswered(route, status, seconds) {
      const classes = durations.get(route) ?? [];
      durations.set(route, classes);
      const digit = Math.floor(status / 100);
      (classes[digit] ??= duration.labels(route, `${String(digit)}xx`)).observe(seconds);
    },
    operationAnswered: (field, code) => operations.inc({ field, code }),
    answerReplayed: () => replays.inc(),
  };
}

function transactions(registers: Registry[]): Pick<Api, 'transactionBatched' | 'batchedTransactionRetried'> {
  const shared = new Histogram({
    name: 'ats_shared_transaction_requests',
    help: 'Batched transactions of mutations, by the number of requests in each.',
    buckets: GROUP_BUCKETS,
    registers,
  });
  const left = new Counter({
    name: 'ats_shared_transaction_left_total',
    help: 'Requests that could not continue in a batch and ran again in their own transaction.',
    registers,
  });
  return {
    transactionBatched: (requests) => shared.observe(requests),
    batchedTransactionRetried: () => left.inc(),
  };
}

function sockets(registers: Registry[]) {
  const open = new Gauge({ name: 'ats_sockets_open', help: 'WebSockets open in this process.', registers });
  const subscriptions = new Gauge({
    name: 'ats_subscriptions_open',
    help: 'Subscriptions under way on the sockets of this process.',
    registers,
  });
  const latency = new Histogram({
    name: 'ats_event_to_socket_seconds',
    help: 'From an event to its frame on a socket, or on the last of those answered alike; not of what was missed before.',
    buckets: SOCKET_BUCKETS,
    registers,
  });
  return {
    socketOpened: () => open.inc(),
    socketClosed: () => open.dec(),
    subscriptionBegun: () => subscriptions.inc(),
    subscriptionEnded: () => subscriptions.dec(),
    eventSent: (seconds: number) => latency.observe(Math.max(seconds, 0)),
  };
}

function payments(registers: Registry[]): Pick<Api, 'paymentRecorded' | 'paymentParked'> {
  const recorded = new Counter({
    name: 'ats_payment_events_total',
    help: 'Events of the payment processor recorded by this process; a repeated delivery is none.',
    labelNames: ['outcome', 'reason'],
    registers,
  });
  const parked = new Counter({
    name: 'ats_payments_parked_total',
    help: 'Purchases parked for an operator by this process.',
    labelNames: ['reason'],
    registers,
  });
  // Of a series that begins with its first count, an increase cannot be seen.
  for (const outcome of ['credited', 'recorded', 'foreign', 'waiting']) recorded.inc({ outcome, reason: 'none' }, 0);
  for (const reason of parkReasons) {
    recorded.inc({ outcome: 'parked', reason }, 0);
    parked.inc({ reason }, 0);
  }
  for (const reason of flagReasons) recorded.inc({ outcome: 'flagged', reason }, 0);
  return {
    paymentRecorded: (outcome, reason) => recorded.inc({ outcome, reason: reason ?? 'none' }),
    paymentParked: (reason) => parked.inc({ reason }),
  };
}
