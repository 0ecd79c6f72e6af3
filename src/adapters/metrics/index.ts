import { startCounting } from './counting';
import { silentMetrics } from './silent';
import type { Counting, MetricsOptions } from './types';

const OFF: Counting = {
  metrics: silentMetrics,
  serve: () => Promise.resolve({ url: undefined, stop: () => Promise.resolve() }),
};

/** Counts, where somebody can ask. */
export function openMetrics(options: MetricsOptions): Counting {
  return options.port === 0 && !options.free ? OFF : startCounting(options);
}
