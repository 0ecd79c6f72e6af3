import { buildSchema } from 'graphql';
import { hintAt, similarNames } from '../../src/domain/errors/similar-names';
import { withSuggestions } from '../../src/api/graphql/execution/suggestions';

const LISTING = [
  'agentId',
  'tradeProfile',
  'side',
  'title',
  'description',
  'tags',
  'priceStamps',
  'steps',
  'expiresAt',
];

// @spec E21
test.each([
  ['price', ['priceStamps']],
  ['titel', ['title']],
  ['agentKey', ['agentId']],
  ['agent', ['agentId']],
  ['agent_id', ['agentId']],
  ['AGENT_ID', ['agentId']],
  ['desc', ['description']],
  ['sides', ['side']],
  ['listingPriceStamps', ['priceStamps']],
  ['wide', ['side']],
  ['zone', []],
  ['bid', []],
  ['x', []],
  ['_', []],
  ['p'.repeat(61), []],
])('the unknown name %s suggests %j', (unknown, names) => {
  expect(similarNames(unknown, LISTING)).toEqual(names);
});

// @spec E21
test('a hint has at most three names, the nearest first', () => {
  expect(hintAt('keys', ['tradeKey', 'key', 'keyOne', 'keyTwo'])).toBe(' Did you mean "key"?');
  expect(hintAt('key', ['agentKey', 'keyOne', 'oneKey', 'twoKey'])).toBe(
    ' Did you mean "keyOne", "oneKey" or "twoKey"?',
  );
  expect(hintAt('nothing', ['key'])).toBe('');
});

const schema = buildSchema(`type Query { market(first: Int, filter: Filter): [Listing] }
  type Listing { side: Side priceStamps: Int } enum Side { PROVIDE CONSUME } input Filter { side: Side, priceStamps: Int }
  enum Month { A B C D E F G H I J K L M }`);

// @spec E21
test.each([
  ['Field "price" is not defined by type "Filter". Did you mean "side"?', '. Did you mean "priceStamps"?'],
  ['Cannot query field "price" on type "Listing". Did you mean "side"?', '. Did you mean "priceStamps"?'],
  ['Cannot query field "x" on type "Listing".', '"Listing".'],
  ['Unknown argument "frist" on field "Query.market". Did you mean "filter"?', '. Did you mean "first"?'],
  ['Value "PROVIDER" does not exist in "Side" enum. Did you mean the enum value "PROVIDE"?', 'Did you mean "PROVIDE"?'],
  ['Value "BUYER" does not exist in "Side" enum.', '"Side" enum. It must be one of PROVIDE, CONSUME.'],
  ['Value "X" does not exist in "Month" enum.', '"Month" enum.'],
])('%s ends with %s', (message, end) => {
  expect(withSuggestions(schema, message).endsWith(end)).toBe(true);
});

test('other messages stay', () => {
  const message = 'Cannot query field "a" on type "U". Did you mean to use an inline fragment on "A" or "B"?';
  expect(withSuggestions(schema, message)).toBe(message);
});
