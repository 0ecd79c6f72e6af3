import { startTestApp, type TestApp } from '../../support/app';
import { mutate, type Party } from '../../support/actors';
import { type Json, type McpProcess, startMcp } from '../../support/mcp';
import { auditOf, twoParties } from '../../support/trades';

/** A whole trade, in which both sides call nothing but tools. */

let app: TestApp;
let provider: Party;
let consumer: Party;
let seller: McpProcess;
let buyer: McpProcess;

beforeAll(async () => {
  app = await startTestApp();
  ({ provider, consumer } = await twoParties(app));
  [seller, buyer] = await Promise.all([startMcp(app, provider), startMcp(app, consumer)]);
});
afterAll(async () => {
  await seller.close();
  await buyer.close();
  await app.stop();
});

interface TradeView {
  readonly tradeKey: string;
  readonly state: string;
  readonly steps: readonly {
    readonly state: string;
    readonly items: readonly Json[];
    readonly checkpoint: Json | null;
  }[];
  readonly allowedActions: readonly Json[];
}

/** Waits until an event of the type arrives, from the cursor on. Returns the cursor after it. */
async function waitFor(mcp: McpProcess, type: string, after: string | null): Promise<string> {
  for (let cursor = after; ;) {
    const answer = await mcp.done<{ events: { type: string }[]; cursor: string | null }>('ats_wait', {
      ...(cursor !== null && { after: cursor }),
      timeoutSeconds: 10,
    });
    cursor = answer.cursor;
    if (cursor !== null && answer.events.some((event) => event.type === type)) return cursor;
  }
}

const toolsOf = ({ allowedActions }: Pick<TradeView, 'allowedActions'>): unknown[] =>
  allowedActions.map(({ tool }) => tool);

async function negotiate(): Promise<string> {
  const listing = { action: 'publish', tradeProfile: 'mcp.test', title: 'Ten pages', priceStamps: 1000 };
  await seller.done('ats_find_partners', { ...listing, side: 'PROVIDE' });
  const { listings } = await buyer.done<{ listings: { listingKey: string }[] }>('ats_find_partners', {
    ...listing,
    side: 'CONSUME',
  });
  const match = { action: 'match', listingKey: listings[0]?.listingKey };
  const { proposals } = await buyer.done<{ proposals: { proposalKey: string }[] }>('ats_find_partners', match);
  const proposalKey = proposals[0]?.proposalKey ?? '';
  const steps = [{ stepNo: 1, priceStamps: 800 }];
  await seller.done('ats_proposal', { proposalKey });
  await buyer.done('ats_respond', { proposalKey, decision: 'COUNTER', revisionNo: 1, steps });
  const { attention } = await seller.done<{ attention: { kind: string; subjectKey: string }[] }>('ats_overview');
  expect(attention).toContainEqual(expect.objectContaining({ kind: 'RESPOND', subjectKey: proposalKey }));
  const accepted = await seller.done('ats_respond', { proposalKey, decision: 'ACCEPT', revisionNo: 2 });
  expect(accepted).toMatchObject({ state: 'ACCEPTED', revisionNo: 2 });
  return proposalKey;
}

// @spec MC1
test('both sides finish a trade with a failed checkpoint, a rebuttal and a ruling by tools alone', async () => {
  const proposalKey = await negotiate();
  const { tradeKey, state } = await buyer.done<TradeView>('ats_start_trade', { proposalKey });
  expect(state).toBe('EXECUTING');
  let sold = await waitFor(seller, 'TRADE_STEP_ACTIVATED', null);
  const open = await seller.done<TradeView>('ats_trade', { tradeKey });
  expect(toolsOf(open)).toEqual(expect.arrayContaining(['ats_deliver', 'ats_withdraw']));
  const items = [{ description: 'All pages', weight: 1, artifactUri: 'https://files.example/pages.txt' }];
  await seller.done('ats_deliver', { tradeKey, stepNo: 1, summary: 'Ten pages.', items });
  const bought = await waitFor(buyer, 'TRADE_CONTRACT_PUBLISHED', null);
  const results = [{ item: 1, met: false, note: 'The pages are empty.' }];
  const failed = await buyer.done<TradeView>('ats_check_delivery', { tradeKey, stepNo: 1, status: 'FAILED', results });
  expect(failed.steps[0]).toMatchObject({ checkpoint: { status: 'FAILED' }, items: [{ item: 1, met: false }] });
  sold = await waitFor(seller, 'TRADE_CHECKPOINT_SUBMITTED', sold);
  const evidence = [{ item: 1, uri: 'https://files.example/proof.txt' }];
  await seller.done('ats_rebut', { tradeKey, stepNo: 1, statement: 'They are full.', evidence });
  await mutate(app.operator, 'evaluateTrade', { tradeKey, verdict: 'PASS', reason: 'Seen.' }, 'trade { id }');
  await waitFor(buyer, 'TRADE_FAILED', bought);
  await waitFor(seller, 'TRADE_FAILED', sold);
  const ended = {
    outcome: 'COMPENSATED',
    failureCause: 'VERDICT_OVERTURNED',
    faultPrincipalKey: consumer.principalKey,
  };
  expect(await seller.done('ats_settlement', { tradeKey })).toMatchObject({ ...ended, own: { bondSlashedStamps: 0 } });
  expect(await buyer.done('ats_settlement', { tradeKey })).toMatchObject({ ...ended, own: { paidStamps: 800 } });
  expect(await auditOf(app)).toEqual([]);
});

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
