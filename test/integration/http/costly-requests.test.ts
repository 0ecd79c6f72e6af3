import { getIntrospectionQuery } from 'graphql';
import { Client } from 'pg';
import { limits } from '../../../src/api/graphql/execution/limits';
import { idOf } from '../../../src/domain/keys';
import { startTestApp, useTestApp } from '../../support/app';
import { insertLargeAgents } from '../../support/large-agents';
import { mutation, query, refusedAs, send, type Sent, signerOf } from '../../support/exchange';
import { newId } from '../../support/ledger';
import { body, type List, restOf, under } from '../../support/rest';
import { buyTickets, createParty, type Party, until } from '../../support/actors';
import { WAITING } from '../../support/waiting';

/** Requests that cost more than others: introspection, large answers, many at a time. */

const AGENTS = 200;

// No workers run, because their statements would also wait for the locks of these tests.
const app = useTestApp({ ATS_ROLE: 'api', ATS_RATE_LIMIT_PER_MINUTE: '100000' });
let party: Party;
let other: Party;

beforeAll(async () => {
  party = await createParty(app, 'Caller');
  other = await createParty(app, 'Other');
  await buyTickets(party);
  await buyTickets(other);
  await insertLargeAgents(app, party, AGENTS);
});

const ask = (text: string, as: Party = party): Promise<Sent> => send(app, signerOf(as), { body: query(text) });
/** Returns the rest of the budget of reads, after this answer. */
const remaining = ({ headers }: Sent): number => Number(/"read";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
/** A query that costs one unit. */
const cheap = (as: Party = party): Promise<Sent> => ask('{ service { version } }', as);
const CARDS = `{ principal { agents(first: ${String(AGENTS)}) { nodes { agentKey card } } } }`;
const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

// @spec LI30
describe('Introspection is limited by the exact number of its fields', () => {
  const FIELDS = 'fields { name description type { name kind ofType { name kind } } }';
  const aliased = range(20).map((at) => `f${String(at)}: ${FIELDS}`);
  const description = (alias: string): string => `fragment ${alias} on Query { ${alias}: __schema { description } }`;
  it.each([
    [
      '__schema twice',
      `{ a: __schema { types { ${FIELDS} } } b: __schema { types { ${FIELDS} } } }`,
      { limit: 'schema_fields', maximum: 1 },
    ],
    [
      '__schema in fragments',
      `{ ...a ...b } ${description('a')} ${description('b')}`,
      { limit: 'schema_fields', maximum: 1 },
    ],
    [
      'the same fields of all types, in 1.7 kB',
      `{ __schema { types { ${aliased.join(' ')} } } }`,
      { limit: 'introspection', maximum: limits.introspection },
    ],
  ])('should refuse %s', async (_, text, members) => {
    const sent = await ask(text);
    expect(sent.status).toBe(400);
    expect(refusedAs(sent, 'query_refused')).toMatchObject(members);
  });

  it.each([
    [
      'with all options',
      getIntrospectionQuery({
        specifiedByUrl: true,
        directiveIsRepeatable: true,
        schemaDescription: true,
        inputValueDeprecation: true,
        oneOf: true,
      }),
    ],
    ['without descriptions', getIntrospectionQuery({ descriptions: false })],
    ['of one type', '{ __type(name: "Trade") { name fields { name type { kind name ofType { kind name } } } } }'],
  ])('should answer the query of code generators %s, each time with the same bytes', async (_, text) => {
    const first = await ask(text);
    expect(first.json.errors).toBeUndefined();
    expect(Object.keys(first.json.data ?? {})).toHaveLength(1);
    for (let n = 0; n < 4; n += 1) expect((await ask(text)).text).toBe(first.text);
  });

  it('should answer a cached introspection by its variables', async () => {
    const text = 'query ($name: String!) { __type(name: $name) { name } }';
    const nameOf = async (name: string) =>
      (await send(app, signerOf(party), { body: query(text, { name }) })).json.data?.['__type'];
    for (let n = 0; n < 3; n += 1) {
      expect(await nameOf('Trade')).toEqual({ name: 'Trade' });
      expect(await nameOf('Agent')).toEqual({ name: 'Agent' });
    }
  });
});

// @spec LI31
describe('A request is charged by its work', () => {
  it('should charge one unit for a small answer', async () => {
    const before = remaining(await cheap());
    expect(remaining(await cheap())).toBe(before - 1);
  });

  it.each([
    ['GraphQL', () => ask(CARDS)],
    ['REST', () => restOf(app, party).get(`${under(party)}/agents?limit=${String(AGENTS)}`)],
  ])('should charge a large answer over %s by its bytes, also in its own headers', async (_, request) => {
    const before = remaining(await cheap());
    const sent = await request();
    expect(sent.status).toBe(200);
    const units = before - remaining(sent);
    expect(units).toBeGreaterThan(sent.text.length / (64 * 1024));
    expect(remaining(await cheap())).toBe(before - units - 1);
  });

  it('should charge a refused answer for the rows that it read', async () => {
    const before = remaining(await cheap());
    const pages = range(10).map((at) => `a${String(at)}: agents(first: ${String(28 + at)}) { nodes { card } }`);
    refusedAs(await ask(`{ principal { ${pages.join(' ')} } }`), 'query_refused');
    expect(before - remaining(await cheap())).toBeGreaterThan(100);
  });

  it('should charge a new introspection by its work, and a cached one by its bytes', async () => {
    const text = getIntrospectionQuery({ descriptions: false }).replace('IntrospectionQuery', 'AnotherName');
    const before = remaining(await cheap());
    const first = await ask(text);
    const made = before - remaining(first);
    expect(made).toBeGreaterThan((4 * first.text.length) / (64 * 1024));
    const cached = remaining(first) - remaining(await ask(text));
    expect(cached).toBeLessThan(made / 3);
  });

  it('should charge a document by its tokens until it is cached', async () => {
    const before = remaining(await cheap());
    const fields = range(190).map((at) => ['id', 'displayName', 'principalKey'][at % 3]);
    const text = `{ principal { ${fields.join(' ')} } }`;
    expect(before - remaining(await ask(text))).toBe(2);
    expect(before - remaining(await ask(text))).toBe(3);
  });

  it('should refuse later requests when large answers used the budget', async () => {
    const strict = await startTestApp({ ATS_ROLE: 'api', ATS_RATE_LIMIT_PER_MINUTE: '200' });
    try {
      const reader = await createParty(strict, 'Reader');
      await insertLargeAgents(strict, reader, 200);
      const read = () => send(strict, signerOf(reader), { body: query(CARDS) });
      expect((await read()).status).toBe(200);
      expect(refusedAs(await read(), 'rate_limited')).toMatchObject({ limit: 'read' });
    } finally {
      await strict.stop();
    }
  });
});

// @spec LI32
describe('A large answer leaves the event loop to other requests', () => {
  /** Counts the answers of /livez during some work. */
  async function turnsDuring<T>(work: Promise<T>): Promise<{ readonly answer: T; readonly turns: number }> {
    const pending = { ended: false };
    const answer = work.finally(() => (pending.ended = true));
    let turns = 0;
    while (!pending.ended) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    return { answer: await answer, turns };
  }

  it.each([
    ['GraphQL', () => ask(CARDS)],
    ['REST', () => restOf(app, party).get(`${under(party)}/agents?limit=${String(AGENTS)}`)],
  ])('should prepare it in many turns, with the same content, over %s', async (_, request) => {
    const { answer, turns } = await turnsDuring(request());
    expect(turns).toBeGreaterThan(50);
    const rows = answer.json.data as unknown as { principal?: { agents: { nodes: unknown[] } } };
    const list = rows.principal?.agents.nodes ?? body<List>(answer).data;
    expect(list).toHaveLength(AGENTS);
    expect(JSON.stringify(answer.json)).toHaveLength(answer.text.length);
  });

  it('should prepare all that one principal requests at the same time, one after the other', async () => {
    const page = '{ principal { agents(first: 30) { nodes { agentKey card } } } }';
    const sent = await Promise.all(range(4).map(() => ask(page)));
    expect(sent.map(({ status }) => status)).toEqual(range(4).map(() => 200));
  });
});

// @spec LI33
describe('The requests of one principal run a few at a time', () => {
  const WRITERS = 32;
  const topic = (as: Party): Promise<Sent> =>
    send(app, signerOf(as), {
      body: mutation('publishListing', listingOf(as), 'listing { state }'),
      key: newId(),
    });
  const listingOf = ({ agentId }: Party): object => ({
    tradeProfile: `test.${newId()}`,
    title: 'Work',
    description: 'Some work.',
    tags: ['work'],
    side: 'PROVIDE',
    priceStamps: 10,
    agentId,
  });
  const waiters = (): Promise<number> => app.sql(WAITING).then(({ length }) => length);

  it('should answer another principal, and its own reads, while 32 writes wait for a lock', async () => {
    const locker = new Client(app.ownerUrl);
    await locker.connect();
    try {
      await locker.query('BEGIN');
      await locker.query('SELECT FROM principal WHERE principal_id = $1 FOR UPDATE', [idOf('prn', party.principalKey)]);
      const writes = range(WRITERS).map(() => topic(party));
      await until(waiters, (count) => count === 4);
      expect((await ask('{ principal { id } }', other)).status).toBe(200);
      expect((await topic(other)).status).toBe(200);
      expect((await ask('{ service { version } }')).status).toBe(200);
      // No more than the share of the principal ever waits in the database.
      expect(await waiters()).toBe(4);
      await locker.query('ROLLBACK');
      const sent = await Promise.all(writes);
      expect(sent.map(({ status }) => status)).toEqual(range(WRITERS).map(() => 200));
    } finally {
      await locker.end();
    }
  });
});
