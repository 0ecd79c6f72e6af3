import { startTestApp, type TestApp } from '../../support/app';
import { createParty, mutate, type Party } from '../../support/actors';
import { type Json, type McpTools, startMcp } from '../../support/mcp';
import { twoParties } from '../../support/trades';

/** Own listings, and the reason of a match run without proposals. */

let app: TestApp;
let provider: Party;
let consumer: Party;
let seller: McpTools;
let buyer: McpTools;

beforeAll(async () => {
  app = await startTestApp();
  ({ provider, consumer } = await twoParties(app));
  [seller, buyer] = await Promise.all([startMcp(app, provider), startMcp(app, consumer)]);
});
afterAll(async () => {
  await Promise.all([seller.close(), buyer.close()]);
  await app.stop();
});

const CARD = { description: 'Sells.', version: '1.0.0', capabilities: {} };

interface Listed {
  readonly listings: readonly [{ readonly listingKey: string; readonly state: string; readonly priceStamps: number }];
  readonly allowedActions: readonly Json[];
}

const act = (mcp: McpTools, action: string, args: Json) => mcp.done<Listed>('ats_find_partners', { action, ...args });

async function publish(mcp: McpTools, args: Json): Promise<string> {
  const { listings } = await act(mcp, 'publish', { title: 'Work', ...args });
  return listings[0].listingKey;
}

const match = (mcp: McpTools, listingKey: string, args: Json = {}) =>
  mcp.done<{ proposals: { proposalKey: string }[]; reason?: string; nextStep?: string }>('ats_find_partners', {
    action: 'match',
    listingKey,
    ...args,
  });

// @spec MC31
test('a listing that is active already can be updated, paused, resumed and closed', async () => {
  const listing = { side: 'CONSUME', tradeProfile: 'own.listing', title: 'Work', priceStamps: 100 };
  const listingKey = await publish(buyer, listing);
  const again = { action: 'publish', ...listing, intentId: 'publish-again' };
  const { isError, body } = await buyer.call('ats_find_partners', again);
  expect([isError, body]).toEqual([
    true,
    expect.objectContaining({
      code: 'listing_already_active',
      listingKey,
      intentId: 'publish-again',
      needsNewIntentId: true,
    }),
  ]);
  expect(body['remedy']).toMatch(/action update, pause or close/);
  const updated = await act(buyer, 'update', { listingKey, priceStamps: 120 });
  expect(updated.listings).toEqual([{ listingKey, state: 'ACTIVE', side: 'CONSUME', priceStamps: 120 }]);
  for (const action of ['update', 'pause', 'close']) {
    expect(updated.allowedActions).toContainEqual(
      expect.objectContaining({ tool: 'ats_find_partners', operation: 'updateListing', action }),
    );
  }
  const states: string[] = [];
  for (const action of ['pause', 'resume', 'close']) {
    states.push((await act(buyer, action, { listingKey })).listings[0].state);
    const { listings } = await buyer.done<Listed>('ats_overview');
    const found = listings.find((one) => one.listingKey === listingKey);
    expect(found?.state ?? 'CLOSED').toBe(states.at(-1));
  }
  expect(states).toEqual(['PAUSED', 'ACTIVE', 'CLOSED']);
  expect(await publish(buyer, listing)).not.toBe(listingKey);
});

// @spec MC31
test.each([
  ['update', { listingKey: 'lst_0' }, 'at least one of'],
  ['pause', { listingKey: 'lst_0', priceStamps: 1 }, 'Only update'],
  ['close', {}, 'needs listingKey'],
])('%s refuses the arguments %j', async (action, args, words) => {
  const { body } = await buyer.call('ats_find_partners', { action, ...args });
  expect(body).toMatchObject({ code: 'invalid_arguments', remedy: expect.stringContaining(words) as unknown });
});

// @spec MC32
test('a match run without proposals says why, and what to do next', async () => {
  const tradeProfile = 'empty.match';
  const bid = await publish(buyer, { side: 'CONSUME', tradeProfile, priceStamps: 100 });
  expect(await match(buyer, bid)).toMatchObject({ proposals: [], reason: 'NO_PARTNER' });
  const ask = await publish(seller, { side: 'PROVIDE', tradeProfile, priceStamps: 150, visibility: 'MARKET' });
  const dear = await match(buyer, bid);
  expect(dear).toMatchObject({ proposals: [], reason: 'PRICE_NOT_MET', bestPriceStamps: 150 });
  expect(dear.nextStep).toMatch(/Update the price of your listing.*Use update/);
  await act(buyer, 'update', { listingKey: bid, priceStamps: 150 });
  const { proposals, reason } = await match(buyer, bid);
  expect([proposals.length, reason]).toEqual([1, undefined]);
  const proposalKey = proposals[0]?.proposalKey ?? '';
  const open = { reason: 'OPEN_PROPOSALS', proposalKeysOpenNow: [proposalKey] };
  expect(await match(buyer, bid, { intentId: 'open' })).toMatchObject(open);
  await buyer.done('ats_respond', { proposalKey, decision: 'REJECT' });
  const stored = { isStoredAnswer: true, reason: 'OPEN_PROPOSALS', proposalKeysOpenNow: [] };
  expect(await match(buyer, bid, { intentId: 'open' })).toMatchObject(stored);
  expect(await match(buyer, bid)).toMatchObject({ reason: 'PARTNERS_EXCLUDED', bestPriceStamps: 150 });
  await act(seller, 'update', { listingKey: ask, description: 'Changed.' });
  const strict = await match(buyer, bid, { minSettledTrades: 5 });
  expect(strict).toMatchObject({ proposals: [], reason: 'PARTNERS_EXCLUDED' });
  expect(strict.nextStep).toContain('fewer settled trades than the run requires');
  expect((await match(buyer, bid)).proposals).toHaveLength(1);
});

// @spec MC32
test('a repeated match says that its answer is stored, and has the reason of its run', async () => {
  const tradeProfile = 'stored.match';
  const ask = await publish(seller, { side: 'PROVIDE', tradeProfile, priceStamps: 150, visibility: 'MARKET' });
  const bid = await publish(buyer, { side: 'CONSUME', tradeProfile, priceStamps: 100 });
  expect(await match(buyer, bid, { intentId: 'low' })).toMatchObject({ proposals: [], reason: 'PRICE_NOT_MET' });
  const stored = { isStoredAnswer: true, nextStep: expect.stringContaining('new intentId') as unknown };
  await act(seller, 'update', { listingKey: ask, priceStamps: 100 });
  const found = await match(buyer, bid, { intentId: 'met' });
  expect([found.proposals.length, found]).toEqual([1, expect.not.objectContaining({ isStoredAnswer: true })]);
  for (const intentId of ['low', 'met']) {
    const again = await match(buyer, bid, { intentId });
    expect(again).toMatchObject({ proposals: intentId === 'met' ? [{}] : [], ...stored });
    expect(again.reason).toBe(intentId === 'met' ? undefined : 'PRICE_NOT_MET');
  }
});

// @spec MC32
test('a provider learns the best bid, and a listing that only matches is in no search', async () => {
  const tradeProfile = 'empty.bids';
  const hidden = { side: 'CONSUME', tradeProfile, priceStamps: 80 };
  const bid = await publish(buyer, hidden);
  const ask = await publish(seller, { side: 'PROVIDE', tradeProfile, priceStamps: 100 });
  const search = { action: 'search', tradeProfile };
  expect(await seller.done('ats_find_partners', search)).toMatchObject({ listings: [], reason: 'NO_PUBLIC_LISTING' });
  expect(await match(seller, ask)).toMatchObject({ reason: 'NO_PARTNER' });
  await act(buyer, 'update', { listingKey: bid, visibility: 'MARKET' });
  expect(await match(seller, ask)).toMatchObject({ reason: 'PRICE_NOT_MET', bestPriceStamps: 80 });
});

// @spec MC37
test('a search has 20 listings a page, and the returned cursor continues it', async () => {
  const tradeProfile = 'many.pages';
  const published: string[] = [];
  for (let n = 0; n < 21; n += 1) {
    const { agent } = await mutate<{ agent: { agentKey: string } }>(
      provider.owner,
      'registerAgent',
      { principalKey: provider.principalKey, card: { ...CARD, name: `Seller ${n}` } },
      'agent { agentKey }',
    );
    const listing = { side: 'PROVIDE', tradeProfile, priceStamps: 100 + n, visibility: 'MARKET' };
    published.push(await publish(seller, { ...listing, agentKey: agent.agentKey }));
  }
  const page = (after?: string) =>
    buyer.done<{ listings: { listingKey: string }[]; cursor?: string }>('ats_find_partners', {
      ...{ action: 'search', tradeProfile },
      ...(after !== undefined && { after }),
    });
  const first = await page();
  const second = await page(first.cursor);
  expect([first.listings.length, second.listings.length, second.cursor]).toEqual([20, 1, undefined]);
  const found = [...first.listings, ...second.listings].map(({ listingKey }) => listingKey);
  expect(found.sort()).toEqual(published.sort());
  const { body } = await buyer.call('ats_find_partners', { action: 'search', after: 'x' });
  expect(body).toMatchObject({ code: 'validation_failed' });
});

// @spec MC32
test('a match without listingKey names the active listings, or says that one is missing', async () => {
  const listingKey = await publish(buyer, { side: 'CONSUME', tradeProfile: 'no.key', priceStamps: 1 });
  const { body } = await buyer.call('ats_find_partners', { action: 'match' });
  expect([body['code'], body['remedy']]).toEqual(['invalid_arguments', expect.stringContaining(listingKey)]);
  const newcomer = await startMcp(app, await createParty(app, 'Newcomer'));
  const missing = await newcomer.call('ats_find_partners', { action: 'match' });
  await newcomer.close();
  expect(missing.body).toMatchObject({ code: 'listing_needed', remedy: expect.stringContaining('publish') as unknown });
});
