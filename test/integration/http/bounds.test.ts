import { randomUUID } from 'node:crypto';
import { getNamedType, GraphQLObjectType, isLeafType } from 'graphql';
import { Client } from 'pg';
import { newUuidV7 } from '../../../src/adapters/ids';
import type { Signer } from '../../../src/client';
import { idOf, keyOf } from '../../../src/domain/keys';
import { limits } from '../../../src/api/graphql/execution/limits';
import { createSchema } from '../../../src/api/graphql/schema';
import { useTestApp } from '../../support/app';
import { insertLargeAgents } from '../../support/large-agents';
import { cpuMs } from '../../support/cpu';
import { query, refusedAs, send, type Sent, signerOf } from '../../support/exchange';
import { body, type List, restOf } from '../../support/rest';
import { balances, buyTickets, createParty, mutate, type Party, startTrade, until } from '../../support/actors';
import { WAITING } from '../../support/waiting';

/** The cost limit and the time limit: a small query must not overload the server. */

// No workers run, because their statements would also wait for the locks of these tests.
const app = useTestApp({ ATS_ROLE: 'api', ATS_RATE_LIMIT_PER_MINUTE: '1000000' });
let party: Party;
let other: Party;
let signer: Signer;

const MIB = 1024 * 1024;
const AGENTS = 250;

beforeAll(async () => {
  party = await createParty(app, 'Caller');
  other = await createParty(app, 'Other');
  signer = signerOf(party);
  await buyTickets(party);
  await buyTickets(other);
  await insertLargeAgents(app, party, AGENTS);
});

const sendQuery = (text: string, variables: object = {}): Promise<Sent> =>
  send(app, signer, { body: query(text, variables) });
const change = (selection: string, key = randomUUID()): Promise<Sent> =>
  send(app, signer, { body: query(`mutation { reserveBond(input: { amountStamps: 1 }) { ${selection} } }`), key });

const times = (count: number, text: (nth: number) => string): string =>
  Array.from({ length: count }, (_, nth) => text(nth)).join(' ');

/** Measures the longest CPU time (ms) between two answers of /livez during some work. */
async function measureStall<T>(work: Promise<T>): Promise<{ readonly answer: T; readonly longestMs: number }> {
  const pending = { ended: false };
  let longestMs = 0;
  const answer = work.finally(() => (pending.ended = true));
  while (!pending.ended) {
    const started = cpuMs();
    await (await fetch(new URL('/livez', app.url))).text();
    longestMs = Math.max(longestMs, cpuMs() - started);
  }
  return { answer: await answer, longestMs };
}

const schema = createSchema();
const CARDS = (count: number): string =>
  `{ principal { ${times(count, (nth) => `a${String(nth)}: agents(first: 120) { nodes { card } }`)} } }`;

// @spec LI11
describe('A cost ceiling', () => {
  it.each([
    ['25 pages of cards, in 877 bytes', () => CARDS(25)],
    [
      '30 pages of 200 cards',
      () => `{ principal { ${times(30, (nth) => `a${String(nth)}: agents(first: 200) { nodes { card } }`)} } }`,
    ],
    ['two pages of 200 cards', () => CARDS(2).replaceAll('120', '200')],
    [
      'the same card 800 times',
      () =>
        `{ ${times(4, (nth) => `a${String(nth)}: nodes(ids: [${`"${party.agentKey}" `.repeat(200)}]) { ... on Agent { card } }`)} }`,
    ],
    [
      'the evidence of every trade',
      () => '{ principal { trades(first: 1000) { nodes { settlement { evidence } } } } }',
    ],
    ['every contract', () => '{ principal { trades(first: 200) { nodes { steps { contract { summary } } } } } }'],
    ['every rebuttal', () => '{ principal { trades(first: 200) { nodes { steps { rebuttal { statement } } } } } }'],
  ])('should refuse by the maximum size of each field: %s', async (_, text) => {
    const { answer, longestMs } = await measureStall(sendQuery(text()));
    expect(answer.status).toBe(400);
    expect(refusedAs(answer, 'query_refused')).toMatchObject({ limit: 'cost', maximum: limits.cost });
    expect(longestMs).toBeLessThan(1_000);
  });

  it('should apply to mutations too, which then have no effect', async () => {
    const before = await balances(party);
    const events = times(
      26,
      (nth) => `a${String(nth)}: events(first: 200) { nodes { data trade { steps { title state } } } }`,
    );
    const sent = await change(`principal { ${events} }`);
    expect([sent.status, refusedAs(sent, 'query_refused')]).toMatchObject([
      400,
      { limit: 'cost', maximum: limits.cost },
    ]);
    expect(await balances(party)).toEqual(before);
  });

  it('should allow a page of trades of the default size, with every field but the evidence', async () => {
    const fields = fieldsOf('Trade', ['id', 'proposal', 'participants', 'steps', 'settlement']);
    const steps = `steps { ${fieldsOf('TradeStep', ['trade'])} contract { summary items { itemId description weight } } checkpointResults { itemId } rebuttal { statement } }`;
    const text = `{ principal { trades { nodes { ${fields} ${steps} settlement { ${fieldsOf('Settlement', ['evidence'])} } } } } }`;
    expect((await sendQuery(text)).json.errors).toBeUndefined();
  });

  it('should allow the longest page of agents with their cards', async () => {
    const sent = await sendQuery('{ principal { agents(first: 200) { nodes { agentKey card } } } }');
    expect(sent.json.errors).toBeUndefined();
    expect(sent.text.length).toBeGreaterThan(12 * MIB);
    const list = body<List>(await restOf(app, party).get(`/principals/${party.principalKey}/agents?limit=200`));
    expect(list.data).toHaveLength(200);
  });
});

describe('The response of a mutation is stored, so it has a maximum size', () => {
  it('should answer 400 query_refused over 1 MiB, without an effect and without storing it', async () => {
    const before = await balances(party);
    const key = randomUUID();
    const sent = await change('principal { agents(first: 20) { nodes { card } } }', key);
    expect([sent.status, refusedAs(sent, 'query_refused')]).toMatchObject([400, { limit: 'answer', maximum: MIB }]);
    expect(await balances(party)).toEqual(before);
    expect(await app.sql('SELECT FROM idempotency_answer WHERE key = $1', [key])).toEqual([]);
    expect((await change('principal { agents(first: 10) { nodes { card } } }', key)).json.errors).toBeUndefined();
  });
});

/** The scalar fields of a type. */
function fieldsOf(name: string, excluded: readonly string[]): string {
  const type = schema.getType(name);
  if (!(type instanceof GraphQLObjectType)) throw new Error(`${name} is no object type`);
  const plain = Object.values(type.getFields()).filter(({ type: fieldType }) => isLeafType(getNamedType(fieldType)));
  return plain.flatMap((field) => (excluded.includes(field.name) ? [] : [field.name])).join(' ');
}

/** Inserts settled trades of two principals, with steps of the maximum size. */
async function insertLargeTrades(count: number): Promise<void> {
  const trade = await startTrade(other, party);
  const ids = Array.from({ length: count }, () => newUuidV7(new Date()));
  const columns = async (table: string): Promise<string> => {
    const rows = await app.sql<{ name: string }>(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1 ORDER BY ordinal_position`,
      [table],
    );
    return rows.map(({ name }) => name).join(', ');
  };
  const copy = async (table: string, overrides: Readonly<Record<string, string>> = {}): Promise<void> => {
    const names = (await columns(table)).split(', ');
    const values = names.map((name) => (name === 'trade_id' ? 'id' : (overrides[name] ?? `t.${name}`)));
    await app.sql(
      `INSERT INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM ${table} t, unnest($2::uuid[]) id WHERE t.trade_id = $1`,
      [idOf('trd', trade.tradeKey), ids],
    );
  };
  const contract = `jsonb_build_object('summary', repeat('s', 2000), 'items', jsonb_build_array(jsonb_build_object('item_id', 'a',
    'description', repeat('d', 320000), 'weight', 1, 'artifact_uri', NULL, 'artifact_sha256', NULL)))`;
  await app.sql('ALTER TABLE trade DROP CONSTRAINT trade_one_per_proposal');
  await copy('trade', { state: `'completed'`, settled_at: 'now()', idle_deadline_at: 'NULL', due_at: 'NULL' });
  await copy('trade_participant', { open: 'false' });
  await copy('trade_step', { state: `'passed'`, contract, contract_published_at: 'now()' });
}

describe('The data of a query has maximum sizes', () => {
  beforeAll(() => insertLargeTrades(1_100));

  it('should read only the selected fields for a page of 1,000 trades', async () => {
    const path = `/principals/${party.principalKey}/trades`;
    const { answer, longestMs } = await measureStall(restOf(app, party).get(path));
    expect(body<List>(answer).data).toHaveLength(1_000);
    expect(longestMs).toBeLessThan(2_000);
  });

  it('should answer 400 query_refused after reading 32 MiB, and release the connection', async () => {
    const text = '{ principal { trades(first: 110) { nodes { steps { contract { summary } } } } } }';
    const sent = await sendQuery(text);
    expect([sent.status, refusedAs(sent, 'query_refused')]).toMatchObject([400, { limit: 'read', maximum: 32 * MIB }]);
    for (let nth = 0; nth < 15; nth += 1) expect((await sendQuery(text)).status).toBe(400);
    expect((await sendQuery('{ principal { trades(first: 1) { nodes { state } } } }')).status).toBe(200);
  });

  it('should answer 400 query_refused for a response over 16 Mi characters', async () => {
    const text = `{ principal { ${times(8, (nth) => `a${String(nth)}: trades(first: 12) { nodes { steps { contract { items { description } } } } }`)} } }`;
    const sent = await sendQuery(text);
    expect([sent.status, refusedAs(sent, 'query_refused')]).toMatchObject([
      400,
      { limit: 'answer', maximum: 16 * MIB },
    ]);
  });
});

// @spec CR15
describe('A rotation’s commit is the last moment at which the old pair works', () => {
  const withTransaction = async <T>(work: (client: Client) => Promise<T>): Promise<T> => {
    const client = new Client(app.ownerUrl);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };

  it('should keep its place in the lock queue, so that later requests wait for it', async () => {
    const rotatingParty = await createParty(app, 'Victim');
    const [row] = await app.sql<{ id: string }>('SELECT credential_id AS id FROM credential WHERE api_key = $1', [
      rotatingParty.credential.apiKey,
    ]);
    const lockShared = (client: Client) =>
      client.query('SELECT pg_advisory_xact_lock_shared(credential_lock($1))', [row?.id]);
    const waiters = (): Promise<number> => app.sql(WAITING).then(({ length }) => length);
    await withTransaction((first) =>
      withTransaction(async (second) => {
        await first.query('BEGIN');
        await lockShared(first);
        const started = performance.now();
        const revoking = mutate<{ credential: { status: string } }>(
          rotatingParty.owner,
          'revokeCredential',
          { principalKey: rotatingParty.principalKey, credentialId: keyOf('crd', row?.id ?? '') },
          'credential { status }',
        );
        await until(waiters, (count) => count === 1);
        await second.query('BEGIN');
        const later = lockShared(second);
        await until(waiters, (count) => count === 2);
        // Longer than the lock timeouts of other requests.
        await until(
          () => Promise.resolve(performance.now() - started),
          (elapsed) => elapsed > 6_000,
        );
        expect(await waiters()).toBe(2);
        await first.query('COMMIT');
        expect((await revoking).credential.status).toBe('REVOKED');
        await later;
        await second.query('COMMIT');
      }),
    );
  });
});

// @spec LI12
describe('The time limit of 5 s', () => {
  /** Reads only trades. */
  const reading = (): Promise<number> =>
    app
      .sql<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = 'agent-trading-service' AND state = 'active' AND query LIKE '%page AS MATERIALIZED%trade_step%'`,
      )
      .then(([row]) => row?.n ?? 0);

  it('should answer 503 service_unavailable for a query that waits for a lock', async () => {
    const locker = new Client(app.ownerUrl);
    await locker.connect();
    try {
      await locker.query('BEGIN');
      await locker.query('LOCK TABLE binding, listing IN ACCESS EXCLUSIVE MODE');
      const sent = await sendQuery('{ principal { listings { nodes { state } } } }');
      refusedAs(sent, 'service_unavailable');
    } finally {
      await locker.end();
    }
  });

  it('should answer 503 service_unavailable for a slow query, and cancel it', async () => {
    await startTrade(other, party);
    // Slow without a lock, because the lock timeout (4 s) ends before the time limit of a request.
    await app.sql(`CREATE POLICY slow ON trade_step FOR SELECT TO ats_app USING ((SELECT true FROM pg_sleep(60)))`);
    await app.sql('ALTER TABLE trade_step ENABLE ROW LEVEL SECURITY');
    try {
      const started = performance.now();
      const pending = sendQuery('{ principal { trades(first: 1) { nodes { steps { provider { displayName } } } } } }');
      await until(reading, (count) => count === 1);
      const sent = await pending;
      expect([sent.status, performance.now() - started < 7_000]).toEqual([503, true]);
      refusedAs(sent, 'service_unavailable');
      await until(reading, (count) => count === 0, 6_000);
    } finally {
      await app.sql('ALTER TABLE trade_step DISABLE ROW LEVEL SECURITY');
      await app.sql('DROP POLICY slow ON trade_step');
    }
  });
});
