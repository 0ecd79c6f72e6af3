import { startTestApp, type TestApp } from '../../support/app';
import { accept, activate, balances, type Party, propose, startTrade } from '../../support/actors';
import { type Json, type McpTools, startMcp } from '../../support/mcp';
import { twoParties } from '../../support/trades';

/** `allowedActions`: the cost of each act as its tool would cause it. */

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

interface WithActions {
  readonly allowedActions: readonly Json[];
}
interface Attention {
  readonly attention: readonly { readonly subjectKey: string; readonly action: Json | null }[];
}

const actionOf = ({ allowedActions }: WithActions, members: Json): Json | undefined =>
  allowedActions.find((action) => Object.entries(members).every(([name, value]) => action[name] === value));

async function attentionOf(mcp: McpTools, key: string): Promise<Json | null | undefined> {
  const { attention } = await mcp.done<Attention>('ats_overview');
  return attention.find(({ subjectKey }) => subjectKey === key)?.action;
}

// The price, a fee of 1 % and a bond of 20 %.
const COMMITMENT = { priceStamps: 1000, feeStamps: 10, bondStamps: 200, totalStamps: 1210 };

// @spec MC33
test('an acceptance shows what it commits, and no cost of 0, wherever it is offered', async () => {
  const { proposalKey } = await propose(provider, consumer, { price: 1000 });
  const accepting = { operation: 'respondToProposal', decision: 'ACCEPT' };
  const refused = await buyer.call('ats_start_trade', { proposalKey });
  const offers = [
    actionOf(await buyer.done('ats_proposal', { proposalKey }), accepting),
    actionOf(refused.body as unknown as WithActions, accepting),
    await attentionOf(buyer, proposalKey),
  ];
  for (const offer of offers) {
    expect(offer).toMatchObject({ tool: 'ats_respond', decision: 'ACCEPT', yourCommitment: COMMITMENT });
    expect(offer).not.toHaveProperty('costStamps');
  }
});

// @spec MC33
test('an act is offered with the arguments of its tool, which takes them as they are', async () => {
  const { proposalKey } = await propose(provider, consumer, { price: 1000 });
  const offer = actionOf(await buyer.done('ats_proposal', { proposalKey }), { decision: 'REJECT' });
  expect(offer).toMatchObject({ tool: 'ats_respond', revisionNo: 1 });
  expect(offer).not.toHaveProperty('expectedRevisionNo');
  const { decision, revisionNo } = offer ?? {};
  expect(await buyer.done('ats_respond', { proposalKey, decision, revisionNo })).toMatchObject({ state: 'REJECTED' });
  const listing = { side: 'CONSUME', tradeProfile: 'acts.listing', title: 'Work', priceStamps: 1 };
  const published = await buyer.done<WithActions & { listings: [{ listingKey: string }] }>('ats_find_partners', {
    action: 'publish',
    ...listing,
  });
  const [{ listingKey }] = published.listings;
  expect(actionOf(published, { operation: 'runMatch' })).toMatchObject({ action: 'match' });
  const { action } = actionOf(published, { action: 'pause' }) ?? {};
  const paused = await buyer.done('ats_find_partners', { action, listingKey });
  expect(paused).toMatchObject({ listings: [{ state: 'PAUSED' }] });
});

// @spec MC33
test('the start of a trade shows the stamps that ats_start_trade moves', async () => {
  const deal = await propose(provider, consumer, { price: 1000 });
  await accept(deal, provider, consumer);
  const { proposalKey } = deal;
  const starting = { tool: 'ats_start_trade', operation: 'createTrade' };
  const offer = actionOf(await buyer.done('ats_proposal', { proposalKey }), starting);
  expect(offer).toMatchObject({ costStamps: 1010, bondStamps: 200, yourCommitment: COMMITMENT });
  expect(await attentionOf(buyer, proposalKey)).toEqual(offer);
  const sold = actionOf(await seller.done('ats_proposal', { proposalKey }), starting);
  expect(sold).toMatchObject({ costStamps: 0, bondStamps: 200, yourCommitment: { totalStamps: 200 } });
  const before = await balances(consumer);
  await buyer.done('ats_start_trade', { proposalKey });
  const after = await balances(consumer);
  expect(before.ticketBalanceStamps - after.ticketBalanceStamps).toBe(1210);
});

interface Priced {
  readonly yourCommitment: Json;
  readonly participants: readonly { readonly isYou: boolean; readonly bondStamps: number }[];
}

// @spec MC33
test('a commitment is what the service computes, with its rounding', async () => {
  const { proposalKey } = await propose(provider, consumer, { price: 1051 });
  const { yourCommitment, participants } = await buyer.done<Priced>('ats_proposal', { proposalKey });
  const preview = { proposalKey, stepNo: 1, of: 'COMPLETE' };
  const { own } = await buyer.done<{ own: Json }>('ats_preview', preview);
  const bondStamps = participants.find(({ isYou }) => isYou)?.bondStamps;
  expect(yourCommitment).toMatchObject({ priceStamps: own['paidStamps'], feeStamps: own['feesStamps'], bondStamps });
  expect(yourCommitment).toMatchObject({ priceStamps: 1051, feeStamps: 11, bondStamps: 211 });
});

// @spec MC33
test('an act that would change nothing is not offered', async () => {
  const trade = await startTrade(provider, consumer, { price: 1000 });
  const { tradeKey } = trade;
  const activation = { operation: 'activateTrade' };
  const offer = actionOf(await buyer.done('ats_trade', { tradeKey }), activation);
  expect(offer).toMatchObject({ tool: 'ats_start_trade', costStamps: 1010 });
  await activate(trade);
  expect(actionOf(await buyer.done('ats_trade', { tradeKey }), activation)).toBeUndefined();
});
