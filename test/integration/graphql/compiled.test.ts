import { getNamedType, type GraphQLObjectType, isLeafType, isObjectType, parse } from 'graphql';
import { JitQueryCache } from '../../../src/api/graphql/execution/jit-query-cache';
import { createSchema } from '../../../src/api/graphql/schema';
import { compiledRoutes } from '../../../src/api/http/compiled-routes';
import { useTestApp } from '../../support/app';
import { twoParties } from '../../support/trades';
import { send, signerOf } from '../../support/exchange';
import { newId } from '../../support/ledger';
import { activate, checkpoint, mutate, type Party, publishContract, settled, startTrade } from '../../support/actors';

/** Aggregates and compiled queries must not change any answer (docs/decisions/0026-compiled-reads.md). */

const schema = createSchema();
const REPEATS = 5;

const sourceOf = (query: string) => ({ query, document: parse(query), operationName: undefined });

const app = useTestApp();
let provider: Party;
let consumer: Party;
let tradeKeys: string[];

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
  const steps = [
    { title: 'First', shareBps: 5_000 },
    { title: 'Second', shareBps: 5_000 },
  ];
  const open = await startTrade(provider, consumer, { steps });
  await activate(open);
  await publishContract(open, 1);
  const broken = await startTrade(provider, consumer);
  await activate(broken);
  await mutate(provider.api, 'withdrawFromTrade', { tradeKey: broken.tradeKey }, 'trade { state }');
  await settled(broken);
  const done = await startTrade(provider, consumer);
  await activate(done);
  await publishContract(done, 1);
  await checkpoint(done, { status: 'CONFIRMED' });
  await settled(done);
  tradeKeys = [open, broken, done].map(({ tradeKey }) => tradeKey);
});

/** Fields whose values depend on the time of the request: previews in acts, and the time of a reputation. */
const TIMED: ReadonlySet<string> = new Set(['allowedActions', 'asOf']);

/** Returns a selection of all fields without arguments, up to a depth. */
function allFields(type: GraphQLObjectType, levels: number): string {
  const fields = Object.values(type.getFields()).flatMap(({ name, args, type: fieldType }) => {
    const inner = getNamedType(fieldType);
    if (args.length > 0 || TIMED.has(name)) return [];
    if (isLeafType(inner)) return [name];
    return isObjectType(inner) && levels > 1 ? [`${name} { ${allFields(inner, levels - 1)} }`] : [];
  });
  return fields.join(' ');
}

const wholeTrade = allFields(schema.getType('Trade') as GraphQLObjectType, 4);

test('should return equal trades whether one statement reads them or one for each level', async () => {
  const { nodes } = await consumer.api.queryOrThrow<{ nodes: unknown[] }>(
    `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Trade { ${wholeTrade} } } }`,
    { ids: [...tradeKeys].reverse() },
  );
  const { principal } = await consumer.api.queryOrThrow<{ principal: { trades: { nodes: unknown[] } } }>(
    `{ principal { trades(first: 10) { nodes { ${wholeTrade} } } } }`,
  );
  expect(principal.trades.nodes).toEqual(nodes);
  for (const [index, tradeKey] of [...tradeKeys].reverse().entries()) {
    const single = await consumer.api.queryOrThrow<{ principal: { trade: unknown } }>(
      `query ($tradeKey: ID!) { principal { trade(tradeKey: $tradeKey) { ${wholeTrade} } } }`,
      { tradeKey },
    );
    expect(single.principal.trade).toEqual(nodes[index]);
  }
});

/** Each field of a step and of a participant, as a selection below a trade. */
const partFields = (['steps TradeStep', 'activeStep TradeStep', 'participants TradeParticipant'] as const).flatMap(
  (part) => {
    const [parent = '', type = ''] = part.split(' ');
    const fields = Object.values((schema.getType(type) as GraphQLObjectType).getFields());
    return fields.map(({ name, type: fieldType }): [parent: string, type: string, field: string] => {
      const inner = getNamedType(fieldType);
      return [parent, type, isObjectType(inner) ? `${name} { ${allFields(inner, 1)} }` : name];
    });
  },
);

test.each(partFields)(
  'should answer the field alike, whatever is read with it: %s of %s, %s',
  async (parent, type, field) => {
    // `activeStep` is one of the steps that are read.
    const others = 'steps { stepNo } participants { bondStamps }';
    const trade = `${others} ${parent} { ...Part }`;
    const fragment = `fragment Part on ${type} { ${field} }`;
    const { nodes } = await consumer.api.queryOrThrow<{ nodes: unknown[] }>(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Trade { ${trade} } } } ${fragment}`,
      { ids: [...tradeKeys].reverse() },
    );
    const { principal } = await consumer.api.queryOrThrow<{ principal: { trades: { nodes: unknown[] } } }>(
      `{ principal { trades(first: 10) { nodes { ${trade} } } } } ${fragment}`,
    );
    expect(principal.trades.nodes).toEqual(nodes);
    expect(JSON.stringify(nodes)).toContain(`"${field.split(' ')[0] ?? ''}"`);
  },
);

test('should continue pages of trades in both directions when one statement reads them', async () => {
  type Page = { edges: { cursor: string; node: { tradeKey: string } }[]; pageInfo: Record<string, unknown> };
  const page = async (args: string, inside: string): Promise<Page> =>
    (
      await provider.api.queryOrThrow<{ principal: { trades: Page } }>(
        `{ principal { trades(${args}) { edges { cursor node { tradeKey ${inside} } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
      )
    ).principal.trades;
  const summaryOf = (trades: Page) => ({ keys: trades.edges.map(({ node }) => node.tradeKey), info: trades.pageInfo });
  const inside = 'steps { stepNo provider { displayName } } settlement { outcome }';
  const { edges } = await page('first: 1', '');
  const cursor = edges[0]?.cursor ?? '';
  for (const args of ['first: 1', 'last: 2', `first: 1, after: "${cursor}"`, `last: 1, after: "${cursor}"`]) {
    expect(summaryOf(await page(args, inside))).toEqual(summaryOf(await page(args, '')));
  }
});

test('should give equal answers to a repeated document, with and without errors', async () => {
  const documents = [
    `{ principal { principalKey displayName ticketBalanceStamps trades(first: 3) { nodes { ${wholeTrade} } } } }`,
    `query Named { service { version } principal { listings(first: 2) { nodes { title tags priceStamps } } } }`,
    `{ a: principal { ...P } b: principal { ...P createdAt } } fragment P on Principal { displayName agents { nodes { agentKey card } } }`,
    `{ principal { trade(tradeKey: "${tradeKeys[0] ?? ''}") { __typename state } trades(first: 0) { nodes { state } } } }`,
    `{ node(id: "${tradeKeys[1] ?? ''}") { __typename id ... on Trade { state settlement { own { paidStamps } } } } }`,
  ];
  for (const query of documents) {
    const answers = new Set<string>();
    for (let n = 0; n < REPEATS; n += 1) {
      const text = await consumer.api.queryOrThrow(query).then(
        (data) => JSON.stringify(data),
        (error: unknown) => `${String(error)} ${JSON.stringify(error)}`,
      );
      answers.add(text.replace(/req_[0-9a-z]{26}/g, 'req_'));
    }
    expect([...answers]).toHaveLength(1);
  }
});

test.each([
  ['netStamps', 'netStamps'],
  ['own', 'outcome own { paidStamps } dueAt'],
])('should refuse a field of a repeated document that its object refuses, and go on: %s', async (field, selection) => {
  const query = `{ operatorTrade(tradeKey: "${tradeKeys[0] ?? ''}") { settlementPreview(of: LAPSE) { ${selection} } } }`;
  const path = ['operatorTrade', 'settlementPreview', field];
  for (let n = 0; n < REPEATS; n += 1) {
    await expect(app.operator.queryOrThrow(query)).rejects.toMatchObject({ code: 'principal_access_denied', path });
  }
});

test('should give equal answers to a repeated mutation that succeeds, is refused or is invalid', async () => {
  const mutation = (field: string, more = '') =>
    `mutation Move($input: ReserveBondInput!) { moved: ${field}(input: $input) { principal { principalKey ${more} } } }`;
  const sent: [document: string, variables: object][] = [
    [mutation('reserveBond', 'displayName agents { nodes { agentKey } }'), { input: { amountStamps: 1 } }],
    [mutation('reserveBond'), { input: { amountStamps: 9_007_199_254_740_991 } }],
    [mutation('reserveBond'), { input: { amountStamps: 'much' } }],
    [
      `mutation { a: reserveBond(input: { amountStamps: 1 }) { principal { id } } b: releaseBond(input: { amountStamps: 2000000 }) { principal { id } } }`,
      {},
    ],
    [`mutation { activateTrade(input: { tradeKey: "trd_none" }) { trade { state } } }`, {}],
  ];
  for (const [query, variables] of sent) {
    const answers = new Set<string>();
    for (let n = 0; n < REPEATS; n += 1) {
      const { status, text } = await send(app, signerOf(consumer), {
        body: JSON.stringify({ query, variables }),
        key: newId(),
      });
      answers.add(`${String(status)} ${text.replace(/req_[0-9a-z]{26}/g, 'req_')}`);
    }
    expect([...answers]).toHaveLength(1);
  }
});

test('should compile the query of each REST path at its third use', () => {
  const reads = new JitQueryCache(schema);
  const routes = compiledRoutes(schema).filter(({ method }) => method === 'GET');
  expect(routes.length).toBeGreaterThan(10);
  for (const { text: query, document } of routes) {
    const runs = [1, 2, 3, 4].map(() => reads.get({ query, document, operationName: undefined }));
    expect(runs.map((run) => typeof run)).toEqual(['undefined', 'undefined', 'function', 'function']);
  }
});

test.each([
  ['a mutation', 'mutation { reserveBond(input: { amountStamps: 1 }) { principal { id } } }'],
  ['a directive', '{ principal { id @skip(if: false) } }'],
  ['introspection', '{ __schema { queryType { name } } }'],
  ['a document of hundreds of fields', `{ principal { ${'id '.repeat(400)} } }`],
  [
    'some fields of events, which each event type multiplies',
    `{ principal { events { nodes { ${'id '.repeat(20)} } } } }`,
  ],
])('should not compile %s', (_, query) => {
  const reads = new JitQueryCache(schema);
  for (let n = 0; n < REPEATS; n += 1) expect(reads.get(sourceOf(query))).toBeUndefined();
});

test('should keep only the most recently used compiled queries, so that memory is bounded', () => {
  const reads = new JitQueryCache(schema);
  const query = (n: number) => `query Q${String(n)} { principal { ${'id '.repeat(200)} } }`;
  const compiledOf = (n: number) => reads.get(sourceOf(query(n)));
  for (let n = 0; n < 60; n += 1) for (let times = 0; times < 3; times += 1) compiledOf(n);
  expect(compiledOf(59)).toBeDefined();
  expect(compiledOf(0)).toBeUndefined();
});
