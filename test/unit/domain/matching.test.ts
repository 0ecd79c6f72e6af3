import fc from 'fast-check';
import { keyOf } from '../../../src/domain/keys';
import { cutoff, isBefore, TopK, priceScale } from '../../../src/domain/market/match-ranking';
import {
  isMultiProfile,
  pricePoints,
  profileBids,
  rank,
  scoreOf,
  type MatchCandidate,
} from '../../../src/domain/market/matching';
import type { Listing } from '../../../src/domain/types';
import { ANN, BEN, CAT, listingOf, uuid } from './market';
import { runs } from '../../support/runs';

const candidate = (over: Partial<Listing> = {}, trades = 0, faults = 0): MatchCandidate => ({
  listing: listingOf({ principalId: BEN, ...over }),
  trades,
  faults,
});
const consumer = listingOf({ side: 'consume', priceStamps: 1000n });
const step = (share_bps: number, trade_profile: string | null) => ({ title: 'S', share_bps, trade_profile });

// @spec M13
describe('score = 6000 · (bid − ask) / bid + 3000 · |tags in common| / |tags of either| − 4000 · faults / max(trades, 1)', () => {
  test.each([
    ['only the price', 800n, [], [], 0, 0, 1200],
    ['ask = bid', 1000n, [], [], 0, 0, 0],
    ['every tag in common', 1000n, ['a', 'b'], ['b', 'a'], 0, 0, 3000],
    ['one of three', 1000n, ['a', 'b'], ['b', 'c'], 0, 0, 1000],
    ['tags on only one side', 1000n, ['a'], [], 0, 0, 0],
    ['a fault in four trades', 1000n, [], [], 4, 1, -1000],
    ['no trades, so no fault points', 1000n, [], [], 0, 0, 0],
    ['all terms', 800n, ['a'], ['a'], 3, 1, 1200 + 3000 - 1333],
  ])('%s', (_case, ask, own, other, trades, faults, score) => {
    expect(scoreOf(ask, 1000n, own, candidate({ tags: other }, trades, faults))).toBe(score);
  });

  test('each term is floored to whole points', () => {
    // 6000 · 1/7 = 857.1…, 3000 · 1/7 = 428.5…, 4000 · 1/7 = 571.4…
    const tags = ['a', 'b', 'c', 'd'];
    expect(scoreOf(6n, 7n, tags, candidate({ tags: ['d', 'e', 'f', 'g'] }, 7, 1))).toBe(857 + 428 - 571);
  });

  test('the largest price has a score', () => {
    expect(scoreOf(1n, 10n ** 12n, [], candidate())).toBe(5999);
  });
});

describe('ranking', () => {
  // @spec M3, M12
  test('matches have the same trade profile, the opposite side, another principal and ask ≤ bid', () => {
    const match = candidate({ listingId: uuid(1) });
    const candidates = [
      match,
      candidate({ listingId: uuid(2), tradeProfile: 'other' }),
      candidate({ listingId: uuid(3), side: 'consume' }),
      candidate({ listingId: uuid(4), principalId: ANN }),
      candidate({ listingId: uuid(5), priceStamps: 1001n }),
      candidate({ listingId: uuid(6), priceStamps: 1000n }),
    ];
    expect(rank(consumer, candidates)).toEqual([
      { listing: match.listing, score: 1200 },
      { listing: candidates[5]?.listing, score: 0 },
    ]);
  });

  test('a run of a provider ranks the bids', () => {
    const bids = [candidate({ listingId: uuid(1), side: 'consume', priceStamps: 800n })];
    bids.push(candidate({ listingId: uuid(2), side: 'consume', priceStamps: 1000n }));
    bids.push(candidate({ listingId: uuid(3), side: 'consume', priceStamps: 799n }));
    expect(rank(listingOf(), bids).map(({ listing, score }) => [listing.listingId, score])).toEqual([
      [uuid(2), 1200],
      [uuid(1), 0],
    ]);
  });

  test('a consumer listing with several profiles never matches', () => {
    const steps = [step(5000, null), step(5000, 'other')];
    expect(rank(listingOf(), [candidate({ side: 'consume', priceStamps: 1000n, steps })])).toEqual([]);
    const own = [step(5000, null), step(5000, 'translation.de-en/v1')];
    expect(rank(listingOf(), [candidate({ side: 'consume', priceStamps: 1000n, steps: own })])).toHaveLength(1);
  });

  test('ties are ordered by listing_key', () => {
    const ids = [uuid(0xff), uuid(0x1), uuid(0x10), '01980f3f-0000-7000-8000-000000000000'];
    const ranked = rank(
      consumer,
      ids.map((listingId) => candidate({ listingId })),
    );
    const keys = ranked.map(({ listing }) => keyOf('lst', listing.listingId));
    expect(keys).toEqual([...keys].sort());
    expect(keys).toHaveLength(4);
  });

  const anyTag = fc.constantFrom('a', 'b', 'c');
  const anyCandidate = fc
    .record({
      priceStamps: fc.bigInt({ min: 1n, max: 1200n }),
      tags: fc.uniqueArray(anyTag),
      side: fc.constantFrom('provide' as const, 'consume' as const),
      principalId: fc.constantFrom(ANN, BEN, CAT),
      trades: fc.nat(5),
      faults: fc.nat(5),
    })
    .map(({ trades, faults, ...over }) => ({ over, trades, faults }));
  const anyCandidates = fc
    .array(anyCandidate, { maxLength: 12 })
    .map((list) =>
      list.map(({ over, trades, faults }, i) => candidate({ ...over, listingId: uuid(i) }, trades, faults)),
    );
  const anyListing = fc.constantFrom(consumer, { ...consumer, tags: ['a', 'b'] }, listingOf({ tags: ['c'] }));

  // @spec M5
  test('is deterministic and total for every order of the candidates', () => {
    const shuffled = anyCandidates.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(anyListing, shuffled, (listing, [list, other]) => {
        const ranked = rank(listing, list);
        expect(rank(listing, other)).toEqual(ranked);
        ranked.slice(1).forEach((after, index) => {
          const before = ranked[index];
          const ahead = before && (before.score > after.score || before.listing.listingId < after.listing.listingId);
          expect(ahead).toBe(true);
        });
      }),
    );
  });
});

describe('a scan in the order of prices', () => {
  const side = fc.constantFrom('provide' as const, 'consume' as const);
  const small = fc.bigInt({ min: 1n, max: 40n });
  const price = fc.oneof(small, fc.bigInt({ min: 1n, max: 200_000n }), fc.bigInt({ min: 1n, max: 10n ** 12n }));

  test('points never increase with the rank, and lastWith returns the last rank with the points', () => {
    fc.assert(
      fc.property(side, price, price, fc.integer({ min: -10, max: 6010 }), (of, own, other, points) => {
        const scale = priceScale(of, own);
        const last = scale.lastWith(points);
        if (last !== undefined) {
          expect(last).toBeLessThanOrEqual(scale.limit);
          expect(scale.points(last)).toBeGreaterThanOrEqual(points);
          if (last < scale.limit) expect(scale.points(last + 1n)).toBeLessThan(points);
        }
        const rank = of === 'provide' ? other : -other;
        if (rank > scale.limit) return;
        expect(scale.points(rank)).toBe(of === 'provide' ? pricePoints(other, own) : pricePoints(own, other));
        if (scale.points(rank) >= points) expect(rank <= (last ?? rank - 1n)).toBe(true);
      }),
      runs(2000),
    );
  });

  test('should stop exactly where no later listing can be among the best, including ties', () => {
    const place = fc.record({ rank: small, listingId: fc.nat(20).map(uuid) });
    const scored = fc.record({ score: fc.integer({ min: -500, max: 9000 }), listingId: fc.nat(20).map(uuid) });
    fc.assert(
      fc.property(fc.oneof(small, fc.constant(60_000n)), fc.nat(3000), place, scored, (bid, level, at, least) => {
        const scale = priceScale('provide', bid);
        if (at.rank > scale.limit) return;
        const end = cutoff(scale, level, least);
        const score = scale.points(at.rank) + level;
        const wins = score > least.score || (score === least.score && at.listingId < least.listingId);
        // Every winner is before the end, and nothing before the end is worse than a tie.
        if (wins) expect(end && isBefore(at, end)).toBe(true);
        if (end && isBefore(at, end)) expect(score).toBeGreaterThanOrEqual(least.score);
      }),
      runs(2000),
    );
  });

  test('TopK keeps the best listings within the places of their principals, for every order of offers', () => {
    const principalId = fc.constantFrom(ANN, BEN, CAT);
    const listing = fc.record({ score: fc.nat(3), listingId: fc.nat(1000).map(uuid), principalId });
    const many = fc.uniqueArray(listing, { selector: ({ listingId }) => listingId, maxLength: 30 });
    const places = fc.constantFrom(0, 1, 2, 5, 30);
    fc.assert(
      fc.property(many, fc.integer({ min: 1, max: 10 }), places, places, (all, capacity, ofBen, ofOthers) => {
        const placesOf = (id: string) => (id === BEN ? ofBen : ofOthers);
        const leaders = new TopK(capacity, placesOf);
        for (const scored of all) leaders.offer(scored);
        const ranked = [...all].sort((a, b) => b.score - a.score || (a.listingId < b.listingId ? -1 : 1));
        const sorted = ranked.filter(({ principalId: id }, place) => {
          const before = ranked.slice(0, place).filter((other) => other.principalId === id);
          return before.length < placesOf(id);
        });
        expect(leaders.listingIds).toEqual(sorted.slice(0, capacity).map(({ listingId }) => listingId));
        expect(leaders.least).toEqual(sorted.length < capacity ? undefined : sorted[capacity - 1]);
      }),
    );
  });
});

describe('a consumer listing with several profiles', () => {
  test('has a step with another profile than the listing', () => {
    expect(isMultiProfile(consumer)).toBe(false);
    expect(isMultiProfile({ ...consumer, steps: [step(10_000, consumer.tradeProfile)] })).toBe(false);
    expect(isMultiProfile({ ...consumer, steps: [step(10_000, 'other')] })).toBe(true);
    expect(isMultiProfile({ ...consumer, steps: [step(1, null), step(9999, 'other')] })).toBe(true);
  });

  test('bids the floor of the share for each profile', () => {
    const steps = [step(3333, 'b'), step(3334, null), step(3333, 'b')];
    expect(profileBids({ ...consumer, priceStamps: 101n, steps })).toEqual([
      { tradeProfile: 'b', steps: [0, 2], bid: 67n },
      { tradeProfile: consumer.tradeProfile, steps: [1], bid: 33n },
    ]);
  });
});
