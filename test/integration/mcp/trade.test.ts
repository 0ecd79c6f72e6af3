import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { startTestApp, type TestApp } from '../../support/app';
import type { Party } from '../../support/actors';
import { connectOldClient, type Json, mcpArguments, type McpTools, type McpSide, startMcp } from '../../support/mcp';
import { type TradeView, tradeWithDispute, waitFor } from '../../support/mcp-trade';
import { twoParties } from '../../support/trades';

/** A whole trade, in which both sides call nothing but tools. */

let app: TestApp;
let seller: McpTools;
let buyer: McpTools;

beforeAll(async () => {
  app = await startTestApp();
  const { provider, consumer } = await twoParties(app);
  [seller, buyer] = await Promise.all([startMcp(app, provider), startMcp(app, consumer)]);
});
afterAll(async () => {
  await seller.close();
  await buyer.close();
  await app.stop();
});

const connectOld = async (party: Party): Promise<McpSide> =>
  connectOldClient(new OldTransport({ command: process.execPath, args: await mcpArguments(app, party) }));

// @spec MC1
test.each(['seller', 'buyer'])(
  'both sides finish a trade with a dispute by tools alone, with a client of SDK 1 as the %s',
  async (old) => {
    const parties = await twoParties(app);
    const connect = (side: string, party: Party): Promise<McpSide> =>
      side === old ? connectOld(party) : startMcp(app, party);
    const sides = {
      seller: await connect('seller', parties.provider),
      buyer: await connect('buyer', parties.consumer),
    };
    await tradeWithDispute(app, sides, parties.consumer);
    await Promise.all([sides.seller.close(), sides.buyer.close()]);
  },
);

test('both sides finish a good trade, and the second step waits for its own activation', async () => {
  const listing = { action: 'publish', tradeProfile: 'mcp.steps', title: 'Two parts', priceStamps: 100 };
  const steps = [
    { title: 'One', shareBps: 5000 },
    { title: 'Two', shareBps: 5000 },
  ];
  await seller.done('ats_find_partners', { ...listing, side: 'PROVIDE', steps, visibility: 'MARKET' });
  const { listings } = await buyer.done<{ listings: Json[] }>('ats_find_partners', {
    action: 'search',
    tradeProfile: 'mcp.steps',
  });
  expect(listings).toMatchObject([{ side: 'PROVIDE', priceStamps: 100, shares: [5000, 5000] }]);
  const published = await buyer.done<{ listings: { listingKey: string }[] }>('ats_find_partners', {
    ...listing,
    side: 'CONSUME',
  });
  const { proposals } = await buyer.done<{ proposals: { proposalKey: string }[] }>('ats_find_partners', {
    action: 'match',
    listingKey: published.listings[0]?.listingKey,
  });
  const proposalKey = proposals[0]?.proposalKey ?? '';
  const answer = { proposalKey, decision: 'ACCEPT', revisionNo: 1 };
  await Promise.all([seller.done('ats_respond', answer), buyer.done('ats_respond', answer)]);
  const { tradeKey } = await buyer.done<TradeView>('ats_start_trade', { proposalKey });
  for (const stepNo of [1, 2]) {
    if (stepNo === 2) await buyer.done('ats_start_trade', { tradeKey });
    const items = [{ description: 'The part', weight: 1 }];
    await seller.done('ats_deliver', { tradeKey, stepNo, summary: 'Done.', items });
    const preview = await buyer.done('ats_preview', { tradeKey, of: 'COMPLETE' });
    expect(preview).toMatchObject({ outcome: 'COMPLETED', own: { paidStamps: 100 } });
    await buyer.done('ats_check_delivery', { tradeKey, stepNo, status: 'CONFIRMED' });
  }
  await waitFor(buyer, 'TRADE_COMPLETED', null);
  expect(await seller.done('ats_settlement', { tradeKey })).toMatchObject({
    outcome: 'COMPLETED',
    own: { receivedStamps: 100 },
  });
});
