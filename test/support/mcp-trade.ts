import { randomUUID } from 'node:crypto';
import { mutate, type Party } from './actors';
import type { TestApp } from './app';
import type { Json, McpSide } from './mcp';
import { auditOf } from './trades';

/** A whole trade, in which both sides call nothing but tools, over any transport. */

export interface McpSides {
  readonly seller: McpSide;
  readonly buyer: McpSide;
}

export interface TradeView {
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
export async function waitFor(mcp: McpSide, type: string, after: string | null): Promise<string> {
  for (let cursor = after; ;) {
    const answer = await mcp.done<{ events: { type: string }[]; cursor: string | null }>('ats_wait', {
      ...(cursor !== null && { after: cursor }),
      timeoutSeconds: 10,
    });
    cursor = answer.cursor;
    if (cursor !== null && answer.events.some((event) => event.type === type)) return cursor;
  }
}

const toolNamesOf = ({ allowedActions }: Pick<TradeView, 'allowedActions'>): unknown[] =>
  allowedActions.map(({ tool }) => tool);

async function negotiate({ seller, buyer }: McpSides): Promise<string> {
  // Listings of other trades must not match.
  const tradeProfile = `mcp.${randomUUID().slice(0, 12)}`;
  const listing = { action: 'publish', tradeProfile, title: 'Ten pages', priceStamps: 1000 };
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

/** Trades with a failed checkpoint, a rebuttal and a ruling that overturns it. */
export async function tradeWithDispute(
  app: TestApp,
  sides: McpSides,
  consumer: Pick<Party, 'principalKey'>,
): Promise<void> {
  const { seller, buyer } = sides;
  const proposalKey = await negotiate(sides);
  const { tradeKey, state } = await buyer.done<TradeView>('ats_start_trade', { proposalKey });
  expect(state).toBe('EXECUTING');
  let sold = await waitFor(seller, 'TRADE_STEP_ACTIVATED', null);
  const open = await seller.done<TradeView>('ats_trade', { tradeKey });
  expect(toolNamesOf(open)).toEqual(expect.arrayContaining(['ats_deliver', 'ats_withdraw']));
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
}
