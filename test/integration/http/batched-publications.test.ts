import { randomUUID } from 'node:crypto';
import { idOf } from '../../../src/domain/keys';
import type { Party } from '../../support/actors';
import { startTestApp, type TestApp } from '../../support/app';
import { codeOf, mutation, send, type Sent, signerOf } from '../../support/exchange';
import { Connection } from '../../support/ledger';
import { until } from '../../support/service';
import { auditOf, fundedParties, worth } from '../../support/trades';

/** Publications that share a transaction: each has its own outcome, and additions to the match index do not deadlock. */

const LISTING = {
  tradeProfile: 'batch.essay/v1',
  side: 'PROVIDE',
  title: 'An essay',
  tags: ['essay', 'urgent'],
  priceStamps: 90,
};
const offer = ({ agentId }: Party, more: object = {}): object => ({ ...LISTING, agentId, ...more });
const publish = (party: Party, input: object): Promise<Sent> =>
  send(app, signerOf(party), { body: mutation('publishListing', input, 'listing { listingKey }'), key: randomUUID() });

let app: TestApp;
let other: Connection;

beforeAll(async () => {
  app = await startTestApp();
  other = await Connection.open(app.ownerUrl);
});
afterAll(async () => {
  expect(await auditOf(app)).toEqual([]);
  await other.close();
  await app.stop();
});
afterEach(() => other.sql('ROLLBACK'));

describe('Concurrent publications of many principals', () => {
  it('should each have their own listing and fee, or their own refusal', async () => {
    const parties = await fundedParties(app, 'Free1', 'Free2', 'Free3', 'Expired', 'Active', 'Foreign');
    const [free1, free2, free3, expired, active, foreign] = parties as [Party, Party, Party, Party, Party, Party];
    await publish(expired, offer(expired, { expiresAt: new Date(Date.now() + 60_000) }));
    app.clock.advance(61);
    await publish(active, offer(active));
    const before = await Promise.all(parties.map(worth));
    const answers = await Promise.all([
      publish(free1, offer(free1)),
      publish(free2, offer(free2, { tags: [...LISTING.tags].reverse() })),
      publish(free3, offer(free3, { tags: ['other'] })),
      publish(expired, offer(expired)),
      publish(active, offer(active)),
      publish(foreign, offer(free1)),
    ]);
    expect(answers.map((answer) => codeOf(answer) ?? 'published')).toEqual([
      ...['published', 'published', 'published', 'published', 'listing_already_active', 'agent_not_found'],
    ]);
    const after = await Promise.all(parties.map(worth));
    expect(after.map((stamps, n) => (before[n] ?? 0) - stamps)).toEqual([10, 10, 10, 10, 0, 0]);
    const states = await app.sql<{ states: string[] }>(
      `SELECT array_agg(l.state ORDER BY l.listing_id) AS states FROM unnest($1::uuid[]) WITH ORDINALITY p (id, n)
        LEFT JOIN listing l ON l.principal_id = p.id GROUP BY n ORDER BY n`,
      [parties.map(({ principalKey }) => idOf('prn', principalKey))],
    );
    expect(states.map((row) => row.states)).toEqual([
      ...[['active'], ['active'], ['active'], ['closed', 'active'], ['active'], [null]],
    ]);
  });
});

it('Two transactions that add the same tag sets in opposite orders both commit', async () => {
  const parties = await fundedParties(app, 'First', 'Second', 'Third');
  for (const party of parties) await publish(party, offer(party));
  const [first, second, third] = await app.sql<{ doc: object }>(
    'SELECT to_jsonb(l) AS doc FROM listing l WHERE agent_id = ANY ($1)',
    [parties.map(({ agentId }) => agentId)],
  );
  const apply = (owner: { doc: object } | undefined, ...profiles: string[]): [string, ...unknown[]] => {
    const listings = profiles.map((profile) => ({ ...owner?.doc, listing_id: randomUUID(), trade_profile: profile }));
    return ['SELECT apply_effects($1, now())', JSON.stringify({ listings })];
  };
  // The third transaction holds the set in the middle, until the others wait for it or for each other.
  await other.sql('BEGIN');
  await other.sql(...apply(third, 'order.b/v1'));
  const more = await Promise.all([Connection.open(app.ownerUrl), Connection.open(app.ownerUrl)]);
  try {
    const done = Promise.all([
      more[0].sql(...apply(first, 'order.a/v1', 'order.b/v1', 'order.c/v1')),
      more[1].sql(...apply(second, 'order.c/v1', 'order.b/v1', 'order.a/v1')),
    ]);
    await until(async () => {
      const [row] = await app.sql<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return row?.waiting === 2;
    }, 'both transactions wait');
    await other.sql('ROLLBACK');
    expect(await done).toHaveLength(2);
  } finally {
    await Promise.all(more.map((connection) => connection.close()));
  }
});
