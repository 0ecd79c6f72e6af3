import { startTestApp, type TestApp } from '../../support/app';
import { balances, type Deal, type Party, propose, accept, principal, until } from '../../support/actors';
import { type CuttingProxy, startCuttingProxy } from '../../support/cutting-proxy';
import { startMcp, startMcpProcess } from '../../support/mcp';
import { twoParties } from '../../support/trades';

/** An answer is lost between the commit and the model. */

let app: TestApp;
let proxy: CuttingProxy;
let provider: Party;
let consumer: Party;

beforeAll(async () => {
  app = await startTestApp();
  proxy = await startCuttingProxy(app.url, { keepsHost: true });
  ({ provider, consumer } = await twoParties(app));
});
afterAll(async () => {
  await proxy.stop();
  await app.stop();
});

const tradesOf = async ({ proposalKey }: Deal): Promise<unknown[]> =>
  (
    await principal<{ trades: { nodes: unknown[] } }>(
      consumer.api,
      'trades(filter: { proposalKey: $key }) { nodes { tradeKey state } }',
      { key: proposalKey },
      '($key: ID!)',
    )
  ).trades.nodes;

async function acceptedDeal(): Promise<Deal> {
  const deal = await propose(provider, consumer, { price: 100 });
  await accept(deal, provider, consumer);
  return deal;
}

// @spec MC3
it('should have one effect after kill -9 between the commit and the answer, with the same intentId', async () => {
  const deal = await acceptedDeal();
  const before = await balances(consumer);
  const args = { proposalKey: deal.proposalKey, intentId: 'start-the-first-trade' };
  const first = await startMcpProcess(app, consumer, { url: proxy.url });
  const held = proxy.holdNext();
  const lost = first.call('ats_start_trade', args).catch((error: unknown) => error);
  await held;
  process.kill(first.pid, 'SIGKILL');
  expect(await lost).toBeInstanceOf(Error);
  await first.close();
  // The service committed, and the model does not know.
  expect(await tradesOf(deal)).toMatchObject([{ state: 'EXECUTING' }]);
  const spent = await balances(consumer);
  expect(before.ticketBalanceStamps - spent.ticketBalanceStamps).toBe(100 + 1 + 20);
  const second = await startMcpProcess(app, consumer, { url: proxy.url });
  const answer = await second.done<{ tradeKey: string }>('ats_start_trade', args);
  await second.close();
  expect(await tradesOf(deal)).toEqual([{ tradeKey: answer.tradeKey, state: 'EXECUTING' }]);
  expect(await balances(consumer)).toEqual(spent);
});

// @spec MC3
it('should repeat a call whose answer is lost, and return the intentId that it made', async () => {
  const deal = await propose(provider, consumer, { price: 100 });
  const mcp = await startMcp(app, consumer, { url: proxy.url });
  proxy.cutNext(2);
  const answer = await mcp.done('ats_respond', { proposalKey: deal.proposalKey, decision: 'ACCEPT', revisionNo: 1 });
  await mcp.close();
  expect(proxy.attempts()).toBe(3);
  expect(answer['intentId']).toMatch(/^[0-9a-f-]{36}$/);
  const keys = await app.sql<{ key: string }>('SELECT key FROM idempotency_answer WHERE key = $1', [
    `mcp:${String(answer['intentId'])}`,
  ]);
  expect(keys).toHaveLength(1);
});

// @spec MC3
it('should refuse an intentId with other arguments, and another act has another effect', async () => {
  const [one, two] = [await propose(provider, consumer), await propose(provider, consumer)];
  const mcp = await startMcp(app, consumer);
  const act = (deal: Deal) => ({ proposalKey: deal.proposalKey, decision: 'REJECT', intentId: 'i-1' });
  await mcp.done('ats_respond', act(one));
  expect((await mcp.call('ats_respond', act(two))).body).toMatchObject({ code: 'idempotency_key_reused' });
  await mcp.close();
});

it('should end when its client closes its standard input', async () => {
  const mcp = await startMcpProcess(app, consumer);
  await mcp.call('ats_overview');
  await mcp.close();
  const isRunning = (): Promise<boolean> =>
    Promise.resolve().then(() => {
      try {
        return process.kill(mcp.pid, 0);
      } catch {
        return false;
      }
    });
  await until(isRunning, (running) => !running);
});
