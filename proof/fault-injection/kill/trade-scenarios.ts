import type { Client } from '../../../src/client';
import type { Caller } from './caller';

/**
 * A scenario that two principals repeat.
 * One trade completes, and one ends when its provider withdraws. The consumer's owner also moves stamps between wallet
 * and principal through the console.
 */

export interface Side {
  readonly principalKey: string;
  readonly agentId: string;
  readonly api: Client;
  /** The console client that acts for the owner. */
  readonly owner: Client;
}

export interface Pair {
  readonly name: string;
  readonly provider: Side;
  readonly consumer: Side;
}

/** Tickets in one pack. */
export const STARTER = 1000;
export const INITIAL_FUNDS = 10_000;
/** Moved by the owner in one scenario: 30 funded, then 7 funded and 17 returned in one request. */
const MOVED = 30 + 7 - 17;
export const SCENARIO_CHANGE = {
  provider: 1000 - 100 - 20,
  consumer: STARTER - 1010 + 95 - 20 + MOVED,
  wallet: -MOVED,
} as const;
export const TRADES_PER_SCENARIO = 2;
export const FUNDINGS_PER_SCENARIO = 2;
export const RETURNS_PER_SCENARIO = 1;

/** Buys tickets for the caller's principal, or for the wallet of the human that the console acts for. */
export async function buy(
  caller: Caller,
  key: string,
  api: Client,
  wanted: { readonly pack: 'STARTER' | 'GROWTH'; readonly to?: 'WALLET' },
): Promise<void> {
  const { purchase } = await caller.mutate<{ purchase: { checkoutUrl: string; sessionId: string } }>(
    api,
    key,
    'purchaseTickets',
    wanted,
    'purchase { sessionId checkoutUrl }',
  );
  await pay(caller, purchase.checkoutUrl);
  await waitForCredit(caller, api, purchase.sessionId);
}

/** Pays, and pays again when the page does not answer: a second payment has no effect. */
async function pay(caller: Caller, checkoutUrl: string): Promise<void> {
  await caller.until(async () => {
    try {
      const page = await fetch(checkoutUrl, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(20_000),
      });
      return page.status === 303 ? true : undefined;
    } catch {
      return undefined;
    }
  }, checkoutUrl);
}

export async function waitForCredit(caller: Caller, api: Client, sessionId: string): Promise<void> {
  const query = 'query ($id: String!) { ticketPurchase(sessionId: $id) { status } }';
  await caller.until(async () => {
    try {
      const answer = await api.queryOrThrow<{ ticketPurchase: { status: string } | null }>(query, { id: sessionId });
      return answer.ticketPurchase?.status === 'CREDITED' ? true : undefined;
    } catch {
      return undefined;
    }
  }, `credit of ${sessionId}`);
}

async function propose(caller: Caller, key: string, pair: Pair, price: number): Promise<string> {
  const { provider, consumer } = pair;
  const listing = {
    tradeProfile: `kill.${key}`,
    title: 'Work',
    description: 'Some work.',
    tags: [],
    priceStamps: price,
  };
  const publish = ({ api, agentId }: Side, side: 'PROVIDE' | 'CONSUME') =>
    caller.mutate<{ listing: { listingKey: string } }>(
      api,
      `${key}-${side}`,
      'publishListing',
      { ...listing, side, agentId },
      'listing { listingKey }',
    );
  await publish(provider, 'PROVIDE');
  const wanted = await publish(consumer, 'CONSUME');
  const { matchRun } = await caller.mutate<{ matchRun: { proposals: { proposalKey: string }[] } }>(
    consumer.api,
    `${key}-run`,
    'runMatch',
    { listingKey: wanted.listing.listingKey },
    'matchRun { proposals { proposalKey } }',
  );
  const proposalKey = matchRun.proposals[0]?.proposalKey;
  if (proposalKey === undefined) throw new Error(`${key}: no proposal`);
  return proposalKey;
}

function terms({ provider, consumer }: Pair, prices: readonly number[]) {
  const steps = prices.map((priceStamps, index) => ({
    stepNo: index + 1,
    title: `Step ${String(index + 1)}`,
    providerPrincipalKey: provider.principalKey,
    providerAgentId: provider.agentId,
    consumerPrincipalKey: consumer.principalKey,
    consumerAgentId: consumer.agentId,
    priceStamps,
    contractWindowSeconds: 86_400,
    checkpointWindowSeconds: 86_400,
  }));
  return { steps, coverageThresholdBps: 8000 };
}

/** Proposes, counters with these steps, and lets the provider accept, create and activate the trade in one request. */
async function startTrade(caller: Caller, key: string, pair: Pair, prices: readonly number[]): Promise<string> {
  const { provider, consumer } = pair;
  const proposalKey = await propose(caller, key, pair, 900);
  const counter = { proposalKey, decision: 'COUNTER', expectedRevisionNo: 1, terms: terms(pair, prices) };
  await caller.mutate(consumer.api, `${key}-counter`, 'respondToProposal', counter, 'proposal { state }');
  const query = `mutation ($answer: RespondToProposalInput!, $create: CreateTradeInput!, $activate: ActivateTradeInput!) {
    respondToProposal(input: $answer) { proposal { state } }
    createTrade(input: $create) { trade { tradeKey } }
    activateTrade(input: $activate) { trade { state } } }`;
  const variables = {
    answer: { proposalKey, decision: 'ACCEPT', expectedRevisionNo: 2 },
    create: { proposalKey },
    activate: { proposalKey },
  };
  const answer = await caller.send<{ createTrade: { trade: { tradeKey: string } } }>(provider.api, `${key}-begin`, {
    query,
    variables,
  });
  return answer.createTrade.trade.tradeKey;
}

async function deliver(caller: Caller, key: string, pair: Pair, tradeKey: string, stepNo: number): Promise<void> {
  const { provider, consumer } = pair;
  const items = [{ itemId: 'all', description: 'All of it', weight: 1 }];
  const contract = { tradeKey, stepNo, summary: 'All of it.', items };
  const name = `${key}-${String(stepNo)}`;
  await caller.mutate(provider.api, `${name}-contract`, 'publishDeliveryContract', contract, 'step { deadlineAt }');
  const checkpoint = { tradeKey, stepNo, status: 'CONFIRMED' };
  await caller.mutate(consumer.api, `${name}-checkpoint`, 'submitCheckpoint', checkpoint, 'trade { state }');
}

const FUNDED = 'transferKey walletBalanceStamps principal { ticketBalanceStamps }';

/** Funds alone, then funds and returns in one request, which is atomic. */
async function moveFunds(caller: Caller, key: string, { principalKey, owner }: Side): Promise<void> {
  await caller.mutate(owner, `${key}-fund`, 'fundPrincipal', { principalKey, amountStamps: 30 }, FUNDED);
  const query = `mutation ($there: FundPrincipalInput!, $back: ReturnFundsInput!) {
    fundPrincipal(input: $there) { ${FUNDED} } returnFunds(input: $back) { ${FUNDED} } }`;
  const variables = { there: { principalKey, amountStamps: 7 }, back: { principalKey, amountStamps: 17 } };
  await caller.send(owner, `${key}-return`, { query, variables });
}

export async function runScenario(caller: Caller, pair: Pair, round: number): Promise<void> {
  const key = `${pair.name}-${String(round)}`;
  await buy(caller, `${key}-buy`, pair.consumer.api, { pack: 'STARTER' });
  await moveFunds(caller, key, pair.consumer);
  const clean = await startTrade(caller, `${key}-a`, pair, [500, 500]);
  await deliver(caller, `${key}-a`, pair, clean, 1);
  await caller.mutate(pair.consumer.api, `${key}-next`, 'activateTrade', { tradeKey: clean }, 'trade { state }');
  await deliver(caller, `${key}-a`, pair, clean, 2);
  const left = await startTrade(caller, `${key}-b`, pair, [500]);
  await caller.mutate(pair.provider.api, `${key}-leave`, 'withdrawFromTrade', { tradeKey: left }, 'trade { state }');
}
