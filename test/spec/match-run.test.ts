import { keyOf } from '../../src/domain/keys';
import { useTestApp } from '../support/app';
import { newId } from '../support/ledger';
import { addAgent, inSeconds, parties, party, type Party, profile, refused, type RunAnswer } from '../support/market';

/** Each test has its own trade profiles, so its market has no other listings. */
const app = useTestApp({ ATS_ROLE: 'api', ATS_PROPOSAL_TTL_SECONDS: '100' });

/** The other side of each proposal, in the order of the run. */
function counterparties(run: RunAnswer, own: Party): string[] {
  return run.proposals.map(
    ({ currentRevision }) =>
      currentRevision.participants.find((one) => one.principalKey !== own.principalKey)?.principalKey ?? '',
  );
}

/** Inserts settled trades of an earlier UTC day, some of them with a fault. */
async function record(one: Party, daysAgo: number, settled: number, faulted: number): Promise<void> {
  await app.sql(
    `INSERT INTO principal_record VALUES ($1, (now() + $5 * interval '1 millisecond')::date - $2::int, $3, $4)`,
    [one.principalId, daysAgo, settled, faulted, app.clock.offsetMs()],
  );
}

describe('The ranking', () => {
  // @spec M5, M13
  test('price, tags and faults of 180 days decide; ties by listing_key', async () => {
    const tradeProfile = profile();
    const { ann, cheap, tagged, faulty, twin, late } = await parties(
      app,
      'ann',
      'cheap',
      'tagged',
      'faulty',
      'twin',
      'late',
    );
    await cheap.publish({ tradeProfile, priceStamps: 600 }); // 6000 · 400/1000 − 4000 · 1/4
    await tagged.publish({ tradeProfile, priceStamps: 900, tags: ['a', 'b'] }); // 600 + 3000
    await faulty.publish({ tradeProfile, priceStamps: 500, tags: ['a', 'b'] }); // 3000 + 3000 − 4000
    await twin.publish({ tradeProfile, priceStamps: 600 });
    await late.publish({ tradeProfile, priceStamps: 600 });
    await record(faulty, 0, 1, 1);
    await record(faulty, 180, 50, 0); // the day before the 180
    await record(cheap, 179, 4, 1); // the first of the 180
    const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1000, tags: ['a', 'b'] });
    const run = await ann.run(wanted.listingKey);
    expect(run).toMatchObject({ listingKey: wanted.listingKey, state: 'COMPLETED', candidatesConsidered: 5 });
    expect(counterparties(run, ann)).toEqual([tagged, twin, late, faulty, cheap].map((one) => one.principalKey));
  });

  test('for a provider the highest bids come first; at most max_proposals', async () => {
    const tradeProfile = profile();
    const { ann, low, high, below } = await parties(app, 'ann', 'low', 'high', 'below');
    await low.publish({ tradeProfile, side: 'CONSUME', priceStamps: 800 });
    await high.publish({ tradeProfile, side: 'CONSUME', priceStamps: 2000 });
    await below.publish({ tradeProfile, side: 'CONSUME', priceStamps: 799 });
    const offer = await ann.publish({ tradeProfile, priceStamps: 800 });
    expect(counterparties(await ann.run(offer.listingKey, 1), ann)).toEqual([high.principalKey]);
    expect(counterparties(await ann.run(offer.listingKey, 1), ann)).toEqual([low.principalKey]);
    expect((await ann.run(offer.listingKey)).proposals).toEqual([]);
  });

  // @spec M11
  test('max_proposals is 1–50, else 400', async () => {
    const ann = await party(app);
    const { listingKey } = await ann.publish({ tradeProfile: profile() });
    for (const max of [0, 51]) {
      expect(await refused(ann.run(listingKey, max))).toMatchObject({
        status: 400,
        fields: [{ pointer: '/max_proposals' }],
      });
    }
  });
});

describe('Candidates', () => {
  // @spec M3, M4
  test('are active and unexpired listings of the same trade profile, of principals without a common owner', async () => {
    const tradeProfile = profile();
    const owner = `human-${newId()}`;
    const [ann, sister] = [await party(app, { owner }), await party(app, { owner })];
    const { paused, expiring, other, fits } = await parties(app, 'paused', 'expiring', 'other', 'fits');
    const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1000 });
    await ann.publish({ tradeProfile, agentId: await addAgent(app, ann.principalId) });
    await sister.publish({ tradeProfile });
    const { listingKey } = await paused.publish({ tradeProfile });
    await paused.update(listingKey, { lifecycleAction: 'PAUSE' });
    await expiring.publish({ tradeProfile, expiresAt: inSeconds(app, 30) });
    await other.publish({ tradeProfile: profile() });
    await fits.publish({ tradeProfile, priceStamps: 1000 });
    app.clock.advance(31);
    const run = await ann.run(wanted.listingKey);
    expect(run.candidatesConsidered).toBe(1);
    expect(counterparties(run, ann)).toEqual([fits.principalKey]);
  });

  // @spec M4
  test('a common viewer is no common owner', async () => {
    const { ann, ben, cat } = await parties(app, 'ann', 'ben', 'cat');
    for (const [viewed, owned] of [
      [ann, ben],
      [cat, ann],
    ] as const) {
      await app.sql(
        `INSERT INTO binding SELECT $1, $2, human_id, 'viewer', now() FROM binding WHERE principal_id = $3 AND role = 'owner'`,
        [newId(), viewed.principalId, owned.principalId],
      );
    }
    const tradeProfile = profile();
    await ben.publish({ tradeProfile, priceStamps: 1 });
    await cat.publish({ tradeProfile, priceStamps: 2 });
    const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1000 });
    expect(counterparties(await ann.run(wanted.listingKey), ann)).toEqual([ben.principalKey, cat.principalKey]);
  });

  // @spec M4
  test('an owner who has not accepted its binding is no common owner, which would show the owners of others', async () => {
    const { ann, ben } = await parties(app, 'ann', 'ben');
    await app.sql(
      `INSERT INTO binding SELECT $1, $2, human_id, 'owner', now(), NULL FROM binding WHERE principal_id = $3 AND role = 'owner'`,
      [newId(), ann.principalId, ben.principalId],
    );
    const tradeProfile = profile();
    await ben.publish({ tradeProfile, priceStamps: 1 });
    const wanted = await ann.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1000 });
    expect(counterparties(await ann.run(wanted.listingKey), ann)).toEqual([ben.principalKey]);
  });

  test('a consumer’s listing with several profiles is never a candidate', async () => {
    const tradeProfile = profile();
    const { ann, ben } = await parties(app, 'ann', 'ben');
    const steps = [
      { title: 'x', shareBps: 5000 },
      { title: 'y', shareBps: 5000, tradeProfile: profile() },
    ];
    await ben.publish({ tradeProfile, side: 'CONSUME', priceStamps: 1000, steps });
    const offer = await ann.publish({ tradeProfile });
    expect(await ann.run(offer.listingKey)).toMatchObject({ candidatesConsidered: 0, proposals: [] });
  });

  // @spec M10
  test('should refuse a paused, closed or expired listing: 409 listing_state_conflict', async () => {
    const ann = await party(app);
    const { listingKey } = await ann.publish({ tradeProfile: profile(), expiresAt: inSeconds(app, 30) });
    await ann.update(listingKey, { lifecycleAction: 'PAUSE' });
    expect(await refused(ann.run(listingKey))).toMatchObject({
      status: 409,
      code: 'listing_state_conflict',
      currentState: 'PAUSED',
    });
    app.clock.advance(31);
    expect(await refused(ann.run(listingKey))).toMatchObject({
      code: 'listing_state_conflict',
      currentState: 'CLOSED',
    });
  });

  test('should answer 404 listing_not_found for another principal’s listing', async () => {
    const { ann, ben } = await parties(app, 'ann', 'ben');
    const { listingKey } = await ann.publish({ tradeProfile: profile() });
    for (const key of [listingKey, keyOf('lst', newId()), 'lst_']) {
      expect(await refused(ben.run(key))).toMatchObject({ status: 404, code: 'listing_not_found' });
    }
  });
});
