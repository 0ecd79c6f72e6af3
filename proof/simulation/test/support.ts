import type { Holder, Result } from '../report/result';
import type { Options } from '../run';

const NEW = { policy: 'slash_policy_v1.1', burn: 2500, cost: 0.65 } as const;

/** A run of a few seconds on the tests' own PostgreSQL. */
export function small(seed: number, more: Partial<Options> = {}): Options {
  const databaseUrl = process.env['TEST_CLUSTER_URL'];
  return { principals: 30, days: 5, seed, missed: 0, ...NEW, databaseUrl, note: () => undefined, ...more };
}

export function holder(index: number, strategy: string, more: Partial<Holder> = {}): Holder {
  const side = strategy.includes('provider') ? 'provider' : 'consumer';
  const nothing = { stamps: 0, cost: 0, value: 0, trades: 0, gains: [], gainsOverAll: [], partner: null };
  return { index, segment: `${side} 0.0`, side, strategy, ...nothing, ...more };
}

/** A synthetic result. */
export function resultOf(holders: readonly Holder[], more: Partial<Result> = {}): Result {
  return {
    run: { principals: holders.length, days: 1, seed: 1, missed: 0, ...NEW },
    holders,
    settled: [],
    aside: 0,
    victims: 0,
    needs: { served: 0, lost: 0 },
    calls: [],
    accounts: [],
    fees: [],
    findings: [],
    ledgerHead: '',
    terms: { bondBps: 2000, activationFeeBps: 100, coverageThresholdBps: 8000 },
    honestTrades: { trades: 0, off: 0 },
    ...more,
  };
}
