import { createParty } from '../../support/actors';
import type { TestApp } from '../../support/app';
import { startSandbox } from './support';

/** Several counterparties of one request. */

let app: TestApp;
beforeAll(async () => {
  app = await startSandbox();
});
afterAll(() => app.stop());

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
