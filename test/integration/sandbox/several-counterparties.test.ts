import {
  accept,
  createParty,
  createTrade,
  matchOf,
  mutate,
  principal,
  publishListing,
  until,
} from '../../support/actors';
import { advance, grant, useSandbox } from './support';

/** Several counterparties of one request, many trades of one counterparty, and a repeated request for one. */

const app = useSandbox();

test('should create each counterparty of a request that asks for several', async () => {
  const { api } = await createParty(app, 'Trainee');
  const [sells, buys] = [1, 2].map((seed) => ({
    strategy: 'HONEST',
    side: 'PROVIDE',
    tradeProfile: `several.${seed}`,
    seed,
  }));
  const request = `mutation ($sells: SpawnCounterpartyInput!, $buys: SpawnCounterpartyInput!) {
    sells: spawnCounterparty(input: $sells) { counterparty { principalKey } }
    buys: spawnCounterparty(input: $buys) { counterparty { principalKey } }
    again: spawnCounterparty(input: $buys) { counterparty { principalKey } } }`;
  const made = await api.mutate<Record<string, { counterparty: { principalKey: string } }>>(request, { sells, buys });
  const keys = ['sells', 'buys', 'again'].map((name) => made[name]?.counterparty.principalKey);
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe(keys[1]);
});

test('should find its counterparty for a key whose stored answer has expired', async () => {
  const party = await createParty(app, 'Trainee');
  const input = { strategy: 'HONEST', side: 'PROVIDE', tradeProfile: 'several.again', seed: 1 };
  const spawn = () =>
    mutate(party.api, 'spawnCounterparty', input, 'counterparty { principalKey agentKey listingKey }', 'again');
  const first = await spawn();
  for (const hours of [73, 73]) {
    await advance(party, { seconds: hours * 3_600 });
    expect(await spawn()).toEqual(first);
  }
});

// @spec SB11
test('should trade also in its older trades and proposals, if it has more than twenty', async () => {
  const consumer = await createParty(app, 'Trainee');
  await grant(consumer, 'SCALE');
  const { api, agentId } = consumer;
  const seller = { strategy: 'HONEST', side: 'PROVIDE', tradeProfile: 'several.many', seed: 1 };
  await mutate(api, 'spawnCounterparty', seller, 'counterparty { seed }');
  await app.sql('UPDATE principal SET max_open_trades = 100');
  const listing = {
    agentId,
    tradeProfile: 'several.many',
    side: 'CONSUME',
    title: 'Work',
    description: 'Work',
    tags: [],
  };
  const proposals: string[] = [];
  while (proposals.length < 21) {
    const listingKey = await publishListing(consumer, { ...listing, priceStamps: 1_000 });
    const proposalKey = await matchOf(consumer, listingKey);
    await accept({ proposalKey }, consumer);
    await mutate(api, 'updateListing', { listingKey, lifecycleAction: 'CLOSE' }, 'listing { state }');
    proposals.push(proposalKey);
  }
  const [oldest = '', ...others] = proposals;
  const accepted = 'proposals(filter: { states: [ACCEPTED] }) { totalCount }';
  await until(
    () => principal<{ proposals: { totalCount: number } }>(api, accepted),
    ({ proposals: { totalCount } }) => totalCount === 21,
  );
  const tradeKey = await createTrade(consumer, oldest);
  await Promise.all(others.map((proposalKey) => createTrade(consumer, proposalKey)));
  await mutate(api, 'activateTrade', { tradeKey }, 'trade { state }');
  await until(
    () => principal<{ trade: object }>(api, `trade(tradeKey: "${tradeKey}") { steps { contract { summary } } }`),
    ({ trade }) => JSON.stringify(trade).includes('summary'),
  );
});
