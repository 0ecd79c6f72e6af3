import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { DatabaseState, DatabaseStats, Log, Metrics, PaymentCount } from '../../operations/ports';
import { apiCounters } from './api';
import { databaseGauges } from './gauges';
import { memoizeFor } from './memoize';
import { listen } from './server';
import { silentMetrics } from './silent';
import { processCounters, workCounters } from './work';

export interface MetricsOptions {
  readonly host: string;
  /** 0 turns /metrics off. */
  readonly port: number;
  /** Listens on a free port instead of `port`. */
  readonly free: boolean;
  /** The page shows only what this role does. */
  readonly role: 'all' | 'api' | 'worker';
  readonly version: string;
  readonly log: Log;
}

/** Values that are read at a scrape. */
interface MetricsSources {
  readonly databaseStats: () => Promise<DatabaseStats>;
  readonly paymentCounts: () => Promise<readonly PaymentCount[]>;
  readonly connections: () => Readonly<Record<'total' | 'idle' | 'waiting', number>>;
  /** The state of the database. Default: as `databaseStats` says. */
  readonly state?: () => Promise<DatabaseState>;
}

interface MetricsServer {
  /** Address of the page; undefined: /metrics is off. */
  readonly url: string | undefined;
  readonly stop: () => Promise<void>;
}

interface OpenedMetrics {
  readonly metrics: Metrics;
  /** Serves /metrics. @throws Error for the operator if the port is not available */
  readonly serve: (sources: MetricsSources) => Promise<MetricsServer>;
}

// Frequent scrapes share one query. A slow database does not delay a scrape.
const STATS_CACHE = { maxAgeMs: 1_000, timeoutMs: 2_000 };
// This query reads a table that only grows.
const PAYMENT_COUNTS_CACHE = { maxAgeMs: 60_000, timeoutMs: 2_000 };

// Node's observers cannot be removed, so a process has one registry for them.
let nodeRegistry: Registry | undefined;

function nodeMetrics(): Registry {
  if (nodeRegistry) return nodeRegistry;
  nodeRegistry = new Registry();
  collectDefaultMetrics({ register: nodeRegistry });
  return nodeRegistry;
}

/** Opens the metrics of this process, which count with prom-client unless the port is 0. */
export function openMetrics({ host, port, free, role, version, log }: MetricsOptions): OpenedMetrics {
  if (port === 0 && !free) {
    const server = { url: undefined, stop: () => Promise.resolve() };
    return { metrics: silentMetrics, serve: () => Promise.resolve(server) };
  }
  const own = new Registry();
  const node = nodeMetrics();
  new Gauge({
    name: 'ats_build_info',
    help: 'Always 1; the labels name the version and the role.',
    labelNames: ['version', 'role'],
    registers: [own],
  }).set({ version, role }, 1);
  const metrics: Metrics = {
    ...processCounters([own]),
    ...apiCounters(role === 'worker' ? [] : [own]),
    ...workCounters(role === 'api' ? [] : [own]),
  };
  return {
    metrics,
    serve({ databaseStats, paymentCounts, connections, state }) {
      const updateGauges = databaseGauges([own], {
        databaseStats: memoizeFor(databaseStats, STATS_CACHE),
        paymentCounts: memoizeFor(paymentCounts, PAYMENT_COUNTS_CACHE),
        connections,
        state,
      });
      const render = async (): Promise<string> => {
        await updateGauges();
        return `${await own.metrics()}\n${await node.metrics()}`;
      };
      return listen(host, free ? 0 : port, { contentType: Registry.PROMETHEUS_CONTENT_TYPE, render }, log);
    },
  };
}
