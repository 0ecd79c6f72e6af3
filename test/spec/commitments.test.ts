import { useTestApp } from '../support/app';
import { body, restOf, under } from '../support/rest';
import { approvalKeyOf, approvalsOf, decide, putMandate, respond, termsOf } from '../support/mandates';
import { codeOf } from '../support/parties';
import { leaveTickets, summaryOf, twoParties } from '../support/trades';
import {
  accept,
  activate,
  balances,
  checkpoint,
  type Deal,
  mutate,
  type Party,
  propose,
  publishContract,
  settled,
  startTrade,
} from '../support/actors';

/** The costs of a response to a proposal, and the approval that it ends. */

interface Commitment {
  readonly priceStamps: number;
  readonly feeStamps: number;
  readonly bondStamps: number;
  readonly totalStamps: number;
  readonly missingStamps: number;
}
interface Act {
  readonly operation: string;
  readonly input: { readonly decision?: string };
  readonly costStamps: number;
  readonly commitment: Commitment | null;
  readonly consequence: { readonly summary: string };
}

const app = useTestApp();
let provider: Party;
let consumer: Party;

beforeEach(async () => {
  ({ provider, consumer } = await twoParties(app));
});

/** The acts of a party in a proposal, by operation or decision. */
async function actsOf({ proposalKey }: Pick<Deal, 'proposalKey'>, { api }: Party): Promise<Map<string, Act>> {
  const { principal } = await api.queryOrThrow<{ principal: { proposal: { allowedActions: readonly Act[] } } }>(
    `query ($key: ID!) { principal { proposal(proposalKey: $key) { allowedActions { operation input costStamps
      commitment { priceStamps feeStamps bondStamps totalStamps missingStamps } consequence { summary } } } } }`,
    { key: proposalKey },
  );
  return new Map(principal.proposal.allowedActions.map((act) => [act.input.decision ?? act.operation, act]));
}

/** The stamps that a party can spend. */
async function free(party: Party): Promise<number> {
  const { ticketBalanceStamps, bondAvailableStamps } = await balances(party);
  return ticketBalanceStamps + bondAvailableStamps;
}

const BEYOND = 'can cost you more stamps than you have now.';

// @spec NA16
test('ACCEPT and createTrade show all that the trade can cost, and no other act does', async () => {
  const deal = await propose(provider, consumer);
  const costs = { priceStamps: 1000, feeStamps: 10, bondStamps: 200, totalStamps: 1210, missingStamps: 0 };
  const acts = await actsOf(deal, consumer);
  expect(acts.get('ACCEPT')).toMatchObject({ costStamps: 0, commitment: costs });
  expect(acts.get('COUNTER')).toMatchObject({ commitment: null });
  expect(acts.get('REJECT')).toMatchObject({ commitment: null });
  expect((await actsOf(deal, provider)).get('ACCEPT')).toMatchObject({
    commitment: { priceStamps: 0, feeStamps: 0, bondStamps: 200, totalStamps: 200, missingStamps: 0 },
  });
  await accept(deal, provider, consumer);
  expect((await actsOf(deal, consumer)).get('createTrade')).toMatchObject({ commitment: costs });
});

// @spec NA16
test('The shown price and fee are what the consumer of an undisputed trade has paid', async () => {
  const deal = await propose(provider, consumer, { price: 1234 });
  const shown = (await actsOf(deal, consumer)).get('ACCEPT')?.commitment;
  const before = await free(consumer);
  await accept(deal, provider, consumer);
  const { trade } = await mutate<{ trade: { tradeKey: string } }>(
    consumer.api,
    'createTrade',
    { proposalKey: deal.proposalKey },
    'trade { tradeKey }',
  );
  const begun = { ...deal, ...trade };
  await activate(begun);
  expect(before - (await free(consumer))).toBe(shown?.totalStamps);
  await publishContract(begun);
  await checkpoint(begun);
  await settled(begun);
  expect(before - (await free(consumer))).toBe((shown?.priceStamps ?? 0) + (shown?.feeStamps ?? 0));
});

// @spec NA16
test('An acceptance beyond the balance is allowed, and its summary and missingStamps say so, in both APIs', async () => {
  const deal = await propose(provider, consumer);
  await leaveTickets(consumer, 210);
  const acceptance = (await actsOf(deal, consumer)).get('ACCEPT');
  expect(acceptance).toMatchObject({
    commitment: { totalStamps: 1210, missingStamps: 1000 },
    consequence: { summary: expect.stringContaining(BEYOND) as string },
  });
  const inRest = body<{ allowed_actions: readonly { rest_body: { decision?: string } }[] }>(
    await restOf(app, consumer).get(`${under(consumer)}/proposals/${deal.proposalKey}`),
  ).allowed_actions.find(({ rest_body: { decision } }) => decision === 'accept');
  expect(inRest).toMatchObject({
    commitment: { price_stamps: 1000, fee_stamps: 10, bond_stamps: 200, total_stamps: 1210, missing_stamps: 1000 },
  });
  await accept(deal, provider, consumer);
  const creation = (await actsOf(deal, consumer)).get('createTrade');
  expect(creation?.consequence.summary).toContain(BEYOND);
  expect((await actsOf(deal, provider)).get('createTrade')?.consequence.summary).not.toContain(BEYOND);
});

interface Payment {
  readonly operation: string;
  readonly payer: { readonly principalKey: string } | null;
  readonly payerPrincipalKey: string | null;
}

// @spec NA19
test('An act names the principal that pays by its key, also to another party, and null without costs', async () => {
  const trade = await startTrade(provider, consumer);
  const paymentsOf = async ({ api }: Party): Promise<Map<string, Payment>> => {
    const { principal } = await api.queryOrThrow<{ principal: { trade: { allowedActions: readonly Payment[] } } }>(
      `query ($key: ID!) { principal { trade(tradeKey: $key) { allowedActions {
        operation payer { principalKey } payerPrincipalKey } } } }`,
      { key: trade.tradeKey },
    );
    return new Map(principal.trade.allowedActions.map((act) => [act.operation, act]));
  };
  const { principalKey } = consumer;
  const byConsumer = { payer: { principalKey }, payerPrincipalKey: principalKey };
  expect((await paymentsOf(consumer)).get('activateTrade')).toMatchObject(byConsumer);
  expect((await paymentsOf(provider)).get('activateTrade')).toMatchObject(byConsumer);
  await activate(trade);
  const free = { payer: null, payerPrincipalKey: null };
  expect((await paymentsOf(provider)).get('publishDeliveryContract')).toMatchObject(free);
  expect((await paymentsOf(provider)).get('activateTrade')).toMatchObject(free);
});

// @spec MA30
test('The summary of a counter says that it ends a request or an approval', async () => {
  await putMandate(consumer, { approvalAboveStamps: 0 });
  const { proposalKey } = await propose(provider, consumer);
  const counter = () => summaryOf(consumer, proposalKey, 'COUNTER');
  const plain = 'Your terms become the next revision. The others must respond to it.';
  const warning = 'Your terms become the next revision. Your request or approval for other terms expires.';
  expect(await counter()).toBe(plain);
  const approvalKey = await approvalKeyOf(respond(consumer, proposalKey, 'ACCEPT'));
  expect(await counter()).toBe(warning);
  await decide(consumer, approvalKey, 'APPROVE');
  expect(await counter()).toBe(warning);
  expect(await summaryOf(provider, proposalKey, 'COUNTER')).toBe(plain);
  await putMandate(consumer, { approvalAboveStamps: 100_000 });
  const terms = termsOf(provider, consumer, 900);
  expect(await codeOf(respond(consumer, proposalKey, 'COUNTER', { terms }))).toBe('done');
  expect(await approvalsOf(consumer)).toMatchObject([{ status: 'EXPIRED' }]);
});
