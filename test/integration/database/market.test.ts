import { FIRST_ID, LAST_ID } from '../../../src/domain/market/match-ranking';
import {
  firstStatement,
  offersById,
  type ScanPosition,
  type MarketSide,
  offersByPrice,
  readOffers,
  SCAN_START,
} from '../../../src/database/market/offers';
import { matchRecords, pairedStatement, singledStatement } from '../../../src/database/market/match-queries';
import { startTestApp, type TestApp } from '../../support/app';
import { Connection, newId } from '../../support/ledger';
import { planOf } from '../../support/plan';
import { inSeconds, parties, type Party, profile } from '../../support/market';
import { statementsOf } from '../../support/statements';

/** A match run reads few listings of a large market, and misses none that it needs. */
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

/** Inserts listings of one profile at rising prices, each of its own agent, spread over the principals. */
async function asks(
  tradeProfile: string,
  count: number,
  owners: readonly Party[],
  price = 'n',
  side: 'provide' | 'consume' = 'provide',
  tags = `'{}'`,
): Promise<void> {
  await app.sql(
    `WITH made AS (
       INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications, extended_agent_card, event_types, created_at)
       SELECT gen_random_uuid(), ($3::uuid[])[1 + n % cardinality($3::uuid[])], '{}', '{}', false, false, false, '{}', now()
       FROM generate_series(1, $2::int) n RETURNING agent_id, principal_id)
     INSERT INTO listing SELECT gen_random_uuid(), principal_id, agent_id, $1, '${side}', 'Ask', '', ${tags}, ${price},
       '[{"title": "Ask", "share_bps": 10000, "trade_profile": null}]', NULL, NULL, NULL, NULL, 'active', now(), now()
     FROM (SELECT *, row_number() OVER () AS n FROM made) m`,
    [tradeProfile, count, owners.map((one) => one.principalId)],
  );
}

describe('With 40,000 listings', () => {
  const tradeProfile = profile();
  const market = (side: 'provide' | 'consume'): MarketSide => {
    return { tradeProfile, side, now: new Date(), principalIds: [newId()], listingIds: [newId()] };
  };
  // Half of the sets are {x}, half {x, y}: each has thousands of listings.
  const TAGS = `(CASE WHEN n % 2 = 0 THEN '{x}' ELSE '{y,x}' END)::text[]`;
  const before = { rank: 2n ** 62n, listingId: LAST_ID };
  let sets: string[];

  beforeAll(async () => {
    const owners = Object.values(await parties(app, ...'abcdefgh'));
    await asks(tradeProfile, 20_000, owners, '1 + n % 5000', 'provide', TAGS);
    await asks(tradeProfile, 20_000, owners, '1 + n % 5000', 'consume', TAGS);
    await app.sql(
      `INSERT INTO principal_record SELECT principal_id, current_date - n, 2, 1 FROM principal, generate_series(0, 300) n`,
    );
    await db.sql('VACUUM ANALYZE');
    await db.sql('SET enable_seqscan = off');
    const rows = await db.sql<{ tag_set: string }>(
      'SELECT DISTINCT tag_set FROM market_tag WHERE trade_profile = $1',
      tradeProfile,
    );
    sets = rows.map((row) => row.tag_set);
  }, 120_000);

  const marks = (after = SCAN_START): ScanPosition[] => sets.map((tagSet) => ({ tagSet, after }));
  const whole = (after = SCAN_START): ScanPosition[] => [{ tagSet: undefined, after }];
  const further = { rank: 2000n, listingId: newId() };

  test.each(['provide', 'consume'] as const)('should read only the best prices (%s) from one index', async (side) => {
    for (const after of [SCAN_START, further]) {
      const plan = await planOf(db, offersByPrice(market(side), whole(after), before, 200));
      expect(plan.text).toMatch(
        /Index Only Scan using market_offer_by_price on market_offer o .*rows=(200|0)(\.00)? loops=1/,
      );
      expect(plan.text).not.toMatch(/Seq Scan|Sort|Bitmap/);
      expect(plan.blocks).toBeLessThan(30);
    }
  });

  test.each(['provide', 'consume'] as const)('so are those of sets of tags (%s), a few of each', async (side) => {
    for (const after of [SCAN_START, further]) {
      const plan = await planOf(db, offersByPrice(market(side), marks(after), before, 20));
      expect(plan.text).toMatch(
        /Index Only Scan using market_offer_by_tags on market_offer o .*rows=(20|0)(\.00)? loops=2/,
      );
      expect(plan.text).not.toMatch(/Seq Scan|Sort|Bitmap/);
      expect(plan.blocks).toBeLessThan(30);
    }
  });

  test('should read the lowest ids of equal points from an index', async () => {
    const range = { from: -5000n, to: 5000n, before: LAST_ID };
    const cases = [
      ['market_offer_by_key', whole({ rank: 0n, listingId: FIRST_ID }), 200, 1],
      ['market_offer_by_tags_and_key', marks({ rank: 0n, listingId: FIRST_ID }), 20, 2],
    ] as const;
    for (const [index, from, most, loops] of cases) {
      const plan = await planOf(db, offersById(market('provide'), from, range, most));
      expect(plan.text).toMatch(
        new RegExp(
          `Index Only Scan using ${index} on market_offer o .*rows=${String(most)}(\\.00)? loops=${String(loops)}`,
        ),
      );
      expect(plan.text).not.toMatch(/Seq Scan|Sort|Bitmap/);
      expect(plan.blocks).toBeLessThan(30);
    }
  });

  test('should read the tag sets, not their listings', async () => {
    for (const [statement, index] of [
      [pairedStatement(market('provide'), ['x', 'y']), 'market_pair_pkey'],
      [singledStatement(market('provide'), ['x', 'y'], { from: 1, to: 16, limit: 250 }), 'market_tag_by_tag'],
    ] as const) {
      // The first plans the functions too, which each connection does once.
      await planOf(db, statement);
      const plan = await planOf(db, statement);
      expect(plan.text).toMatch(new RegExp(`Index Only Scan using ${index}`));
      expect(plan.text).not.toMatch(/Seq Scan on|market_offer/);
      expect(plan.blocks).toBeLessThan(10);
    }
  });

  test('the first of all are read off it too, with those that do not fit, however many there are of them', async () => {
    const [own] = await db.sql<{ principal_id: string }>(
      'SELECT principal_id FROM market_offer WHERE trade_profile = $1 ORDER BY price_rank LIMIT 1',
      tradeProfile,
    );
    const principalIds = [own?.principal_id ?? ''];
    const plan = await planOf(db, firstStatement({ ...market('provide'), principalIds }, before.rank));
    expect(plan.text).toMatch(
      /Index Only Scan using market_offer_by_price on market_offer o .*rows=200(\.00)? loops=1/,
    );
    expect(plan.text).not.toMatch(/Seq Scan|Sort|Bitmap/);
    expect(plan.blocks).toBeLessThan(30);
  });

  test('the keyset goes on where it stopped, without gap or double', async () => {
    const ranks: bigint[] = [];
    let after = SCAN_START;
    for (;;) {
      const end = { rank: 113n, listingId: FIRST_ID };
      const batch = await readOffers(db, offersByPrice(market('provide'), whole(after), end, 200));
      ranks.push(...batch.map((one) => one.priceRank));
      const last = batch.at(-1);
      if (!last || batch.length < 200) break;
      after = { rank: last.priceRank, listingId: last.listingId };
    }
    expect(ranks).toEqual(Array.from({ length: 448 }, (_, index) => BigInt(1 + Math.floor(index / 4))));
  });

  test('the record of a principal with faults is that of today and the 179 days before; without, there is none', async () => {
    const { ann, ben } = await parties(app, 'ann', 'ben');
    await db.sql(
      `INSERT INTO principal_record SELECT $1::uuid, (now() AT TIME ZONE 'UTC')::date - n, 2, 1 FROM generate_series(0, 300) n`,
      ann.principalId,
    );
    await db.sql(
      `INSERT INTO principal_record SELECT $1::uuid, (now() AT TIME ZONE 'UTC')::date - n, 2, (n = 180)::int FROM generate_series(0, 300) n`,
      ben.principalId,
    );
    expect(await matchRecords(db, [ann.principalId, ben.principalId], new Date())).toEqual([
      { principalId: ann.principalId, trades: 360, faults: 180 },
    ]);
  });

  test('a run stops reading once no listing further on can be among the best', async () => {
    const { ann } = await parties(app, 'ann');
    const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 10_000, tags: ['x'] });
    const run = await ann.run(wanted.listingKey, 3);
    expect(run.candidatesConsidered).toBeLessThan(1500);
    // All have faults alike; the cheapest with {x} alone have every tag in common.
    expect(run.proposals.map((one) => one.currentRevision.terms.steps[0]?.priceStamps)).toEqual([5000, 5000, 5000]);
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

test('however many tie, few are compared', async () => {
  const tradeProfile = profile();
  const { ann, ben } = await parties(app, 'ann', 'ben');
  await asks(tradeProfile, 10_300, [ben], '100', 'provide', `'{x,y}'`);
  const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1000, tags: ['x'] });
  const run = await ann.run(wanted.listingKey, 50);
  expect(run.candidatesConsidered).toBeLessThan(500);
  expect(run.proposals).toHaveLength(50);
});

test('should skip a provider that was chosen for another profile with another agent', async () => {
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
    statementsOf(
      app,
      `{ principal(principalKey: "${ann.principalKey}") {
      proposals(first: ${String(count)}) { nodes { ${proposal} } } listings(first: ${String(count)}) { nodes { state steps { title } } }
    } }`,
    );
  const one = await nodes(1);
  // The principal, two pages, the time, two of current revisions, two of all revisions.
  expect(one).toBe(8);
  expect(await nodes(50)).toBe(one);
  // The principal, the run, its proposals, the time, two of current revisions, two of all revisions.
  const ofRun = `{ principal(principalKey: "${ann.principalKey}") { matchRun(matchRunId: "${run.matchRunId}") { proposals { ${proposal} } } } }`;
  expect(await statementsOf(app, ofRun)).toBe(8);
});
