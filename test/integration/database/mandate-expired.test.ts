import { accept, type Party, propose } from '../../support/actors';
import { startTestApp, type TestApp } from '../../support/app';
import { funded, putMandate } from '../../support/mandates';

/** No worker runs here, so nothing ends the expired proposals. */
let app: TestApp;
let provider: Party;
beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
  provider = await funded(app, 'provider');
});
afterAll(() => app.stop());

interface Use {
  readonly usedStamps: number;
  readonly openTradeCount: number;
  readonly openBondStamps: number;
}

async function useOf({ api, agentKey }: Party): Promise<Use> {
  const { principal } = await api.queryOrThrow<{ principal: { agent: { mandate: Use } } }>(
    'query ($key: ID!) { principal { agent(agentKey: $key) { mandate { usedStamps openTradeCount openBondStamps } } } }',
    { key: agentKey },
  );
  return principal.agent.mandate;
}

// @spec MA3
test('a mandate does not count an expired proposal that no worker has ended', async () => {
  const consumer = await funded(app, 'consumer');
  await putMandate(consumer, { maxOpenTrades: 1, budgetStamps: 2_000, bondStamps: 300 });
  await accept(await propose(provider, consumer), consumer);
  expect(await useOf(consumer)).toEqual({ usedStamps: 1_210, openTradeCount: 1, openBondStamps: 200 });
  app.clock.advance(30 * 86_400);
  expect(await useOf(consumer)).toEqual({ usedStamps: 0, openTradeCount: 0, openBondStamps: 0 });
  await accept(await propose(provider, consumer), consumer);
  expect(await useOf(consumer)).toEqual({ usedStamps: 1_210, openTradeCount: 1, openBondStamps: 200 });
});
