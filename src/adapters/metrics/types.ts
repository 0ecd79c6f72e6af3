import type { Log, Metrics, PaymentCount, Readings } from '../../operations/ports';

export interface MetricsOptions {
  readonly host: string;
  /** 0 turns it off. */
  readonly port: number;
  /** Takes a free port, whatever `port` says. */
  readonly free: boolean;
  /** What the role does not do is not shown. */
  readonly role: 'all' | 'api' | 'worker';
  readonly version: string;
  readonly log: Log;
}

/** What is asked at a scrape. */
export interface Sources {
  readonly readings: () => Promise<Readings>;
  readonly paymentCounts: () => Promise<readonly PaymentCount[]>;
  readonly connections: () => Readonly<Record<'total' | 'idle' | 'waiting', number>>;
}

export interface MetricsServer {
  /** Where the page is; undefined: nowhere. */
  readonly url: string | undefined;
  readonly stop: () => Promise<void>;
}

export interface Counting {
  readonly metrics: Metrics;
  /** Serves /metrics. @throws Error with a line for the operator when the port cannot be had */
  readonly serve: (sources: Sources) => Promise<MetricsServer>;
}
