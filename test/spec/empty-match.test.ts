import { randomUUID } from 'node:crypto';
import { useTestApp } from '../support/app';
import { parties, profile, type Party } from '../support/market';

/** The reason of a match run without proposals. Each test has its own trade profiles, so its market has no other listings. */
const app = useTestApp({ ATS_ROLE: 'api' });

interface Empty {
  readonly reason: string;
  readonly tradeProfile: string;
  readonly ownPriceStamps: number;
  readonly bestPriceStamps: number | null;
  readonly nextStep: string;
}

interface Run {
  readonly matchRunId: string;
  readonly emptyMatch: Empty | null;
  readonly proposals: readonly { readonly proposalKey: string }[];
}

const FIELDS =
  'matchRunId emptyMatch { reason tradeProfile ownPriceStamps bestPriceStamps nextStep } proposals { proposalKey }';
const RUN = `mutation ($input: RunMatchInput!) { runMatch(input: $input) { matchRun { ${FIELDS} } } }`;

async function run({ api, principalKey }: Party, listingKey: string, more: object = {}, key?: string): Promise<Run> {
  const variables = { input: { principalKey, listingKey, ...more } };
  const options = key === undefined ? {} : { idempotencyKey: key };
  return (await api.mutate<{ runMatch: { matchRun: Run } }>(RUN, variables, options)).runMatch.matchRun;
}

// @spec M15
test('a match run without a proposal says why, in the mutation and when it is read', async () => {
  const tradeProfile = profile();
  const { buyer, seller } = await parties(app, 'buyer', 'seller');
  const bid = await buyer.publish({ side: 'CONSUME', tradeProfile, priceStamps: 100 });
  const none = await run(buyer, bid.listingKey);
  const data = { tradeProfile, ownPriceStamps: 100 };
  expect(none.emptyMatch).toMatchObject({ ...data, reason: 'NO_PARTNER', bestPriceStamps: null });
  const ask = await seller.publish({ tradeProfile, priceStamps: 150, visibility: 'MARKET' });
  const dear = await run(buyer, bid.listingKey);
  expect(dear.emptyMatch).toMatchObject({ ...data, reason: 'PRICE_NOT_MET', bestPriceStamps: 150 });
  expect(dear.emptyMatch?.nextStep).toMatch(/Update the price/);
  await buyer.update(bid.listingKey, { priceStamps: 150 });
  const matched = await run(buyer, bid.listingKey);
  expect([matched.emptyMatch, matched.proposals.length]).toEqual([null, 1]);
  expect((await run(buyer, bid.listingKey)).emptyMatch?.reason).toBe('OPEN_PROPOSALS');
  expect((await run(seller, ask.listingKey)).emptyMatch?.reason).toBe('OPEN_PROPOSALS');
  expect((await run(seller, ask.listingKey)).emptyMatch?.nextStep).toMatch(/Answer each, or create the trade/);
  await buyer.respond(matched.proposals[0]?.proposalKey ?? '', 'REJECT');
  expect((await run(buyer, bid.listingKey)).emptyMatch).toMatchObject({
    reason: 'PARTNERS_EXCLUDED',
    bestPriceStamps: 150,
  });
  await seller.update(ask.listingKey, { description: 'Changed.' });
  const strict = await run(buyer, bid.listingKey, { minSettledTrades: 5 });
  expect(strict.emptyMatch?.reason).toBe('PARTNERS_EXCLUDED');
  for (const one of [none, dear, matched]) {
    const { matchRun } = await buyer.read<{ matchRun: Run }>(`matchRun(matchRunId: "${one.matchRunId}") { ${FIELDS} }`);
    expect(matchRun.emptyMatch).toEqual(one.emptyMatch);
  }
});

// @spec M15
test('the answer to a repeated match run has the reason of its run', async () => {
  const tradeProfile = profile();
  const { buyer, seller } = await parties(app, 'buyer', 'seller');
  const { listingKey } = await buyer.publish({ side: 'CONSUME', tradeProfile, priceStamps: 100 });
  const key = randomUUID();
  const first = await run(buyer, listingKey, {}, key);
  expect(first.emptyMatch?.reason).toBe('NO_PARTNER');
  await seller.publish({ tradeProfile, priceStamps: 100, visibility: 'MARKET' });
  expect(await run(buyer, listingKey, {}, key)).toEqual(first);
});

// @spec M15
test('the reason tells nothing of listings that only match', async () => {
  const tradeProfile = profile();
  const { buyer, hidden, other } = await parties(app, 'buyer', 'hidden', 'other');
  const bid = await buyer.publish({ side: 'CONSUME', tradeProfile, priceStamps: 100 });
  await hidden.publish({ tradeProfile, priceStamps: 120 });
  expect((await run(buyer, bid.listingKey)).emptyMatch).toMatchObject({ reason: 'NO_PARTNER', bestPriceStamps: null });
  await other.publish({ tradeProfile, priceStamps: 200, visibility: 'MARKET' });
  expect((await run(buyer, bid.listingKey)).emptyMatch).toMatchObject({
    reason: 'PRICE_NOT_MET',
    bestPriceStamps: 200,
  });
});

// @spec M15
test('with several trade profiles the reason names the first without a provider, and its share of the bid', async () => {
  const [first, second] = [profile(), profile()];
  const { buyer, seller, dear } = await parties(app, 'buyer', 'seller', 'dear');
  const steps = [
    { title: 'x', shareBps: 4000, tradeProfile: first },
    { title: 'y', shareBps: 6000, tradeProfile: second },
  ];
  const wanted = await buyer.publish({ side: 'CONSUME', tradeProfile: first, priceStamps: 1000, steps });
  await seller.publish({ tradeProfile: first, priceStamps: 400, visibility: 'MARKET' });
  await dear.publish({ tradeProfile: second, priceStamps: 601, visibility: 'MARKET' });
  expect((await run(buyer, wanted.listingKey)).emptyMatch).toMatchObject({
    reason: 'PRICE_NOT_MET',
    tradeProfile: second,
    ownPriceStamps: 600,
    bestPriceStamps: 601,
  });
});

// @spec M15
test('a provider learns the best bid, without bids for several trade profiles', async () => {
  const tradeProfile = profile();
  const { seller, buyer, several } = await parties(app, 'seller', 'buyer', 'several');
  const { listingKey } = await seller.publish({ tradeProfile, priceStamps: 100 });
  await buyer.publish({ side: 'CONSUME', tradeProfile, priceStamps: 80, visibility: 'MARKET' });
  const steps = [
    { title: 'x', shareBps: 5000 },
    { title: 'y', shareBps: 5000, tradeProfile: profile() },
  ];
  await several.publish({ side: 'CONSUME', tradeProfile, priceStamps: 900, visibility: 'MARKET', steps });
  expect((await run(seller, listingKey)).emptyMatch).toMatchObject({ reason: 'PRICE_NOT_MET', bestPriceStamps: 80 });
});
