import { MIN_SHOWN_COUNT, publicFigures } from '../../../src/domain/market/trade-profiles';

const QUARTILES = [1n, 2n, 3n];

// @spec MK6
test.each([
  [0, 0, null, null],
  [4, 4, null, null],
  [5, 4, 5, null],
  [5, 5, 5, QUARTILES],
  [1000, 0, 1000, null],
])('%d active listings with %d in the market show the figures %p and %p', (active, market, count, quartiles) => {
  const data = {
    side: 'provide',
    activeListings: active,
    marketListings: market,
    quartilesStamps: QUARTILES,
  } as const;
  expect(publicFigures(data)).toEqual({ side: 'provide', activeListings: count, priceQuartilesStamps: quartiles });
});

test('a count below five is not shown', () => {
  expect(MIN_SHOWN_COUNT).toBe(5);
});
