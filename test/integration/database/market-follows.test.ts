import { checks } from '../../../src/ledger/audit';
import { startTestApp, type TestApp } from '../../support/app';
import { Connection } from '../../support/ledger';
import { inSeconds, parties, type Party, profile } from '../../support/market';

/** The market tables (sql/market/sync_listing.sql) follow every change of the listings. */
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

describe('The market tables', () => {
  const offered = async (tradeProfile: string) =>
    app.sql<{ rank: string; expires: boolean; tags: string[] | null }>(
      `SELECT o.price_rank AS rank, o.expires_at IS NOT NULL AS expires,
         (SELECT array_agg(tag || set_size ORDER BY tag) FROM market_tag t WHERE t.trade_profile = o.trade_profile AND t.side = o.side AND t.tag_set = o.tag_set) AS tags
       FROM market_offer o WHERE trade_profile = $1`,
      [tradeProfile],
    );
  const tagsOf = async (tradeProfile: string) =>
    (
      await app.sql<{ tag: string }>('SELECT tag FROM market_tag WHERE trade_profile = $1 ORDER BY tag', [tradeProfile])
    ).map(({ tag }) => tag);

  const pairsOf = async (tags: string[], tradeProfile: string) =>
    (
      await app.sql<{ size: number }>(
        `SELECT set_size AS size FROM market_pair WHERE pair IN (SELECT market_pairs($1, 'provide', $2))`,
        [tradeProfile, tags],
      )
    ).map(({ size }) => size);

  test('should follow a listing that is published, changed, paused, resumed and closed', async () => {
    const tradeProfile = profile();
    const { ann } = await parties(app, 'ann');
    const { listingKey } = await ann.publish({ tradeProfile, priceStamps: 700, tags: ['b', 'a'] });
    expect(await offered(tradeProfile)).toEqual([{ rank: '700', expires: false, tags: ['a2', 'b2'] }]);
    await ann.update(listingKey, { priceStamps: 600, tags: ['c'], expiresAt: inSeconds(app, 60) });
    expect(await offered(tradeProfile)).toEqual([{ rank: '600', expires: true, tags: ['c1'] }]);
    expect(await tagsOf(tradeProfile)).toEqual(['c']);
    expect(await pairsOf(['a', 'b', 'c'], tradeProfile)).toEqual([]);
    await ann.update(listingKey, { tags: ['c', 'a', 'b'] });
    expect(await pairsOf(['a', 'b'], tradeProfile)).toEqual([3]);
    expect(await pairsOf(['c', 'b', 'a', 'c'], tradeProfile)).toEqual([3, 3, 3]);
    expect(await pairsOf(['a'], tradeProfile)).toEqual([]);
    await ann.update(listingKey, { lifecycleAction: 'PAUSE' });
    expect(await offered(tradeProfile)).toEqual([]);
    expect(await tagsOf(tradeProfile)).toEqual([]);
    expect(await pairsOf(['a', 'b', 'c'], tradeProfile)).toEqual([]);
    await ann.update(listingKey, { lifecycleAction: 'RESUME' });
    expect(await offered(tradeProfile)).toHaveLength(1);
    await ann.update(listingKey, { lifecycleAction: 'CLOSE' });
    expect(await offered(tradeProfile)).toEqual([]);
  });

  test('should rank a bid by its negated price, and leave out a bid for several profiles', async () => {
    const tradeProfile = profile();
    const { ann, ben } = await parties(app, 'ann', 'ben');
    await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 700 });
    const steps = [{ title: 'x', shareBps: 10_000, tradeProfile: profile() }];
    await ben.publish({ tradeProfile, side: 'CONSUME', priceStamps: 900, steps });
    expect(await offered(tradeProfile)).toEqual([{ rank: '-700', expires: false, tags: null }]);
  });

  test('should keep a tag set while another listing has it, in any order of the tags', async () => {
    const tradeProfile = profile();
    const { ann, ben } = await parties(app, 'ann', 'ben');
    const { listingKey } = await ann.publish({ tradeProfile, tags: ['b', 'a'] });
    await ben.publish({ tradeProfile, tags: ['a', 'b'] });
    expect(
      await app.sql('SELECT DISTINCT tag_set FROM market_offer WHERE trade_profile = $1', [tradeProfile]),
    ).toHaveLength(1);
    await ann.update(listingKey, { lifecycleAction: 'CLOSE' });
    expect(await tagsOf(tradeProfile)).toEqual(['a', 'b']);
  });

  test('should keep a tag set while a concurrent transaction adds a listing with it', async () => {
    const tradeProfile = profile();
    const { ann, ben } = await parties(app, 'ann', 'ben');
    const { listingKey } = await ann.publish({ tradeProfile, tags: ['a'] });
    await db.sql('BEGIN');
    await asksIn(db, tradeProfile, ben);
    await ann.update(listingKey, { lifecycleAction: 'CLOSE' });
    await db.sql('COMMIT');
    expect(await tagsOf(tradeProfile)).toEqual(['a']);
  });

  async function asksIn(own: Connection, tradeProfile: string, one: Party): Promise<void> {
    await own.sql(
      `INSERT INTO listing SELECT gen_random_uuid(), $1::uuid, $2::uuid, $3, 'provide', 'Ask', '', '{a}', 5,
         '[{"title": "Ask", "share_bps": 10000, "trade_profile": null}]', NULL, NULL, NULL, NULL, 'active', now(), now()`,
      one.principalId,
      one.agentId,
      tradeProfile,
    );
  }
});

test.each([
  ['in health', 'SELECT 1', []],
  ['without an offer', 'DELETE FROM market_offer', ['no match run can find it']],
  ['under another price', 'UPDATE market_offer SET price_rank = price_rank + 1', ['match runs find it under another']],
  ['when it is closed', `UPDATE listing SET state = 'closed'`, ['match runs find it']],
  ['without one of its tags', `DELETE FROM market_tag WHERE tag = 'a'`, ['tag a of provide listings']],
  ['with a tag too many in its set', 'UPDATE market_tag SET set_size = 3', ['tag a of', 'tag b of']],
  ['without two of its tags together', 'DELETE FROM market_pair', ['two tags of a set of provide listings']],
  [
    'with a tag too many in its pairs',
    'UPDATE market_pair SET set_size = 3',
    ['two tags of a set of provide listings'],
  ],
])('The audit finds a listing %s', async (_, damage, said) => {
  const { ann } = await parties(app, 'ann');
  await db.sql(
    'BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM listing; DELETE FROM market_offer; DELETE FROM market_tag; DELETE FROM market_pair',
  );
  try {
    await db.sql('SET LOCAL session_replication_role = origin');
    await db.sql(
      `INSERT INTO listing SELECT gen_random_uuid(), $1::uuid, $2::uuid, 'audited', 'provide', 'Ask', '', '{b,a}', 5,
         '[{"title": "Ask", "share_bps": 10000, "trade_profile": null}]', NULL, NULL, NULL, NULL, 'active', now(), now()`,
      ann.principalId,
      ann.agentId,
    );
    await db.sql('SET LOCAL session_replication_role = replica');
    await db.sql(damage);
    const found = await checks.find(({ id }) => id === 'T5')?.run(db);
    expect(found?.map(({ detail }) => detail).sort()).toEqual(
      said.map((part) => expect.stringContaining(part) as string),
    );
  } finally {
    await db.sql('ROLLBACK');
  }
});
