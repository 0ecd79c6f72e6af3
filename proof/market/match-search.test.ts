import fc from 'fast-check';
import { multiProfileProposal } from '../../src/domain/market/match-run';
import { type MatchCandidate, profileBids, rank } from '../../src/domain/market/matching';
import { groupBy } from '../../src/domain/group-by';
import type { Listing, ListingSide } from '../../src/domain/types';
import { MatchSearch } from '../../src/operations/commands/match-search';
import { decode } from '../../src/database/sql/codec';
import { listingOf, contextAt, settings, uuid } from '../../test/unit/domain/market';
import { startTestApp, type TestApp } from '../../test/support/app';
import { Crowd, type Stall } from '../../test/support/many-clients';
import { Connection, newId } from '../../test/support/ledger';
import { party, profile } from '../../test/support/market';
import { runs } from '../../test/support/runs';

/** A match run finds the best offers, as a ranking of the whole market would. */
let app: TestApp;
let db: Connection;
let crowd: Crowd;
// No record, clean ones, faults that weigh: nothing (1 of 5,000), little, much, everything.
const RECORDS = [
  [0, 0],
  [9, 0],
  [5000, 1],
  [40, 1],
  [7, 3],
  [3, 3],
  [0, 0],
  [40, 1],
] as const;
const EACH = 3100;

beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
  db = await Connection.open(app.ownerUrl);
  crowd = await Crowd.gather(db, RECORDS, EACH);
  await db.sql('ANALYZE');
  await db.sql('SET enable_seqscan = off');
});
afterAll(async () => {
  await db.close();
  await app.stop();
});

interface Case {
  readonly side: ListingSide;
  readonly price: number;
  readonly tags: readonly string[];
  readonly count: number;
  readonly stalls: readonly Stall[];
  /** The number of places of each principal. Default: as many as it likes. */
  readonly places?: number;
  /** Principals that are none of its counterparties. */
  readonly apart?: readonly number[];
}

/** Searches the market of a case, and ranks all of it: the same listings, best first. */
async function expectBest(testCase: Case, tradeProfile = profile()): Promise<{ considered: number; fitting: number }> {
  const { side, price, tags, count, apart = [], places = Infinity } = testCase;
  const principalIds = apart.map((index) => crowd.principalIds[index] ?? '');
  const listing = listingOf({
    principalId: newId(),
    tradeProfile,
    side: side === 'provide' ? 'consume' : 'provide',
    priceStamps: BigInt(price),
    tags,
  });
  const all = (await crowd.candidates(tradeProfile)).filter((one) => !principalIds.includes(one.listing.principalId));
  // Some that would win are proposed already.
  const listingIds = rank(listing, all)
    .filter((_, place) => place % 7 === 3)
    .slice(0, 5)
    .map((one) => one.listing.listingId);
  const ranked = rank(
    listing,
    all.filter((one) => !listingIds.includes(one.listing.listingId)),
  );
  const placed = [...groupBy(ranked, (one) => one.listing.principalId).values()].flatMap((own) => own.slice(0, places));
  const best = ranked.filter((one) => placed.includes(one)).slice(0, count);
  const market = { tradeProfile, side, now: new Date(), principalIds, listingIds };
  const search = new MatchSearch(db, { market, price: BigInt(price), tags, count, placesOf: () => places });
  await search.run();
  expect(search.best.map(({ listingId }) => listingId)).toEqual(best.map((one) => one.listing.listingId));
  expect(search.considered).toBeLessThanOrEqual(ranked.length);
  return { considered: search.considered, fitting: ranked.length };
}

const TAGS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'é', '"x"', 'a,b'];
const someTags = (max: number) => fc.subarray(TAGS, { maxLength: max });
/** Many equal prices, neighbours with equal points, or anything. */
const prices = fc.constantFrom<readonly (readonly [number, number])[]>(
  [[1000, 1000]],
  [[990, 1000]],
  [
    [500, 500],
    [900, 905],
  ],
  [[1, 2000]],
);
const anyCase = prices.chain((ranges) =>
  fc.record({
    side: fc.constantFrom<ListingSide>('provide', 'consume'),
    // Bids of 6,000 and less give each ask points of its own; higher ones give many asks the same.
    price: fc.constantFrom(1, 900, 995, 1000, 1001, 6000, 60_000, 1_000_000, 10 ** 12),
    tags: someTags(10),
    count: fc.constantFrom(1, 2, 10, 50),
    apart: fc.subarray([1, 3, 6]),
    places: fc.constantFrom(1, 3, 40, Infinity),
    stalls: fc
      .record({
        // The shape is drawn once for a market: how many tags each has, and of how many principals they are.
        most: fc.nat(5),
        principals: fc.constantFrom([0], [3], [3, 4, 5], [0, 1, 2, 3, 4, 5, 6, 7]),
        length: fc.constantFrom(0, 3, 150, 450, 900),
      })
      .chain(({ most, principals, length }) =>
        fc.array(
          fc.record({
            price: fc.oneof(...ranges.map(([min, max]) => fc.integer({ min, max }))),
            tags: someTags(most),
            principal: fc.constantFrom(...principals),
            expired: fc.integer({ max: 9, min: 0 }).map((n) => n === 0),
          }),
          { minLength: length, maxLength: length, size: 'max' },
        ),
      ),
  }),
);

// @id match-random-markets
test('should find the best in random markets with ties, tags, faults, exclusions and expired listings', async () => {
  await fc.assert(
    fc.asyncProperty(anyCase, async (testCase) => {
      const tradeProfile = profile();
      await crowd.offer(tradeProfile, testCase.side, testCase.stalls);
      await expectBest(testCase, tradeProfile);
    }),
    { ...runs(150, 30), endOnFailure: true },
  );
}, 180_000);

/** Creates stalls with these properties. */
const stalls = (count: number, of: (n: number) => Partial<Stall>): Stall[] =>
  Array.from({ length: count }, (_, n) => ({ price: 800, tags: [], principal: 0, ...of(n) }));
const SIXTEEN = Array.from({ length: 16 }, (_, n) => `tag ${String(n)}`);
/** Tags of its own. */
const own = (n: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `own ${String(n)} ${String(index)}`);
const tagged = (n: number): string[] => TAGS.filter((_, index) => ((n * 2654435761) >>> (index + 3)) & 1);

/** Markets that a search by one criterion alone would have to read completely. */
const crowded: Readonly<Record<string, Omit<Case, 'side' | 'price' | 'count'>>> = {
  'the same price and no tags': { tags: [], stalls: stalls(3000, () => ({})) },
  'the same price and the same tags': { tags: ['a', 'b'], stalls: stalls(3000, () => ({ tags: ['b', 'a'] })) },
  'the same price and the same sixteen tags': { tags: SIXTEEN, stalls: stalls(3000, () => ({ tags: SIXTEEN })) },
  'the same price and popular tags': { tags: ['a', 'b', 'c'], stalls: stalls(3000, (n) => ({ tags: tagged(n) })) },
  'one tag of two, never both': {
    tags: ['a', 'b'],
    stalls: stalls(3000, (n) => ({ tags: [n % 2 ? 'a' : 'b', `z${String(n % 5)}`] })),
  },
  'prices with equal points': {
    tags: ['a'],
    stalls: stalls(3000, (n) => ({ price: 800 + (n % 40), tags: tagged(n) })),
  },
  'prices with equal points, and no tags': { tags: [], stalls: stalls(3000, (n) => ({ price: 800 + (n % 40) })) },
  'prices with equal points, and the same tags': {
    tags: ['a'],
    stalls: stalls(3000, (n) => ({ price: 800 + (n % 40), tags: ['a', 'b'], principal: n % 3 ? 0 : 3 })),
  },
  'cheap ones without tags, dear ones with': {
    tags: ['a', 'b'],
    stalls: stalls(3000, (n) => (n < 2500 ? { price: 100 + (n % 3) } : { price: 700, tags: ['a'] })),
  },
  'more sets with one tag in common than are named': {
    tags: ['a', 'b', 'c', 'd', 'e', 'f'],
    stalls: stalls(3000, (n) => ({
      tags: ['a', ...own(n, 1 + (n % 3))],
      price: 800 + (n % 7),
      principal: n % 5 ? 0 : 3,
    })),
  },
  'more of these, and some with two, dearer': {
    tags: ['a', 'b', 'c', 'd', 'e', 'f'],
    stalls: stalls(3000, (n) =>
      n % 300 ? { tags: ['a', ...own(n, 1 + (n % 2))] } : { tags: ['a', 'b', ...own(n, n % 4)], price: 850 },
    ),
  },
  'more of these, among dearer ones with nothing in common': {
    tags: ['a', 'b', 'c', 'd', 'e', 'f'],
    stalls: stalls(3000, (n) => ({ tags: [n % 3 ? 'a' : 'y', ...own(n, 1 + (n % 2))], price: n % 3 ? 800 : 790 })),
  },
  'tags that hardly two have, by twos and threes': {
    tags: ['a', 'b', 'c', 'd'],
    stalls: stalls(3000, (n) => ({ tags: [...tagged(n).slice(0, 3), ...own(n % 1000, 1 + (n % 2))] })),
  },
  'an excluded principal in front': {
    tags: ['a'],
    apart: [1],
    stalls: stalls(3000, (n) => ({ tags: ['a'], principal: n < 2900 ? 1 : 0, price: n < 2900 ? 500 : 800 })),
  },
  'an excluded principal in front of tags of one’s own': {
    tags: ['a', 'b'],
    apart: [1],
    stalls: stalls(3000, (n) => ({
      tags: ['a', ...own(n, 1)],
      principal: n < 2000 ? 1 : 0,
      price: n < 2000 ? 500 : 800,
    })),
  },
  'a principal with faults in front': {
    tags: ['a'],
    stalls: stalls(3000, (n) => ({ tags: tagged(n), principal: n < 2700 ? 4 : 3, price: n < 2700 ? 500 : 800 })),
  },
};

// @id match-special-markets
describe.each(Object.entries(crowded))('In a large market: %s', (_name, testCase) => {
  test.each<[ListingSide, readonly (readonly [price: number, count: number])[]]>([
    [
      'provide',
      [
        [1000, 10],
        [1_000_000, 10],
        [1000, 1],
        [1_000_000, 50],
      ],
    ],
    [
      'consume',
      [
        [500, 10],
        [1, 50],
      ],
    ],
  ])('%s', async (side, runs) => {
    const tradeProfile = profile();
    await crowd.offer(tradeProfile, side, testCase.stalls);
    for (const [price, count] of runs) {
      const { considered, fitting } = await expectBest({ ...testCase, side, price, count }, tradeProfile);
      if (fitting > 0) expect(considered).toBeLessThan(2000);
    }
  });
});

test('should find the same providers for several profiles as a search of all listings', async () => {
  const ann = await party(app, { tickets: 100_000n });
  const shares = [4000, 3500, 2500];
  for (let round = 0; round < 8; round += 1) {
    const profiles = shares.map(profile);
    for (const tradeProfile of profiles) {
      const some = fc.sample(
        fc.record({
          price: fc.integer({ min: 200, max: 260 }),
          tags: someTags(3),
          principal: fc.constantFrom(...(round % 2 ? [0, 1, 2] : [0, 6])),
        }),
        { numRuns: 250, seed: round * 1000 },
      );
      await crowd.offer(tradeProfile, 'provide', some);
    }
    const steps = shares.map((shareBps, index) => ({ title: 'S', shareBps, tradeProfile: profiles[index] }));
    const { listingKey } = await ann.publish({
      tradeProfile: profiles[0],
      side: 'CONSUME',
      priceStamps: 1000,
      tags: ['a', 'b'],
      steps,
    });
    const run = await ann.run(listingKey);
    const [row] = await db.sql<object>(
      `SELECT * FROM listing WHERE trade_profile = $1 AND side = 'consume'`,
      profiles[0],
    );
    const listing = decode<Listing>(row ?? {});
    expect(profileBids(listing)).toHaveLength(3);
    const all: MatchCandidate[] = [];
    for (const name of profiles) all.push(...(await crowd.candidates(name)));
    const whole = multiProfileProposal(listing, all, uuid(1), contextAt(), settings);
    expect(run.proposals.map((one) => one.currentRevision.terms.steps.map((step) => step.providerAgentId))).toEqual([
      whole?.revision.terms.steps.map((step) => step.provider_agent_id),
    ]);
    expect(run.proposals[0]?.currentRevision.terms.steps.map((step) => step.priceStamps)).toEqual(
      whole?.revision.terms.steps.map((step) => step.price_stamps),
    );
  }
});
