import { market, type MarketFilter } from '../../src/database/lists/market';
import { emptyMatchData } from '../../src/database/market/empty-match';
import { readTradeProfiles, MAX_PROFILE_LISTINGS } from '../../src/database/market/trade-profiles';
import { principalsOnMarket } from '../../src/database/repositories/graph';
import type { Db } from '../../src/database/transactions/statement';
import { MAX_COMPARED, type OrderBy, planList } from '../../src/database/sql/lists';
import { useTestApp } from '../../test/support/app';
import { newId } from '../../test/support/ledger';
import { party } from '../../test/support/market';
import { explained, mostRows } from '../../test/support/plan';
import { openStore } from '../../test/support/service';

/** The cost of the market does not grow with the listings of others: a page reads its rows from an index. */

const LISTINGS = 30_000;
const PROFILES = 3;
const FEW = 500;
const NOW = new Date();

const app = useTestApp({ ATS_ROLE: 'api' });
let principalId: string;
beforeAll(async () => {
  const one = await party(app);
  ({ principalId } = one);
  await one.publish({ tradeProfile: 'p0', visibility: 'MARKET' });
  await app.sql(`BEGIN; SET LOCAL session_replication_role = replica;
    INSERT INTO listing SELECT (jsonb_populate_record(l, jsonb_build_object('listing_id', gen_random_uuid(), 'agent_id', gen_random_uuid(),
      'principal_id', gen_random_uuid(), 'trade_profile', 'p' || n % ${String(PROFILES)}, 'price_stamps', 1 + n,
      'side', CASE n % 10 WHEN 0 THEN 'consume' ELSE 'provide' END, 'tags', jsonb_build_array('t' || n)))).*
    FROM listing l, generate_series(1, ${String(LISTINGS)}) n;
    INSERT INTO market_offer SELECT listing_id, principal_id, trade_profile, side, gen_random_uuid(), price_stamps, NULL
    FROM listing ON CONFLICT DO NOTHING; COMMIT`);
  await app.sql('VACUUM ANALYZE listing, market_offer');
}, 120_000);

/** The most rows of a part of the plan of a page, and of the pages after and before it. */
async function rowsOf(filter: MarketFilter, orderBy: OrderBy | undefined): Promise<number> {
  const store = await openStore(app.ownerUrl);
  try {
    const list = market(NOW, orderBy);
    const rows: number[] = [];
    for (const args of [{}, { last: 20 }]) {
      const plan = planList(list, { args, filter: { ...filter }, orderBy, now: NOW });
      rows.push((await explained(store, plan.page(['']))).rows);
    }
    return Math.max(...rows);
  } finally {
    await store.close();
  }
}

const byPrice: OrderBy = { field: 'price_stamps' };
const dearest: OrderBy = { field: 'price_stamps', direction: 'desc' };

const INDEXED: readonly (readonly [MarketFilter, OrderBy | undefined])[] = [
  [{}, undefined],
  [{ side: 'consume' }, undefined],
  [{ tradeProfile: 'p1' }, undefined],
  [{ tradeProfile: 'p1', side: 'consume' }, undefined],
  [{ tradeProfile: 'none' }, undefined],
  [{}, byPrice],
  [{ side: 'consume' }, dearest],
  [{ tradeProfile: 'p1' }, byPrice],
  [{ tradeProfile: 'p1', side: 'consume', maxPriceStamps: '10' }, byPrice],
  [{ tradeProfile: 'p1', maxPriceStamps: '10' }, byPrice],
  [{ maxPriceStamps: '10' }, dearest],
];

// @spec MK9
test.each(INDEXED)(
  'A page of the market with the filter %j and the order %j reads few rows',
  async (filter, orderBy) => {
    expect(await rowsOf(filter, orderBy)).toBeLessThan(FEW);
  },
);

// @spec MK9
test.each<readonly [MarketFilter, OrderBy | undefined]>([
  [{ tags: ['none'] }, undefined],
  [{ text: 'no listing has this' }, undefined],
  [{ maxPriceStamps: '0' }, undefined],
  [{ tags: ['none'], side: 'provide' }, byPrice],
])('A filter %j in the order %j compares no more than a window of the market', async (filter, orderBy) => {
  const rows = await rowsOf(filter, orderBy);
  expect(rows).toBeGreaterThan(FEW);
  expect(rows).toBeLessThanOrEqual(MAX_COMPARED);
});

// @spec MK9
test('Trade profiles read a bounded number of listings of each side, and a principal in the market is one look-up', async () => {
  const read = (prefix: string) =>
    mostRows(app.ownerUrl, (db) => readTradeProfiles(db, { prefix, now: NOW, limit: 20 }));
  const [all = Infinity] = await read('p');
  expect(all).toBeLessThanOrEqual(2 * PROFILES * MAX_PROFILE_LISTINGS);
  expect(all).toBeGreaterThan(FEW);
  const [none = Infinity] = await read('none');
  expect(none).toBeLessThan(FEW);
  const [look = Infinity] = await mostRows(app.ownerUrl, (db) => principalsOnMarket(db, [principalId, newId()], NOW));
  expect(look).toBeLessThan(FEW);
});

// @spec MK9
test('Trade profiles read their figures from an index, without the listings', async () => {
  const store = await openStore(app.ownerUrl);
  try {
    const plans: string[] = [];
    const explaining: Db = {
      async query(statement) {
        plans.push((await explained(store, statement)).text);
        return [];
      },
    };
    await readTradeProfiles(explaining, { prefix: 'p', now: NOW, limit: 20 });
    expect(plans).toEqual([expect.stringContaining('Index Only Scan using listing_active_by_profile on listing l_1')]);
    expect(plans).toEqual([expect.not.stringContaining('Index Scan using')]);
  } finally {
    await store.close();
  }
});

// @spec M15
test.each(['provide', 'consume'] as const)(
  'A match run without a proposal reads few rows to explain it, with counterparties that %s',
  async (otherSide) => {
    const listing = { listingId: newId(), principalId };
    const [most = Infinity] = await mostRows(app.ownerUrl, (db) =>
      emptyMatchData(Object.assign(db, { now: NOW }), listing, { tradeProfile: 'p1', otherSide }),
    );
    expect(most).toBeLessThan(FEW);
  },
);
