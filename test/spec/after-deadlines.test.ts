import { useTestApp } from '../support/app';
import { fundedParties } from '../support/trades';
import {
  activate,
  checkpoint,
  mutate,
  type Party,
  principal,
  propose,
  publishContract,
  type StartedTrade,
  startTrade,
  until,
} from '../support/actors';

/** Lists of what waits, before and after a deadline. No worker runs and ends anything. */

const DAY = 86_400;

const app = useTestApp({ ATS_ROLE: 'api' });
let provider: Party;
let consumer: Party;

beforeEach(async () => {
  [provider, consumer] = (await fundedParties(app, 'Provider', 'Consumer')) as [Party, Party];
});

/** The trades that wait for a party, in its list of all that waits and in its list of trades. */
async function waiting({ api }: Party): Promise<{ attention: readonly string[]; trades: readonly string[] }> {
  const { attention, trades } = await principal<{
    attention: { kind: string; subjectKey: string }[];
    trades: { nodes: { tradeKey: string }[] };
  }>(api, 'attention { kind subjectKey } trades(filter: { awaitingMe: true }) { nodes { tradeKey } }');
  return {
    attention: attention.map(({ kind, subjectKey }) => `${kind} ${subjectKey}`),
    trades: trades.nodes.map(({ tradeKey }) => tradeKey),
  };
}

async function operatorView() {
  const { operatorTrades, operatorQueues } = await app.operator.queryOrThrow<{
    operatorTrades: { nodes: { tradeKey: string }[] };
    operatorQueues: { queue: string; count: number }[];
  }>('{ operatorTrades(awaiting: VERDICT) { nodes { tradeKey } } operatorQueues { queue count } }');
  const countOf = (name: string) => operatorQueues.find(({ queue }) => queue === name)?.count ?? NaN;
  return {
    trades: operatorTrades.nodes.map(({ tradeKey }) => tradeKey),
    verdict: countOf('VERDICT'),
    overdue: countOf('OVERDUE'),
  };
}

/** The public figure, which is at most a second old. */
async function openDisputes(): Promise<number> {
  const { service } = await app.operator.queryOrThrow<{ service: { disputes: { open: number } } }>(
    '{ service { disputes { open } } }',
  );
  return service.disputes.open;
}

const rebut = ({ tradeKey }: StartedTrade) =>
  mutate(provider.api, 'fileRebuttal', { tradeKey, stepNo: 1, statement: 'It was delivered.' }, 'step { stepNo }');

const PARTS = ['First', 'Second'].map((title) => ({ title, shareBps: 5_000 }));

// @spec NA9, G18
test('a checkpoint below the threshold waits for the rebuttal of the provider, although a step follows', async () => {
  const trade = await startTrade(provider, consumer, { steps: PARTS });
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade, { status: 'CONFIRMED', results: [{ itemId: 'a', met: true }] });
  const { tradeKey } = trade;
  expect(await waiting(provider)).toEqual({ attention: [`FILE_REBUTTAL ${tradeKey}`], trades: [tradeKey] });
  expect(await waiting(consumer)).toEqual({ attention: [], trades: [] });
  await rebut(trade);
  expect(await waiting(provider)).toEqual({ attention: [], trades: [] });
});

// @spec NA9
test('a trade waits for no party after the deadline that settles it', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  const { tradeKey } = trade;
  expect(await waiting(provider)).toEqual({ attention: [`PUBLISH_CONTRACT ${tradeKey}`], trades: [tradeKey] });
  app.clock.advance(DAY);
  expect(await waiting(provider)).toEqual({ attention: [], trades: [] });
});

test('a trade waits for no verdict after its deadline', async () => {
  const before = await operatorView();
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade, { status: 'FAILED' });
  await rebut(trade);
  expect(await operatorView()).toEqual({
    trades: [trade.tradeKey, ...before.trades],
    verdict: before.verdict + 1,
    overdue: before.overdue,
  });
  await until(openDisputes, (count) => count > 0);
  app.clock.advance(14 * DAY);
  const overdue = before.overdue + before.verdict + 1;
  expect(await operatorView()).toEqual({ trades: [], verdict: 0, overdue });
  await until(openDisputes, (count) => count === 0);
});

test('a rebuttal after the verdict is offered as one that changes no settlement, without an end in the past', async () => {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  await checkpoint(trade, { status: 'FAILED' });
  const { tradeKey } = trade;
  const offer = async () => {
    const acts = 'allowedActions { operation closesAt consequence { summary } }';
    const { trade: found } = await principal<{
      trade: { allowedActions: { operation: string; closesAt: string | null; consequence: { summary: string } }[] };
    }>(provider.api, `trade(tradeKey: "${tradeKey}") { ${acts} }`);
    const act = found.allowedActions.find(({ operation }) => operation === 'fileRebuttal');
    return [act?.closesAt, act?.consequence.summary];
  };
  expect(await offer()).toEqual([expect.any(String), expect.stringContaining('time to rule')]);
  await mutate(app.operator, 'evaluateTrade', { tradeKey, verdict: 'FAIL', reason: 'Seen' }, 'trade { state }');
  expect(await offer()).toEqual([null, expect.stringContaining('does not change')]);
  await rebut(trade);
});

test('the order and the filter by the expiry of proposals have only open ones', async () => {
  const { proposalKey } = await propose(provider, consumer);
  const lists = async () => {
    const end = new Date(Date.now() + app.clock.offsetMs() + 30 * DAY * 1_000).toISOString();
    type Keys = { nodes: { proposalKey: string }[] };
    const { byExpiry, before } = await principal<{ byExpiry: Keys; before: Keys }>(
      consumer.api,
      `byExpiry: proposals(orderBy: { field: EXPIRES_AT }) { nodes { proposalKey } }
        before: proposals(filter: { expiresBefore: "${end}" }) { nodes { proposalKey } }`,
    );
    return [byExpiry, before].map(({ nodes }) => nodes.map((node) => node.proposalKey));
  };
  expect(await lists()).toEqual([[proposalKey], [proposalKey]]);
  app.clock.advance(3 * DAY);
  expect(await lists()).toEqual([[], []]);
});
