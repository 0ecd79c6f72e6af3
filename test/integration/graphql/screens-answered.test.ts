import { OperationTypeNode } from 'graphql';
import { firstEventCode } from '../../support/access';
import { activate, mutate, publishContract, startTrade } from '../../support/actors';
import { startTestApp } from '../../support/app';
import { signerOf } from '../../support/exchange';
import { PROFILE, screens, ScreenWorld } from './screen-world';

/** Each screen of the console is one request, which is answered without errors. */

const queries = screens
  .filter(({ operation }) => operation === OperationTypeNode.QUERY)
  .map(({ name, query }) => [name, query] as const);
const queryOf = (name: string): string => screens.find((screen) => screen.name === name)?.query ?? '';

let world: ScreenWorld;
beforeAll(async () => {
  world = await ScreenWorld.open(await startTestApp({ ATS_WEBHOOK_ALLOW_PRIVATE: 'true' }));
}, 120_000);
afterAll(() => world.app.stop());

/** A part that the answer of a screen contains, where a member could be empty. */
const CONTENTS: ReadonlyMap<string, () => object> = new Map([
  ['Inbox', () => ({ principal: { proposals: { totalCount: 1, nodes: [{ listings: [{}, {}] }] } } })],
  ['ListingPage', () => ({ principal: { listing: { title: 'Translation', visibility: 'MARKET' } } })],
  ['Market', marketContents],
  ['Counterparty', counterpartyContents],
  ['FindPrincipal', () => ({ principals: { totalCount: 1, nodes: [{ displayName: 'Lingua' }] } })],
  ['TradePage', () => ({ principal: { trade: { tradeKey: world.trade.tradeKey } } })],
]);

function marketContents(): object {
  const offer = { priceStamps: 500, principal: { reputation: { settledTrades: 0 } } };
  const sides = [{ side: 'PROVIDE', activeListings: null }, { side: 'CONSUME' }];
  return { market: { totalCount: 1, nodes: [offer] }, tradeProfiles: [{ tradeProfile: PROFILE, sides }] };
}

function counterpartyContents(): object {
  const reputation = { counterparties: 0, faults: [] };
  return { publicPrincipal: { id: world.provider.principalKey, displayName: 'pushed', reputation } };
}

// @spec G15
test.each(queries)('The screen %s is answered in one request without errors', async (name, query) => {
  const data = await world.answerOf(name, query, await world.headersOf(name));
  expect(Object.values(data)).not.toContain(null);
  expect(data).toMatchObject(CONTENTS.get(name)?.() ?? {});
});

// @spec G15
test('The screen TradePage is answered for a settled trade, whose preview is its record', async () => {
  const { provider, consumer, trade } = world;
  world.trade = await startTrade(provider, consumer);
  const { tradeKey } = world.trade;
  await mutate(consumer.api, 'activateTrade', { tradeKey }, 'trade { id }');
  await mutate(provider.api, 'withdrawFromTrade', { tradeKey }, 'trade { id }');
  const data = await world.answerOf('TradePage', queryOf('TradePage'));
  world.trade = trade;
  const record = { outcome: 'COMPENSATED', failureClass: 'F4' };
  expect(data).toMatchObject({ principal: { trade: { lapse: record, settlement: record } } });
});

// @spec G15
test('The screens OneTrade and Queue get their first events over one subscription each', async () => {
  const { app, provider, consumer, trade } = world;
  const one = { query: queryOf('OneTrade'), variables: { k: trade.tradeKey } };
  const updated = firstEventCode(app.url, signerOf(consumer), one);
  await activate(trade);
  await publishContract(trade);
  await mutate(provider.api, 'withdrawFromTrade', { tradeKey: trade.tradeKey }, 'trade { state }');
  expect(await updated).toBe('done');
  const queue = { query: queryOf('Queue'), variables: {} };
  expect(await firstEventCode(app.url, { credential: app.operatorCredential }, queue)).toBe('done');
  expect(queries).toHaveLength(16);
  expect(screens).toHaveLength(18);
});
