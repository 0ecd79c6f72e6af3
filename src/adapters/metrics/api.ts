import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { flagReasons, parkReasons } from '../../domain/tickets/packs';
import { connectionLimitNames, type Metrics, type RouteClass } from '../../operations/ports';

/** Metrics of a process that serves requests. */
type Api = Pick<
  Metrics,
  | 'requestAnswered'
  | 'operationAnswered'
  | 'answerReplayed'
  | 'transactionBatched'
  | 'batchedTransactionRetried'
  | 'limitReached'
  | 'unreadBytesChanged'
  | 'socketOpened'
  | 'socketClosed'
  | 'subscriptionBegun'
  | 'subscriptionEnded'
  | 'eventSent'
  | 'paymentRecorded'
  | 'paymentParked'
>;

// A write may take 15 s, of which a checkout takes up to 10 s.
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
// A batch has at most 32 requests.
const BATCH_SIZE_BUCKETS = [1, 2, 4, 8, 16, 32];
const SOCKET_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function apiCounters(registers: Registry[]): Api {
  return {
    ...requests(registers),
    ...transactions(registers),
    ...limits(registers),
    ...sockets(registers),
    ...payments(registers),
  };
}

function requests(registers: Registry[]): Pick<Api, 'requestAnswered' | 'operationAnswered' | 'answerReplayed'> {
  const duration = new Histogram({
    name: 'ats_http_request_duration_seconds',
    help: 'Duration of HTTP requests, by kind of path and class of status.',
    labelNames: ['route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const operations = new Counter({
    name: 'ats_graphql_operations_total',
    help: 'Root fields by result: ok or an error code. Field none: refused before the document was parsed.',
    labelNames: ['field', 'code'],
    registers,
  });
  const replays = new Counter({
    name: 'ats_idempotent_replays_total',
    help: 'Mutations answered with the stored answer of their idempotency key.',
    registers,
  });
  // An alert counts these. Prometheus cannot see the first increase of a new series.
  for (const status of ['4xx', '5xx']) duration.zero({ route: 'stripe_webhook', status });
  // Every request observes, so the labels of each pair are resolved once.
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
    buckets: BATCH_SIZE_BUCKETS,
    registers,
  });
  const retried = new Counter({
    name: 'ats_shared_transaction_left_total',
    help: 'Requests that could not continue in a batch and ran again in their own transaction.',
    registers,
  });
  return {
    transactionBatched: (requests) => shared.observe(requests),
    batchedTransactionRetried: () => retried.inc(),
  };
}

function limits(registers: Registry[]): Pick<Api, 'limitReached' | 'unreadBytesChanged'> {
  const reached = new Counter({
    name: 'ats_connection_limits_total',
    help: 'Times that clients reached a limit of connections, sockets, messages or unread answers.',
    labelNames: ['limit'],
    registers,
  });
  const unread = new Gauge({
    name: 'ats_unread_answer_bytes',
    help: 'Bytes of large answers that clients have not read yet.',
    registers,
  });
  // Start each series at 0, because Prometheus cannot see the first increase of a new series.
  for (const limit of connectionLimitNames) reached.inc({ limit }, 0);
  return {
    limitReached: (limit) => reached.inc({ limit }),
    unreadBytesChanged: (bytes) => unread.inc(bytes),
  };
}

function sockets(registers: Registry[]) {
  const open = new Gauge({ name: 'ats_sockets_open', help: 'WebSockets open in this process.', registers });
  const subscriptions = new Gauge({
    name: 'ats_subscriptions_open',
    help: 'Active subscriptions on the sockets of this process, and waits of ats_wait.',
    registers,
  });
  const latency = new Histogram({
    name: 'ats_event_to_socket_seconds',
    help: 'Time from an event to its frame on the last socket of a subscriber group, without missed events.',
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
    help: 'Events of the payment processor recorded by this process, without repeated deliveries.',
    labelNames: ['outcome', 'reason'],
    registers,
  });
  const parked = new Counter({
    name: 'ats_payments_parked_total',
    help: 'Purchases parked for an operator by this process.',
    labelNames: ['reason'],
    registers,
  });
  // Start each series at 0, because Prometheus cannot see the first increase of a new series.
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
