import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DocumentCache } from '../../../src/api/graphql/execution/document-cache';
import { createSchema } from '../../../src/api/graphql/schema';

/** Issue 6 §4, no growth of memory: documents that were read are kept, and what they take in memory is bounded. */

const DOCUMENTS = 300;
const MOST_BYTES = 100 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapUsed(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

/** As many tokens as a document may have, in few characters; parsed it is more than a hundred times as long. */
const large = (nth: number): string => `{ nodes(ids: [${'1 '.repeat(1_980)}]) { id } } # ${nth}`;

test('documents as large as the limits let them be do not fill the memory, however many there are', () => {
  const documents = new DocumentCache(createSchema());
  const before = heapUsed();
  for (let nth = 0; nth < DOCUMENTS; nth += 1) documents.get(large(nth));
  expect(heapUsed() - before).toBeLessThan(MOST_BYTES);
  // Still used: what is kept by nobody would be collected.
  expect(documents.get(large(DOCUMENTS - 1)).hash).toHaveLength(64);
}, 120_000);

test('small ones are read once, however many there are of them', () => {
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
])('a directive that does not fit is what is wrong with the document: %s', (text) => {
  const documents = new DocumentCache(createSchema());
  const { error } = documents.read(text);
  expect(error).toMatchObject({ code: 'validation_failed' });
});
