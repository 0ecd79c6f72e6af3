import { idOf } from '../../src/domain/keys';
import { useTestApp } from '../support/app';
import { addAgent, inSeconds, outcome, parties, party, PROFILE, refused, ticketsOf } from '../support/market';
import { newId } from '../support/ledger';
import { WAITING } from '../support/waiting';

/** Specification "Publish listing", "Update listing". No workers run: the service derives the state itself. */
const app = useTestApp({ ATS_ROLE: 'api' });

describe('Publish listing', () => {
  // @spec L1
  test('costs the listing fee from the ticket balance, and returns the published listing', async () => {
    const ann = await party(app, { tickets: 100n });
    const listing = await ann.publish({
      title: 'Ü',
      tags: ['a', 'b'],
      steps: [
        { title: 'x', shareBps: 2500 },
        { title: 'y', shareBps: 7500 },
      ],
      contractWindowSeconds: 60,
      coverageThresholdBps: 9000,
    });
    expect(listing).toMatchObject({
      agentId: ann.agentId,
      tradeProfile: PROFILE,
      side: 'PROVIDE',
      title: 'Ü',
      description: '',
      tags: ['a', 'b'],
      priceStamps: 800,
      steps: [
        { title: 'x', shareBps: 2500, tradeProfile: null },
        { title: 'y', shareBps: 7500, tradeProfile: null },
      ],
      contractWindowSeconds: 60,
      checkpointWindowSeconds: null,
      coverageThresholdBps: 9000,
      state: 'ACTIVE',
      expiresAt: null,
    });
    expect(await ticketsOf(app, ann)).toBe(90n);
    expect(await ann.listing(listing.listingKey)).toEqual(listing);
    expect(
      (await app.operator.queryOrThrow<{ node: unknown }>(`{ node(id: "${listing.listingKey}") { id } }`)).node,
    ).toEqual({
      id: listing.listingKey,
    });
  });

  // @spec L2
  test('can return 402 wallet_insufficient_balance, and then nothing is published', async () => {
    const ann = await party(app, { tickets: 9n });
    expect(await refused(ann.publish())).toMatchObject({
      status: 402,
      code: 'wallet_insufficient_balance',
      requiredStamps: 10,
      availableStamps: 9,
    });
    expect(await ticketsOf(app, ann)).toBe(9n);
    expect(await ann.read('listings { nodes { id } }')).toEqual({ listings: { nodes: [] } });
  });

  // @spec L14
  test('is bounded by daily_spend_limit_stamps of the UTC day', async () => {
    const ann = await party(app);
    await app.sql('UPDATE principal SET daily_spend_limit_stamps = 15 WHERE principal_id = $1', [ann.principalId]);
    await ann.publish();
    expect(await refused(ann.publish({ tradeProfile: 'other' }))).toMatchObject({
      status: 409,
      code: 'principal_daily_spend_limit_exceeded',
      limit: 'daily_spend_limit_stamps',
      principalKey: ann.principalKey,
    });
  });

  // @spec L3, L4
  test('a principal may have an active listing for each agent_id and trade_profile pair', async () => {
    const ann = await party(app);
    const first = await ann.publish();
    expect(await refused(ann.publish())).toMatchObject({
      status: 409,
      code: 'listing_already_active',
      listingKey: first.listingKey,
    });
    await ann.publish({ tradeProfile: 'other' });
    await ann.publish({ agentId: await addAgent(app, ann.principalId) });
    expect(await ticketsOf(app, ann)).toBe(970n);
  });

  // @spec L3
  test('should keep one active listing and charge one fee when ten publish at once', async () => {
    const ann = await party(app);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => outcome(ann.publish())));
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(1);
    expect(outcomes.filter((one) => one === 'listing_already_active')).toHaveLength(9);
    expect(await ticketsOf(app, ann)).toBe(990n);
  });

  test('should publish three of ten concurrent listings with tickets for three; seven get 402', async () => {
    const ann = await party(app, { tickets: 35n });
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => outcome(ann.publish({ tradeProfile: `p${String(index)}` }))),
    );
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(3);
    expect(outcomes.filter((one) => one === 'wallet_insufficient_balance')).toHaveLength(7);
    expect(await ticketsOf(app, ann)).toBe(5n);
  });

  test('should publish three of ten concurrent listings with a daily limit for three', async () => {
    const ann = await party(app);
    await app.sql('UPDATE principal SET daily_spend_limit_stamps = 35 WHERE principal_id = $1', [ann.principalId]);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => outcome(ann.publish({ tradeProfile: `p${String(index)}` }))),
    );
    expect(outcomes.filter((one) => one === 'done')).toHaveLength(3);
    expect(outcomes.filter((one) => one === 'principal_daily_spend_limit_exceeded')).toHaveLength(7);
  });

  // @spec L13
  test('should answer 404 agent_not_found for an agent of another principal and for an unknown agent', async () => {
    const { ann, ben } = await parties(app, 'ann', 'ben');
    for (const agentId of [ben.agentId, newId(), 'nobody']) {
      expect(await refused(ann.publish({ agentId }))).toMatchObject({ status: 404, code: 'agent_not_found' });
    }
  });

  // @spec L15
  test('should answer 400 for invalid input before any other check', async () => {
    const ann = await party(app, { tickets: 0n });
    expect(
      await refused(ann.publish({ agentId: newId(), tradeProfile: 'No\u0000', priceStamps: 0, tags: ['x', 'x'] })),
    ).toMatchObject({
      status: 400,
      code: 'validation_failed',
      fields: [{ pointer: '/trade_profile' }, { pointer: '/tags/1' }, { pointer: '/price_stamps' }],
    });
  });
});

describe('Update listing', () => {
  // @spec L9
  test('changes any of title, description, tags, price, steps, windows, expiry; omitted members stay', async () => {
    const ann = await party(app);
    const listing = await ann.publish({ tags: ['a'], expiresAt: inSeconds(app, 600) });
    const changed = await ann.update(listing.listingKey, { title: 'New', priceStamps: 5, expiresAt: null });
    expect(changed).toEqual({
      ...listing,
      title: 'New',
      priceStamps: 5,
      expiresAt: null,
      updatedAt: changed.updatedAt,
    });
    expect(changed.updatedAt > listing.updatedAt).toBe(true);
    const others = {
      ...{ description: 'Other.', tags: ['b', 'c'], expiresAt: inSeconds(app, 900), visibility: 'MARKET' },
      ...{
        contractWindowSeconds: 7_000,
        checkpointWindowSeconds: 8_000,
        steps: [{ title: 'One', shareBps: 10_000, tradeProfile: null }],
      },
    };
    await ann.update(listing.listingKey, others);
    expect(await ann.listing(listing.listingKey)).toMatchObject({ title: 'New', priceStamps: 5, ...others });
    expect(await ticketsOf(app, ann)).toBe(990n);
  });

  // @spec L10
  test('can change any of title … expiry, but not the coverage threshold, which is set at publish', async () => {
    const ann = await party(app);
    const { listingKey } = await ann.publish({ coverageThresholdBps: 9000 });
    expect(await refused(ann.update(listingKey, { title: 'New', coverageThresholdBps: 1 }))).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
    expect(await ann.listing(listingKey)).toMatchObject({ title: 'Offer', coverageThresholdBps: 9000 });
  });

  // @spec L5, L7
  test('pause, resume, close; pausing a paused listing and closing a closed one changes nothing', async () => {
    const ann = await party(app);
    const { listingKey } = await ann.publish();
    const paused = await ann.update(listingKey, { lifecycleAction: 'PAUSE' });
    expect(paused.state).toBe('PAUSED');
    expect(await ann.update(listingKey, { lifecycleAction: 'PAUSE' })).toEqual(paused);
    expect((await ann.update(listingKey, { lifecycleAction: 'RESUME' })).state).toBe('ACTIVE');
    const closed = await ann.update(listingKey, { lifecycleAction: 'CLOSE' });
    expect(closed.state).toBe('CLOSED');
    expect(await ann.update(listingKey, { lifecycleAction: 'CLOSE' })).toEqual(closed);
  });

  // @spec L6
  test('a closed listing is final: changing or resuming it is 409 listing_state_conflict', async () => {
    const ann = await party(app);
    const { listingKey } = await ann.publish();
    await ann.update(listingKey, { lifecycleAction: 'CLOSE' });
    for (const input of [{ title: 'x' }, { lifecycleAction: 'RESUME' }, { lifecycleAction: 'PAUSE' }]) {
      expect(await refused(ann.update(listingKey, input))).toMatchObject({
        status: 409,
        code: 'listing_state_conflict',
        currentState: 'CLOSED',
      });
    }
  });

  // @spec L8
  test('resuming while another listing of the pair is active: 409 listing_already_active, also when both resume at once', async () => {
    const ann = await party(app);
    const first = await ann.publish();
    await ann.update(first.listingKey, { lifecycleAction: 'PAUSE' });
    const second = await ann.publish();
    expect(await refused(ann.update(first.listingKey, { lifecycleAction: 'RESUME' }))).toMatchObject({
      status: 409,
      code: 'listing_already_active',
      listingKey: second.listingKey,
    });
    for (let round = 0; round < 5; round += 1) {
      await ann.update(first.listingKey, { lifecycleAction: 'PAUSE' });
      await ann.update(second.listingKey, { lifecycleAction: 'PAUSE' });
      const outcomes = await Promise.all(
        [first, second].map((one) => outcome(ann.update(one.listingKey, { lifecycleAction: 'RESUME' }))),
      );
      expect(outcomes.toSorted()).toEqual(['done', 'listing_already_active']);
    }
  });

  test('resuming or publishing while another transaction activates one: 409 after its commit', async () => {
    const ann = await party(app);
    const first = await ann.publish();
    await ann.update(first.listingKey, { lifecycleAction: 'PAUSE' });
    const second = await ann.publish();
    await ann.update(second.listingKey, { lifecycleAction: 'PAUSE' });
    for (const call of [() => ann.update(second.listingKey, { lifecycleAction: 'RESUME' }), () => ann.publish()]) {
      await app.sql('BEGIN');
      const id = idOf('lst', first.listingKey);
      await app.sql(`UPDATE listing SET state = 'active' WHERE listing_id = $1`, [id]);
      const called = refused(call());
      for (let waiting = 0; waiting === 0;) {
        waiting = (await app.sql(WAITING)).length;
      }
      await app.sql('COMMIT');
      expect(await called).toMatchObject({ status: 409, code: 'listing_already_active' });
      await ann.update(first.listingKey, { lifecycleAction: 'PAUSE' });
    }
  });

  test('another principal’s listing, or an unknown one: 404 listing_not_found, and null when read', async () => {
    const { ann, ben } = await parties(app, 'ann', 'ben');
    const { listingKey } = await ann.publish();
    for (const key of [listingKey, 'lst_nothing']) {
      expect(await refused(ben.update(key, { title: 'x' }))).toMatchObject({ status: 404, code: 'listing_not_found' });
      expect(await ben.listing(key)).toBeNull();
      const { node } = await ben.api.queryOrThrow<{ node: unknown }>(`{ node(id: "${key}") { id } }`);
      expect(node).toBeNull();
    }
  });

  test('should answer 400 with a pointer for invalid input', async () => {
    const ann = await party(app);
    const { listingKey } = await ann.publish();
    expect(await refused(ann.update(listingKey, { priceStamps: null }))).toMatchObject({
      status: 400,
      fields: [{ pointer: '/price_stamps' }],
    });
  });
});

describe('An expired listing counts as closed', () => {
  // @spec L11
  test('with or without the worker: shown as closed, not changeable, and its pair is free', async () => {
    const ann = await party(app);
    const old = await ann.publish({ expiresAt: inSeconds(app, 60) });
    app.clock.advance(61);
    expect((await ann.listing(old.listingKey))?.state).toBe('CLOSED');
    expect(await ann.read('listings { nodes { state } }')).toEqual({ listings: { nodes: [{ state: 'CLOSED' }] } });
    expect(await refused(ann.update(old.listingKey, { title: 'x' }))).toMatchObject({ code: 'listing_state_conflict' });
    const anew = await ann.publish();
    expect(anew.state).toBe('ACTIVE');
    expect(
      await app.sql('SELECT state FROM listing WHERE principal_id = $1 ORDER BY listing_id', [ann.principalId]),
    ).toEqual([{ state: 'closed' }, { state: 'active' }]);
  });
});

// @spec L12, G7
test('Lists the principal’s listings, newest first, page by page', async () => {
  const ann = await party(app);
  const keys: string[] = [];
  for (const tradeProfile of ['a', 'b', 'c']) keys.unshift((await ann.publish({ tradeProfile })).listingKey);
  interface Page {
    listings: { nodes: { id: string }[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
  }
  const first = await ann.read<Page>('listings(first: 2) { nodes { id } pageInfo { endCursor hasNextPage } }');
  expect(first.listings.nodes.map((one) => one.id)).toEqual(keys.slice(0, 2));
  expect(first.listings.pageInfo.hasNextPage).toBe(true);
  const cursor = first.listings.pageInfo.endCursor;
  const rest = await ann.read<Page>(`listings(after: "${cursor}") { nodes { id } pageInfo { endCursor hasNextPage } }`);
  expect(rest.listings.nodes.map((one) => one.id)).toEqual(keys.slice(2));
  expect(rest.listings.pageInfo.hasNextPage).toBe(false);
});
