import { startTestApp, type TestApp } from '../../support/app';
import { accept, activate, buyTickets, createParty, type Party, propose, startTrade } from '../../support/actors';
import { funded, putMandate } from '../../support/mandates';
import { type Json, type McpTools, startMcp } from '../../support/mcp';

/** Causes that block acts, the parties that pay for them, and the advice without an act. */

let app: TestApp;
let provider: Party;
let poor: Party;
let seller: McpTools;
let buyer: McpTools;
const running: McpTools[] = [];

beforeAll(async () => {
  app = await startTestApp();
  provider = await funded(app, 'provider');
  poor = await createParty(app, 'Poor');
  await buyTickets(poor, 'STARTER');
  [seller, buyer] = await Promise.all([startMcp(app, provider), startMcp(app, poor)]);
});
afterAll(async () => {
  await Promise.all([seller, buyer, ...running].map((mcp) => mcp.close()));
  await app.stop();
});

interface Acts {
  readonly allowedActions: readonly Json[];
  readonly blockedActions?: readonly Json[];
  readonly nextStep?: string;
}
interface Overview {
  readonly attention: readonly (Json & { readonly subjectKey: string })[];
  readonly allowedActions: readonly Json[];
}

const attentionOf = async (mcp: McpTools, key: string): Promise<Json | undefined> =>
  (await mcp.done<Overview>('ats_overview')).attention.find(({ subjectKey }) => subjectKey === key);

// @spec MC42
test('a start that the balance does not cover is shown with its code and remedy, wherever it is missing', async () => {
  const deal = await propose(provider, poor, { price: 400_000 });
  const { proposalKey } = deal;
  await accept(deal, provider, poor);
  const cause = {
    code: 'principal_bond_insufficient_balance',
    missingStamps: expect.any(Number) as unknown,
    remedy: expect.stringMatching(/^No tool buys tickets\. Tell your user.* new intentId\.$/) as unknown,
  };
  expect(await attentionOf(buyer, proposalKey)).toMatchObject({ kind: 'CREATE_TRADE', action: null, blocked: cause });
  const read = await buyer.done<Acts>('ats_proposal', { proposalKey });
  expect([read.allowedActions, read.blockedActions, read.nextStep]).toEqual([
    [],
    [{ tools: ['ats_start_trade'], ...cause }],
    undefined,
  ]);
  // The other party sees that it must wait, and no balance.
  const other = await seller.done<Acts>('ats_proposal', { proposalKey });
  expect(other.blockedActions).toEqual([expect.not.objectContaining({ missingStamps: expect.anything() as unknown })]);
});

// @spec MC42
test('an answer without an act says to wait, and an object that has ended names the next tool', async () => {
  const consumer = await funded(app, 'consumer');
  const mcp = await startMcp(app, consumer);
  running.push(mcp);
  const deal = await propose(provider, consumer, { price: 100 });
  await accept(deal, consumer);
  const { proposalKey } = deal;
  const waiting = await mcp.done<Acts>('ats_proposal', { proposalKey });
  expect(waiting).toMatchObject({ allowedActions: [], nextStep: expect.stringContaining('ats_wait') as unknown });
  expect(waiting).not.toHaveProperty('blockedActions');
  const refused = await mcp.call('ats_start_trade', { proposalKey });
  expect(refused.body).toMatchObject({ allowedActions: [], nextStep: waiting.nextStep });
  await seller.done('ats_respond', { proposalKey, decision: 'REJECT' });
  const ended = await mcp.done<Acts>('ats_proposal', { proposalKey });
  expect(ended.nextStep).toMatch(/has ended.*ats_find_partners/);
  const trade = await startTrade(provider, consumer, { price: 100 });
  await activate(trade);
  const { tradeKey } = trade;
  expect((await mcp.done<Acts>('ats_trade', { tradeKey })).nextStep).toBe(waiting.nextStep);
  // A withdrawal and an early rebuttal are possible, and not due.
  const items = [{ item: 1, description: 'All', weight: 1 }];
  await seller.done('ats_deliver', { tradeKey, stepNo: 1, summary: 'All of it.', items });
  const delivered = await seller.done<Acts>('ats_trade', { tradeKey });
  expect(delivered.allowedActions).toHaveLength(2);
  expect(delivered.nextStep).toMatch(/^Nothing is due from you.*ats_wait/);
  const settled = await seller.done<Acts>('ats_withdraw', { tradeKey });
  expect(settled).toMatchObject({ allowedActions: [], nextStep: expect.stringContaining('ats_settlement') as unknown });
  const started = await mcp.done<Acts>('ats_proposal', { proposalKey: trade.proposalKey });
  expect(started.nextStep).toBe(`The trade is ${tradeKey}. Go on with ats_trade.`);
});

// @spec MC33
test('an act for which another party pays names it, and costs the caller nothing', async () => {
  const consumer = await funded(app, 'consumer');
  const { tradeKey } = await startTrade(provider, consumer, { price: 1000 });
  const { allowedActions } = await seller.done<Acts>('ats_trade', { tradeKey });
  expect(allowedActions).toContainEqual(
    expect.objectContaining({
      ...{ operation: 'activateTrade', costStamps: 0, bondStamps: 0 },
      ...{ payer: consumer.principalKey, payerCostStamps: 1010 },
    }),
  );
});

// @spec MC33
test('an act that no tool does is not offered', async () => {
  const { allowedActions } = await seller.done<Overview>('ats_overview');
  expect(allowedActions.map(({ tool, operation }) => [tool, operation])).toEqual([
    ['ats_find_partners', 'publishListing'],
  ]);
});

// @spec MC43
test('ats_overview shows the mandate of the agent with the limits that are set and their use', async () => {
  const consumer = await funded(app, 'consumer');
  const mcp = await startMcp(app, consumer);
  running.push(mcp);
  expect(await mcp.done('ats_overview')).not.toHaveProperty('mandate');
  const limits = { approvalAboveStamps: 500, budgetStamps: 2_000, budgetPeriod: 'WEEK' };
  await putMandate(consumer, { ...limits, validUntil: '2100-01-01T00:00:00.000Z' });
  await accept(await propose(provider, consumer, { price: 100 }), consumer);
  // A party whose file names no agent has one agent alone.
  const unnamed = await startMcp(app, { ...consumer, agentId: undefined });
  running.push(unnamed);
  for (const one of [mcp, unnamed]) {
    const { mandate } = await one.done<{ mandate: Json }>('ats_overview');
    expect(mandate).toEqual({
      ...{ agentKey: consumer.agentKey, status: 'ACTIVE', ...limits, validUntil: '2100-01-01T00:00:00.000Z' },
      ...{ usedStamps: 121, headroomStamps: 1_879, openBondStamps: 20, openTradeCount: 1 },
    });
  }
});
