import { randomUUID } from 'node:crypto';
import { getIntrospectionQuery } from 'graphql';
import type { Signer } from '../../../src/client';
import { limits } from '../../../src/api/graphql/execution/limits';
import { useTestApp } from '../../support/app';
import { cpuMs } from '../../support/cpu';
import { query, refusedAs, send, type Sent, signerOf } from '../../support/exchange';
import { createParty } from '../../support/actors';

/** The limits of a GraphQL document, and the rate limit. */

const app = useTestApp();
let signer: Signer;

beforeAll(async () => {
  signer = signerOf(await createParty(app, 'Caller'));
});

const sendQuery = (text: string, variables: object = {}): Promise<Sent> =>
  send(app, signer, { body: query(text, variables) });

const deep = (depth: number): string => `{ ${'a { '.repeat(depth - 1)}b ${'} '.repeat(depth - 1)}}`;
const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const aliased = (count: number): string =>
  range(count)
    .map((at) => `a${String(at)}: service { version }`)
    .join(' ');
/** Fragments that spread the next one twice, which makes 2^levels selections. */
const bomb = (levels: number, last: string): string =>
  `${range(levels)
    .map((at) => `fragment f${String(at)} on Query { ...f${String(at + 1)} ...f${String(at + 1)} }`)
    .join(' ')} fragment f${String(levels)} on Query { ${last} }`;
const HARMLESS = 'service { version }';

// @spec G6
describe('A document is accepted up to its limits', () => {
  it.each([
    ['30 aliases', `{ ${aliased(30)} }`],
    ['the introspection of code generators', getIntrospectionQuery({ inputValueDeprecation: true })],
    [
      'eight levels of a settled trade',
      '{ principal { events { edges { node { trade { settlement { own { paidStamps } } } } } } } }',
    ],
    [
      'a page of everything',
      `{ principal { trades(first: 200) { nodes { steps { title provider { displayName } } participants { bondStamps } } }
         proposals(first: 200) { nodes { currentRevision { terms { steps { title } } } } } } }`,
    ],
  ])('%s', async (_, text) => {
    const sent = await sendQuery(text);
    expect(sent.json.errors).toBeUndefined();
    expect(sent.status).toBe(200);
  });

  it('2,000 tokens', async () => {
    const operations = range(250).map((at) => `query q${String(at)} { service { version } }`);
    const body = JSON.stringify({ query: operations.join(' '), operationName: 'q7' });
    expect((await send(app, signer, { body })).status).toBe(200);
  });
});

// @spec LI11
describe('A document past a limit is 400 query_refused', () => {
  it.each([
    ['depth 11', deep(11), { limit: 'depth', maximum: 10 }],
    ['a 400-byte nested query', deep(68), { limit: 'depth', maximum: 10 }],
    ['31 aliases', `{ ${aliased(31)} }`, { limit: 'aliases', maximum: 30 }],
    [
      'aliases in a fragment, each time it is spread',
      `{ ...a ...a } fragment a on Query { ${aliased(16)} }`,
      { limit: 'aliases', maximum: 30 },
    ],
    ['2,001 tokens', `{ ${'a '.repeat(1999)} }`, { limit: 'tokens', maximum: 2000 }],
    ['fragments in a cycle', '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }', { limit: 'cycles' }],
    ['a fragment bomb of 700 bytes', `{ ...f0 } ${bomb(16, HARMLESS)}`, { limit: 'selections' }],
    ['a fragment bomb of 100 levels', `{ ...f0 } ${bomb(100, HARMLESS)}`, { limit: 'selections' }],
    ['a fragment bomb in a mutation', `mutation { ...f0 } ${bomb(30, HARMLESS)}`, { limit: 'selections' }],
    [
      'a fragment bomb that only itself spreads',
      `{ ${HARMLESS} ...f29 } ${bomb(60, HARMLESS)}`,
      { limit: 'selections' },
    ],
    [
      'pages of pages',
      '{ principal { agents(first: 200) { nodes { webhookSigningKeys(first: 200) { nodes { version createdAt } } } } } }',
      { limit: 'cost', maximum: limits.cost },
    ],
    [
      'lists in lists',
      `{ nodes(ids: ${'['.repeat(101)}${']'.repeat(101)}) { id } }`,
      { limit: 'nesting', maximum: 100 },
    ],
    ['unclosed lists in lists', `{ nodes(ids: ${'['.repeat(100_000)}`, { limit: 'nesting', maximum: 100 }],
    ['the same field 1,000 times', `{ service { ${'version '.repeat(1_000)} } }`, { limit: 'repetition' }],
    ['a subscription', 'subscription { events { cursor } }', { limit: 'transport' }],
  ])('%s', async (_, text, members) => {
    const started = cpuMs();
    const sent = await sendQuery(text);
    const cpuTimeMs = cpuMs() - started;
    expect(sent.status).toBe(400);
    expect(refusedAs(sent, 'query_refused')).toMatchObject(members);
    expect(cpuTimeMs).toBeLessThan(1_000);
  });

  it('should count page sizes of variables', async () => {
    const text = `query ($n: Int) { principal { proposals(first: $n) { nodes { revisions { terms { steps { title stepNo priceStamps
      contractWindowSeconds checkpointWindowSeconds providerAgentId consumerAgentId } } } } } } }`;
    expect((await sendQuery(text, { n: 10 })).json.errors).toBeUndefined();
    expect(refusedAs(await sendQuery(text, { n: 200_000 }), 'query_refused')).toMatchObject({ limit: 'cost' });
  });

  // @spec G8
  it('should refuse a batch', async () => {
    const sent = await send(app, signer, { body: `[${query('{ service { version } }')}]` });
    expect(sent.status).toBe(400);
    expect(refusedAs(sent, 'query_refused')).toMatchObject({ limit: 'batch' });
  });
});

it('Refused documents do not block other requests', async () => {
  const hostile = [deep(68), `{ ...f0 } ${bomb(100, HARMLESS)}`, `{ ${aliased(31)} }`, `{ ${'a '.repeat(1999)} }`];
  const others = async (): Promise<void> => {
    for (let at = 0; at < 20; at += 1) expect((await sendQuery('{ service { version } }')).status).toBe(200);
  };
  const refusals = Promise.all(range(25).flatMap(() => hostile.map((text) => sendQuery(text))));
  await others();
  expect((await refusals).map(({ status }) => status)).toEqual(range(100).map(() => 400));
  // This does not measure speed: a document that blocks the server would take minutes.
}, 60_000);

// @spec LI9
describe('The rate limit', () => {
  const strict = useTestApp({ ATS_RATE_LIMIT_PER_MINUTE: '5' });

  it('should answer 429 rate_limited with Retry-After and RateLimit headers, only for that caller', async () => {
    const [party, other] = [await createParty(strict, 'One'), await createParty(strict, 'Other')];
    const read = (as: Signer): Promise<Sent> => send(strict, as, { body: query('{ service { version } }') });
    const sent: Sent[] = [];
    for (let at = 0; at < 6; at += 1) sent.push(await read(signerOf(party)));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    const last = sent[5];
    expect(last && refusedAs(last, 'rate_limited')).toBeDefined();
    expect(sent[0]?.headers.get('ratelimit')).toMatch(/^"read";r=4;t=\d+$/);
    expect(last?.headers.get('ratelimit')).toMatch(/^"read";r=0;t=\d+$/);
    expect(last?.headers.get('ratelimit-policy')).toBe('"read";q=5;w=60, "write";q=5;w=60');
    const retryAfter = Number(last?.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect((await read(signerOf(other))).status).toBe(200);
  });

  it('should apply after 401 and before everything else', async () => {
    const party = await createParty(strict, 'Third');
    const as = signerOf(party);
    for (let at = 0; at < 5; at += 1) await send(strict, as, { body: query('{ service { version } }') });
    const wrong = { ...as, credential: { ...as.credential, apiKey: ['ak_live', '0'.repeat(26)].join('_') } };
    expect((await send(strict, wrong, { body: '{' })).status).toBe(401);
    expect((await send(strict, as, { body: '{' })).status).toBe(429);
    const mutating = query('mutation { reserveBond(input: { amountStamps: 1 }) { __typename } }');
    const write = async (body: string): Promise<number> => (await send(strict, as, { body, key: randomUUID() })).status;
    for (let at = 0; at < 5; at += 1) expect(await write(mutating)).toBe(200);
    expect(await write(mutating)).toBe(429);
    expect(await write('{')).toBe(429);
  });
});
