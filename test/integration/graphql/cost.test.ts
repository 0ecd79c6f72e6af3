import { getIntrospectionQuery, graphqlSync, parse } from 'graphql';
import { Refusal } from '../../../src/domain/errors/errors';
import { assertCost, estimatedCost, limits } from '../../../src/api/graphql/execution/limits';
import { createSchema } from '../../../src/api/graphql/schema';

const schema = createSchema();

/** Whether a document with 29 lists of trades is refused for its cost. `page` is the arguments of each list. */
function isRefused(page: string): boolean {
  const fields =
    'stepNo title state priceStamps deadlineAt activatedAt verdict coverageBps provider { principalKey displayName } consumer { principalKey displayName }';
  const list = (nth: number): string => `t${String(nth)}: trades${page} { nodes { tradeKey steps { ${fields} } } }`;
  const lists = Array.from({ length: 29 }, (_, nth) => list(nth)).join(' ');
  try {
    assertCost(schema, parse(`{ principal { ${lists} } }`), {}, undefined);
    return false;
  } catch (error) {
    expect((error as Refusal).members).toMatchObject({ limit: 'cost' });
    return true;
  }
}

test('should count a list without a page size as a page of the default size', () => {
  expect(isRefused('(first: 1)')).toBe(false);
  expect(isRefused('(first: 200)')).toBe(true);
  // The default is 50.
  expect(isRefused('(first: 50)')).toBe(true);
  expect(isRefused('')).toBe(true);
});

const costOf = (text: string): number => estimatedCost(schema, parse(text), {}, undefined);

test.each([
  ['a field', 'totalCount'],
  ['both fields of the count', 'totalCount totalCountIsExact'],
  ['aliases', 'a: totalCount b: totalCount'],
  ['an inline fragment', '... { totalCount }'],
  ['a fragment', '...Count'],
])('should charge a list once for its count, whatever the page size is: %s', (_, count) => {
  const fragment = 'fragment Count on TradeConnection { ...Total } fragment Total on TradeConnection { totalCount }';
  const trades = (first: number, more: string): number =>
    costOf(`{ principal { trades(first: ${String(first)}) { nodes { state } ${more} } } } ${fragment}`);
  for (const first of [1, 20, 200]) expect(trades(first, count) - trades(first, '')).toBe(200);
});

test.each([
  ['trades', 'settlementPreview(of: LAPSE) { outcome }'],
  ['proposals', 'settlementPreview(of: COMPLETE, stepNo: 1) { outcome }'],
  ['trades', 'allowedActions { operation }'],
  ['proposals', 'blockedActions { operation }'],
])('should refuse thousands of computations in one document: 29 times the %s with %s', (list, field) => {
  const fields = Array.from({ length: 29 }, (_, nth) => `a${String(nth)}: ${field}`).join(' ');
  const page = (first: number, selection: string): number =>
    costOf(`{ principal { ${list}(first: ${String(first)}) { nodes { state ${selection} } } } }`);
  expect(page(200, fields)).toBeGreaterThan(limits.cost);
  expect(page(200, field)).toBeLessThan(limits.cost / 4);
});

test('should charge the count of an inner list once for each row of the outer list', () => {
  const agents = (more: string): number =>
    costOf(`{ principal { agents(first: 7) { nodes { listings(first: 3) { nodes { title } ${more} } } } } }`);
  expect(agents('totalCount') - agents('')).toBe(7 * 200);
});

test('should not charge a count for a field of that name below the list', () => {
  const of = (more: string): number =>
    costOf(
      `{ principal { proposals(first: 1) { nodes { state trade { postings(first: 1) { nodes { kind } ${more} } } } } } }`,
    );
  expect(of('totalCount') - of('')).toBe(200);
});

test('should charge the act of each item of the inbox', () => {
  const inbox = (more: string): number => costOf(`{ principal { attention(first: 50) { kind ${more} } } }`);
  expect(inbox('action { operation }') - inbox('')).toBeGreaterThanOrEqual(50 * 40);
});

function fieldsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + fieldsIn(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, item) => sum + 1 + fieldsIn(item), 0);
}

test('should count a document that is sent again by its new page size, list of ids, condition and type name', () => {
  const document = parse(`query ($first: Int, $after: String, $wanted: Boolean!, $ids: [ID!]!) {
    principal { trades(first: $first, after: $after) { nodes { state tradeKey @include(if: $wanted) } } }
    nodes(ids: $ids) { id } }`);
  const cost = (more: object): number =>
    estimatedCost(schema, document, { first: 10, after: 'a', wanted: false, ids: ['b'], ...more }, undefined);
  const first = cost({});
  expect(cost({ after: 'c', ids: ['d'] })).toBe(first);
  expect(cost({ first: 20 }) - first).toBe(20);
  expect(cost({ wanted: true }) - first).toBe(10);
  expect(cost({ ids: ['b', 'c', 'd'] }) - first).toBe(2);
  expect(cost({})).toBe(first);
  const introspection = parse('query ($name: String!) { __type(name: $name) { fields { name } } }');
  const sizeOf = (name: string): number => estimatedCost(schema, introspection, { name }, undefined);
  expect(sizeOf('Trade')).toBeGreaterThan(sizeOf('Party'));
});

test('should leave a fifth of the limit of introspection above the largest query of code generators', () => {
  const options = { specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true };
  const source = getIntrospectionQuery({ ...options, inputValueDeprecation: true, oneOf: true });
  const { data, errors } = graphqlSync({ schema, source });
  expect(errors).toBeUndefined();
  expect(fieldsIn(data)).toBeLessThan(limits.introspection * 0.8);
});
