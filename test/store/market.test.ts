import { graphql } from 'graphql';
import { DataSource } from 'typeorm';
import { readingContext } from '../../src/graphql/context';
import { createSchema } from '../../src/graphql/schema';
import type { Services } from '../../src/operations/context';
import { databaseOptions } from '../../src/store/datasource';
import type { Db, Statement } from '../../src/store/db';
import { type Exclusions, type Market, marketStatement, readMarket } from '../../src/store/market';
import { Store } from '../../src/store/tx';
import { startTestApp, type TestApp } from '../support/app';
import { Connection, newId } from '../support/ledger';
import { inSeconds, parties, type Party, profile } from '../support/market';

/** How far a match run reads (performance.md §3: 100 k listings cost little more than 1 k), and that it misses nothing. */
let app: TestApp;
let db: Connection;
beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
  db = await Connection.open(app.ownerUrl);
});
afterAll(async () => {
  await db.close();
  await app.stop();
});

/** So many listings of one profile, at prices from 1 upwards, each of an agent of its own, spread over principals. */
async function asks(
  tradeProfile: string,
  count: number,
  owners: readonly Party[],
  price = 'n',
  side: 'provide' | 'consume' = 'provide',
): Promise<void> {
  await app.sql(
    `WITH made AS (
       INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications, extended_agent_card, event_types, created_at)
       SELECT gen_random_uuid(), ($3::uuid[])[1 + n % cardinality($3::uuid[])], '{}', '{}', false, false, false, '{}', now()
       FROM generate_series(1, $2::int) n RETURNING agent_id, principal_id)
     INSERT INTO listing SELECT gen_random_uuid(), principal_id, agent_id, $1, '${side}', 'Ask', '', '{}', ${price},
       '[{"title": "Ask", "share_bps": 10000, "trade_profile": null}]', NULL, NULL, NULL, NULL, 'active', now(), now()
     FROM (SELECT *, row_number() OVER () AS n FROM made) m`,
    [tradeProfile, count, owners.map((one) => one.principalId)],
  );
}

const none: Exclusions = { principalIds: [newId()], listingIds: [newId()] };

async function planOf(market: Market, after?: { priceStamps: bigint; listingId: string }): Promise<string> {
  const { text, values = [] } = marketStatement(market, after, 200);
  const rows = await db.sql<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, TIMING OFF) ${text}`, ...values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('With 20,000 listings', () => {
  const tradeProfile = profile();
  beforeAll(async () => {
    const owners = Object.values(await parties(app, ...'abcdefgh'));
    await asks(tradeProfile, 10_000, owners);
    await asks(tradeProfile, 10_000, owners, 'n', 'consume');
    await app.sql(
      `INSERT INTO principal_record SELECT principal_id, current_date - n, 2, 1 FROM principal, generate_series(0, 300) n`,
    );
    await app.sql('ANALYZE');
  });

  test.each(['provide', 'consume'] as const)(
    'a batch (%s) is read off the index in price order, and no more of it',
    async (side) => {
      const market = { tradeProfile, side, priceStamps: 5000n, excluded: none, now: new Date() };
      for (const after of [undefined, { priceStamps: 2000n, listingId: newId() }]) {
        const plan = await planOf(market, after);

        expect(plan).toMatch(/Index Scan (Backward )?using listing_market/);
        expect(plan).not.toMatch(/Seq Scan/);
        expect(
          Number(/listing_market on listing l .*rows=(\d+)(\.\d+)? loops=1\)/.exec(plan)?.[1]),
        ).toBeLessThanOrEqual(200);
      }
    },
  );

  test('the keyset goes on where it stopped, without gap or double', async () => {
    const market: Market = { tradeProfile, side: 'provide', priceStamps: 450n, excluded: none, now: new Date() };
    const prices: bigint[] = [];
    let last;
    for (;;) {
      const batch = await readMarket(db, market, last, 200);
      prices.push(...batch.map((one) => one.listing.priceStamps));
      last = batch.at(-1)?.listing;
      if (batch.length < 200) break;
    }
    expect(prices).toEqual(Array.from({ length: 450 }, (_, index) => BigInt(index + 1)));
  });

  test('the record of a candidate is that of today and the 179 days before', async () => {
    const market: Market = { tradeProfile, side: 'provide', priceStamps: 1n, excluded: none, now: new Date() };
    expect(await readMarket(db, market, undefined, 200)).toMatchObject([{ trades: 360, faults: 180 }]);
  });

  test('a run stops reading once no listing further on can be among the best', async () => {
    const { ann } = await parties(app, 'ann');
    const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 10_000, tags: ['x'] });
    const run = await ann.run(wanted.listingKey, 3);
    // The cheapest have 6000 points for the price and 2000 off for faults: past 8333, all tags in common cannot win.
    expect(run.candidatesConsidered).toBe(9200);
    expect(run.proposals.map((one) => one.currentRevision.terms.steps[0]?.priceStamps)).toEqual([5000, 5001, 5001]);
  });
});

test('an expensive listing wins by its tags, however many cheap ones come before it', async () => {
  const tradeProfile = profile();
  const { ann, ben, cat } = await parties(app, 'ann', 'ben', 'cat');
  await asks(tradeProfile, 1500, [ben], '100');
  await cat.publish({ tradeProfile, priceStamps: 400, tags: ['x'] });
  const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1000, tags: ['x'] });
  const run = await ann.run(wanted.listingKey, 1);
  expect(run.proposals[0]?.currentRevision.terms.steps[0]?.providerPrincipalKey).toBe(cat.principalKey);
});

test('without tags of one’s own nothing can be in common: the first batch is enough', async () => {
  const tradeProfile = profile();
  const { ann, ben } = await parties(app, 'ann', 'ben');
  await asks(tradeProfile, 1500, [ben], '100 + n');
  const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 10_000 });
  expect((await ann.run(wanted.listingKey, 10)).candidatesConsidered).toBe(200);
});

test('at most 10,000 candidates are considered, however many tie', async () => {
  const tradeProfile = profile();
  const { ann, ben } = await parties(app, 'ann', 'ben');
  await asks(tradeProfile, 10_300, [ben], '100');
  const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1000, tags: ['x'] });
  const run = await ann.run(wanted.listingKey, 50);
  expect(run.candidatesConsidered).toBe(10_000);
  expect(run.proposals).toHaveLength(50);
});

test('of several profiles: a provider chosen for one with another agent is passed over for the next', async () => {
  const [one, two] = [profile(), profile()];
  const { ann, ben, cat } = await parties(app, 'ann', 'ben', 'cat');
  await ben.publish({ tradeProfile: one, priceStamps: 100 });
  await asks(two, 300, [ben], '100 + n');
  await cat.publish({ tradeProfile: two, priceStamps: 450 });
  const steps = [
    { title: 'x', shareBps: 5000 },
    { title: 'y', shareBps: 5000, tradeProfile: two },
  ];
  const wanted = await ann.publish({ tradeProfile: one, side: 'CONSUME', priceStamps: 1000, steps });
  const [proposal] = (await ann.run(wanted.listingKey)).proposals;
  const providers = proposal?.currentRevision.terms.steps.map((step) => step.providerPrincipalKey);
  expect(providers).toEqual([ben.principalKey, cat.principalKey]);
});

test('lists and their proposals take as many statements for fifty rows as for one', async () => {
  const tradeProfile = profile();
  const { ann, ben } = await parties(app, 'ann', 'ben');
  const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1000, expiresAt: inSeconds(app, 60) });
  await asks(tradeProfile, 50, [ben], '100');
  const run = await ann.run(wanted.listingKey, 50);
  const proposal =
    'state closeReason currentRevision { revisionNo participants { role } } revisions { terms { bondBps } }';
  const nodes = async (count: number): Promise<number> =>
    statementsOf(`{ principal(principalKey: "${ann.principalKey}") {
      proposals(first: ${String(count)}) { nodes { ${proposal} } } listings(first: ${String(count)}) { nodes { state steps { title } } }
    } }`);
  const one = await nodes(1);
  // The principal, two pages, the time, two of current revisions, two of all revisions.
  expect(one).toBe(8);
  expect(await nodes(50)).toBe(one);
  // The principal, the run, its proposals, the time, two of current revisions, two of all revisions.
  const ofRun = `{ principal(principalKey: "${ann.principalKey}") { matchRun(matchRunId: "${run.matchRunId}") { proposals { ${proposal} } } } }`;
  expect(await statementsOf(ofRun)).toBe(8);
});

/** How many statements a query takes, run by an operator against the same database. */
async function statementsOf(source: string): Promise<number> {
  const owner = await new DataSource(
    databaseOptions({ url: app.ownerUrl, role: 'application', poolSize: 2 }),
  ).initialize();
  const store = new Store(owner, app.clock);
  let count = 0;
  const counted: Db & { now(): Promise<Date> } = {
    query<T>(statement: Statement) {
      count += 1;
      return store.query<T>(statement);
    },
    now() {
      count += 1;
      return store.now();
    },
  };
  const caller = { kind: 'operator', credentialId: newId(), agentText: undefined } as const;
  const contextValue = readingContext({ db: counted, requestId: 'req', caller, services: {} as Services });
  const { errors } = await graphql({ schema: createSchema(), source, contextValue });
  await store.close();
  expect(errors).toBeUndefined();
  return count;
}
