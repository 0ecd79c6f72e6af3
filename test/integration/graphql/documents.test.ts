import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DocumentCache } from '../../../src/api/graphql/execution/document-cache';
import { createSchema } from '../../../src/api/graphql/schema';

/** The cache of documents has bounded memory. */

const DOCUMENTS = 300;
const MAX_BYTES = 100 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapUsed(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** A document with nearly the maximum number of tokens. Parsed, it takes a hundred times its length in memory. */
const large = (nth: number): string => `{ nodes(ids: [${'1 '.repeat(1_980)}]) { id } } # ${nth}`;

test('should bound the memory of many documents of the maximum size', () => {
  const documents = new DocumentCache(createSchema());
  const before = heapUsed();
  for (let nth = 0; nth < DOCUMENTS; nth += 1) documents.get(large(nth));
  expect(heapUsed() - before).toBeLessThan(MAX_BYTES);
  // Keeps the cache alive, so that it is not collected before the measurement.
  expect(documents.get(large(DOCUMENTS - 1)).hash).toHaveLength(64);
}, 120_000);

test('should parse each of many small documents only once', () => {
  const documents = new DocumentCache(createSchema());
  const small = (nth: number): string => `query q${nth} { service { version } }`;
  const first = Array.from({ length: 500 }, (_, nth) => documents.get(small(nth)).document);
  const again = Array.from({ length: 500 }, (_, nth) => documents.get(small(nth)).document);
  expect(again.every((document, nth) => document === first[nth])).toBe(true);
});

test.each([
  'subscription { events @include { id } }',
  'subscription { ...f } fragment f on Subscription { events @skip(if: 1) { id } }',
  'subscription { events @skip(if: $no) { id } }',
  '{ service @include { version } }',
  'mutation { runMatch(input: {listingKey: "x"}) @skip { matchRun { state } } }',
])('should refuse a document with an invalid directive: %s', (text) => {
  const documents = new DocumentCache(createSchema());
  const { error } = documents.read(text);
  expect(error).toMatchObject({ code: 'validation_failed' });
});

// @spec G10
test.each([
  'subscription ($x: Boolean!) { events @skip(if: $x) { id } }',
  'subscription ($x: Boolean! = true) { ...f } fragment f on Subscription { ... @include(if: $x) { events { id } } }',
])('should say why the root field of a subscription cannot be skipped: %s', (text) => {
  const { error } = new DocumentCache(createSchema()).read(text);
  expect(error?.message).toMatch(
    /^\/query The root field of a subscription cannot depend on a variable\. Remove its @skip and @include\. \(line 1, column \d+\)$/,
  );
});

// @spec G10
test.each([
  'subscription { events @skip(if: true) { id } }',
  'subscription { ...f } fragment f on Subscription { events @include(if: false) { id } }',
  'subscription { ...f @skip(if: true) } fragment f on Subscription { events { id } }',
  'subscription { ... @include(if: false) { events { id } } }',
  'subscription A { events { id } } subscription B ($x: Boolean!) { ... @skip(if: true) { events @skip(if: $x) { id } } }',
])('should refuse a subscription without a root field: %s', (text) => {
  const { error } = new DocumentCache(createSchema()).read(text);
  expect(error?.message).toMatch(
    /^\/query A subscription needs a root field\. Remove its @skip and @include\. \(line 1, column \d+\)$/,
  );
});

test('should accept a directive that keeps the root field of a subscription', () => {
  const text = 'subscription { events @skip(if: false) { id } tradeFailed @include(if: false) { id } }';
  expect(new DocumentCache(createSchema()).read(text).error).toBeUndefined();
});

test('should name the error of a directive on the root field of a subscription', () => {
  const documents = new DocumentCache(createSchema());
  expect(documents.read('subscription { events @skip(if: $no) { id } }').error?.message).toContain(
    'Variable "$no" is not defined',
  );
});
