import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Metrics } from '../../operations/ports';
import { apiCounters } from './api';
import { databaseGauges } from './gauges';
import { memoizeFor } from './memoize';
import { listen } from './server';
import type { Counting, MetricsOptions } from './types';
import { processCounters, workCounters } from './work';

// Whoever scrapes twice in a second gets the same; a database that does not answer keeps no scrape waiting.
const STATS_MAX_AGE_MS = { keepMs: 1_000, patienceMs: 2_000 };
// Reads a table that only grows.
const PAYMENT_COUNTS = { keepMs: 60_000, patienceMs: 2_000 };

// What Node tells of the process is the process's: its observers cannot be taken away again, so there is one of each.
let ofNode: Registry | undefined;

function nodeMetrics(): Registry {
  if (ofNode) return ofNode;
  ofNode = new Registry();
  collectDefaultMetrics({ register: ofNode });
  return ofNode;
}

/** Counts with prom-client. */
export function startCounting({ host, port, free, role, version, log }: MetricsOptions): Counting {
  const own = new Registry();
  const node = nodeMetrics();
  const nowhere: Registry[] = [];
  new Gauge({
    name: 'ats_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'role'],
    registers: [own],
  }).set({ version, role }, 1);
  const metrics: Metrics = {
    ...processCounters([own]),
    ...apiCounters(role === 'worker' ? nowhere : [own]),
    ...workCounters(role === 'api' ? nowhere : [own]),
  };
  return {
    metrics,
    serve({ readings, paymentCounts, connections }) {
      const look = databaseGauges([own], {
        readings: memoizeFor(readings, STATS_MAX_AGE_MS),
        paymentCounts: memoizeFor(paymentCounts, PAYMENT_COUNTS),
        connections,
      });
      const render = async (): Promise<string> => {
        await look();
        return `${await own.metrics()}\n${await node.metrics()}`;
      };
      return listen(host, free ? 0 : port, { contentType: Registry.PROMETHEUS_CONTENT_TYPE, render }, log);
    },
  };
}
