import { keyOf } from '../../../src/domain/keys';
import {
  checkMatchable,
  decidePublish,
  decideUpdate,
  listingStateAt,
  type PublishData,
} from '../../../src/domain/market/listing';
import type { PublishListingInput, UpdateListingInput } from '../../../src/domain/market/listing-input';
import type { PrincipalData } from '../../../src/domain/parties/principal';
import type { Listing } from '../../../src/domain/types';
import { refusalOf } from './setup';
import { agentOf, ANN, at, listingOf, contextAt, NOW, pointers, principalOf, refusal, uuid } from './market';

const input: PublishListingInput = {
  agent_id: keyOf('agt', agentOf(ANN)),
  trade_profile: 'translation.de-en/v1',
  side: 'provide',
  title: 'Translation',
  price_stamps: 800,
};
const data: PublishData = {
  agent: { agentId: agentOf(ANN) },
  activeListing: null,
  principal: principalOf(),
  settings: { listingFeeStamps: 10n },
};
const publish = (over: Partial<PublishListingInput> = {}, more: Partial<PublishData> = {}) =>
  decidePublish({ ...data, ...more }, { ...input, ...over }, contextAt());

describe('publishing a listing', () => {
  test('costs the listing fee, in one journal and as a spend of the day', () => {
    const { listing, effects } = publish();
    expect(effects).toEqual({
      listings: [listing],
      spends: [{ principalId: ANN, stamps: 10n }],
      journals: [
        {
          journalId: uuid(0x1001),
          idemKey: `listing:${listing.listingId}:fee`,
          kind: 'listing_fee',
          tradeId: null,
          lines: [{ debit: { kind: 'ticket', principal_id: ANN }, credit: { kind: 'platform_fee' }, amount: 10n }],
        },
      ],
    });
  });

  test('absent members have defaults: one step of 10000, no tags, no description, the windows of the platform', () => {
    expect(publish().listing).toEqual({
      listingId: uuid(0x1000),
      principalId: ANN,
      agentId: agentOf(ANN),
      tradeProfile: 'translation.de-en/v1',
      side: 'provide',
      title: 'Translation',
      description: '',
      tags: [],
      priceStamps: 800n,
      steps: [{ title: 'Translation', share_bps: 10_000, trade_profile: null }],
      contractWindowSeconds: null,
      checkpointWindowSeconds: null,
      coverageThresholdBps: null,
      expiresAt: null,
      visibility: 'match_only',
      state: 'active',
      createdAt: NOW,
      updatedAt: NOW,
    });
  });

  test('stores all members of the input', () => {
    const steps = [
      { title: 'Draft', share_bps: 4000, trade_profile: 'draft/v2' },
      { title: 'Final', share_bps: 6000 },
    ];
    const { listing } = publish({
      side: 'consume',
      description: 'Two steps',
      tags: ['german', 'legal'],
      price_stamps: 10n ** 12n,
      steps,
      contract_window_seconds: 1,
      checkpoint_window_seconds: 2_592_000,
      coverage_threshold_bps: 10_000,
      expires_at: at(1),
    });
    expect(listing).toMatchObject({
      side: 'consume',
      description: 'Two steps',
      tags: ['german', 'legal'],
      priceStamps: 10n ** 12n,
      steps: [steps[0], { ...steps[1], trade_profile: null }],
      contractWindowSeconds: 1,
      checkpointWindowSeconds: 2_592_000,
      coverageThresholdBps: 10_000,
      expiresAt: at(1),
    });
  });

  test('moves no stamps without a fee', () => {
    const { effects } = publish(
      {},
      { settings: { listingFeeStamps: 0n }, principal: principalOf({ ticketStamps: 0n }) },
    );
    expect([effects.spends, effects.journals]).toEqual([[], []]);
  });

  test('closes an expired listing of the same agent and profile', () => {
    const old = listingOf({ expiresAt: NOW });
    const { listing, effects } = publish({}, { activeListing: old });
    expect(effects.listings).toEqual([{ ...old, state: 'closed' }, listing]);
  });
});

describe('publishing a listing fails in this order', () => {
  const short = principalOf({ ticketStamps: 9n, spentTodayStamps: 999_995n });

  test('400 validation_failed, then 404 agent_not_found', () => {
    expect(refusal(() => publish({ title: '' }, { agent: null }))).toMatchObject({ code: 'validation_failed' });
    const more = { agent: null, activeListing: listingOf(), principal: short };
    expect(refusal(() => publish({}, more))).toEqual({ code: 'agent_not_found' });
  });

  test('409 listing_already_active: an active listing exists for this agent and trade profile', () => {
    expect(refusal(() => publish({}, { activeListing: listingOf(), principal: short }))).toEqual({
      code: 'listing_already_active',
      listing_key: keyOf('lst', uuid(0x100)),
    });
  });

  test('409 principal_daily_spend_limit_exceeded', () => {
    expect(refusal(() => publish({}, { principal: short }))).toEqual({
      code: 'principal_daily_spend_limit_exceeded',
      limit: 'daily_spend_limit_stamps',
      principal_key: keyOf('prn', ANN),
    });
    expect(publish({}, { principal: principalOf({ spentTodayStamps: 999_990n }) }).effects.spends).toHaveLength(1);
  });

  // @spec LI3
  test('says that no wait makes room when the fee alone exceeds the daily spend limit', () => {
    const adviceOf = (over: Partial<PrincipalData>) =>
      refusalOf(() => publish({}, { principal: principalOf(over) }))?.remedy;
    expect(adviceOf({ spentTodayStamps: 1n, dailySpendLimitStamps: 10n })).toMatch(/^Try again after midnight UTC/);
    expect(adviceOf({ dailySpendLimitStamps: 9n })).toMatch(/^No wait makes room: the cost alone exceeds/);
  });

  test('402 wallet_insufficient_balance: ticket balance cannot cover publishing a listing', () => {
    expect(refusal(() => publish({}, { principal: principalOf({ ticketStamps: 9n }) }))).toEqual({
      code: 'wallet_insufficient_balance',
      required_stamps: 10n,
      available_stamps: 9n,
    });
    expect(publish({}, { principal: principalOf({ ticketStamps: 10n }) }).listing.state).toBe('active');
  });
});

describe('updating a listing', () => {
  const update = (listing: Listing | null, over: UpdateListingInput, otherActive: Listing | null = null) =>
    decideUpdate({ listing, otherActive }, over, contextAt());
  const active = listingOf({ description: 'Old', tags: ['old'], expiresAt: at(60) });
  const paused = listingOf({ state: 'paused' });
  const closed = listingOf({ state: 'closed' });
  const expired = listingOf({ expiresAt: NOW });
  const conflict = (current_state: string) => ({ code: 'listing_state_conflict', current_state });

  test('can change any of title, description, tags, price, steps, windows, expiry', () => {
    const steps = [{ title: 'New', share_bps: 10_000 }];
    const windows = { contract_window_seconds: 5, checkpoint_window_seconds: 6 };
    const rest = { title: 'New', description: 'New', tags: ['new'], price_stamps: 9, steps, expires_at: at(9) };
    const { listing, effects } = update(active, { ...windows, ...rest });
    expect(listing).toEqual({
      ...active,
      title: 'New',
      description: 'New',
      tags: ['new'],
      priceStamps: 9n,
      steps: [{ title: 'New', share_bps: 10_000, trade_profile: null }],
      contractWindowSeconds: 5,
      checkpointWindowSeconds: 6,
      expiresAt: at(9),
      updatedAt: NOW,
    });
    expect(effects).toEqual({ listings: [listing] });
  });

  test('absent members stay; null resets to the default, except for title and price', () => {
    expect(update(active, { title: 'New' }).listing).toEqual({ ...active, title: 'New', updatedAt: NOW });
    expect(update(active, { description: null, tags: null, steps: null, expires_at: null }).listing).toEqual({
      ...active,
      description: '',
      tags: [],
      steps: [{ title: 'Translation', share_bps: 10_000, trade_profile: null }],
      expiresAt: null,
      updatedAt: NOW,
    });
    expect(pointers(() => update(active, { title: null, price_stamps: null }))).toEqual(['/title', '/price_stamps']);
    expect(update(active, {})).toEqual({ listing: active, effects: {} });
  });

  test('members with the value that they have change nothing', () => {
    const same = { title: active.title, tags: ['old'], price_stamps: Number(active.priceStamps), expires_at: at(60) };
    const steps = active.steps.map(({ title, share_bps }) => ({ title, share_bps }));
    expect(update(active, { ...same, steps, description: 'Old' })).toEqual({ listing: active, effects: {} });
    expect(refusal(() => update(closed, { title: closed.title }))).toMatchObject(conflict('closed'));
  });

  test('the ranges are the same as for publishing', () => {
    const steps = [{ title: 'S', share_bps: 10_000, trade_profile: 'other' }];
    expect(pointers(() => update(active, { price_stamps: 0, steps, expires_at: NOW }))).toEqual([
      '/price_stamps',
      '/steps/0/trade_profile',
      '/expires_at',
    ]);
  });

  test('400 precedes 404, and 404 precedes 409', () => {
    expect(refusal(() => update(null, { price_stamps: 0 }))).toMatchObject({ code: 'validation_failed' });
    expect(refusal(() => update(null, { price_stamps: 1 }))).toEqual({ code: 'listing_not_found' });
  });

  test('lifecycle_action: pause, resume, close, and a change with it', () => {
    expect(update(active, { lifecycle_action: 'pause' }).listing).toEqual({
      ...active,
      state: 'paused',
      updatedAt: NOW,
    });
    expect(update(paused, { lifecycle_action: 'resume', title: 'New' }).listing).toEqual({
      ...paused,
      title: 'New',
      state: 'active',
      updatedAt: NOW,
    });
    expect(update(paused, { lifecycle_action: 'close' }).listing.state).toBe('closed');
    expect(update(active, { lifecycle_action: 'close' }).effects.listings).toHaveLength(1);
    expect(update(paused, { title: 'New' }).listing.state).toBe('paused');
  });

  test('pausing a paused, closing a closed or resuming an active listing changes nothing', () => {
    expect(update(paused, { lifecycle_action: 'pause' })).toEqual({ listing: paused, effects: {} });
    expect(update(closed, { lifecycle_action: 'close' })).toEqual({ listing: closed, effects: {} });
    expect(update(active, { lifecycle_action: 'resume' }, listingOf())).toEqual({ listing: active, effects: {} });
  });

  test.each<UpdateListingInput>([
    { title: 'New' },
    { expires_at: at(60) },
    { lifecycle_action: 'resume' },
    { lifecycle_action: 'pause' },
    { lifecycle_action: 'close', title: 'New' },
  ])('409 listing_state_conflict for a change of a closed or expired listing: %j', (over) => {
    for (const listing of [closed, expired, { ...expired, state: 'paused' as const }]) {
      expect(refusal(() => update(listing, over))).toEqual(conflict('closed'));
    }
  });

  test('closing an expired listing only corrects the stored state', () => {
    const { listing, effects } = update(expired, { lifecycle_action: 'close' });
    expect(listing).toEqual({ ...expired, state: 'closed' });
    expect(effects).toEqual({ listings: [listing] });
  });

  test('409 listing_already_active for resume while another listing is active and not expired', () => {
    const other = listingOf({ listingId: uuid(0x200) });
    expect(refusal(() => update(paused, { lifecycle_action: 'resume' }, other))).toEqual({
      code: 'listing_already_active',
      listing_key: keyOf('lst', uuid(0x200)),
    });
    const expiredOther = { ...other, expiresAt: NOW };
    const { listing, effects } = update(paused, { lifecycle_action: 'resume' }, expiredOther);
    expect(effects.listings).toEqual([{ ...expiredOther, state: 'closed' }, listing]);
  });

  test('a match run needs an active listing', () => {
    expect(() => checkMatchable(active, NOW)).not.toThrow();
    expect(refusal(() => checkMatchable(paused, NOW))).toEqual(conflict('paused'));
    expect(refusal(() => checkMatchable(closed, NOW))).toEqual(conflict('closed'));
    expect(refusal(() => checkMatchable(expired, NOW))).toEqual(conflict('closed'));
    expect(listingStateAt(listingOf({ expiresAt: at(0.001) }), NOW)).toBe('active');
  });
});
