import { idOf } from '../../src/domain/keys';
import { type Party, principal, type StartedTrade, startTrade } from '../support/actors';
import { useTestApp } from '../support/app';
import { twoParties } from '../support/trades';

/** The lists of a party whose counterparty sends as much text as the calls accept. */

const STEPS = 32;
const TRADES = 5;

const app = useTestApp({ ATS_ROLE: 'api' });
let provider: Party;
let consumer: Party;

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
});

/** Gives all steps of a trade the rebuttals that 32 calls of 250 kB make. */
async function fillWithRebuttals({ tradeKey }: StartedTrade): Promise<void> {
  await app.sql(
    `UPDATE trade_step SET rebuttal_filed_at = now(),
       rebuttal = jsonb_build_object('statement', repeat('x', 250000), 'evidence', '[]'::jsonb, 'sha256', '')
     WHERE trade_id = $1`,
    [idOf('trd', tradeKey)],
  );
}

// @spec NA9
test('texts of a counterparty make no list of acts too large', async () => {
  const steps = Array.from({ length: STEPS }, (_, at) => ({
    title: `Step ${String(at + 1)}`,
    shareBps: at === 0 ? 10_000 - (STEPS - 1) * 300 : 300,
  }));
  const tradeKeys: string[] = [];
  for (let at = 0; at < TRADES; at += 1) {
    const trade = await startTrade(provider, consumer, { price: 100, steps });
    await fillWithRebuttals(trade);
    tradeKeys.push(trade.tradeKey);
  }
  const { attention, trades } = await principal<{
    attention: { subjectKey: string; action: unknown }[];
    trades: { nodes: { allowedActions: { operation: string }[]; blockedActions: { operation: string }[] }[] };
  }>(
    consumer.api,
    `attention { subjectKey action { operation } }
     trades(first: 20) { nodes {
       allowedActions { operation ifNotDone { preview { outcome } } } blockedActions { operation } } }`,
  );
  expect(attention.map(({ subjectKey }) => subjectKey).toSorted()).toEqual(tradeKeys.toSorted());
  expect(attention.map(({ action }) => action)).toEqual(tradeKeys.map(() => ({ operation: 'activateTrade' })));
  expect(trades.nodes.map(({ allowedActions }) => allowedActions.map(({ operation }) => operation))).toEqual(
    tradeKeys.map(() => ['activateTrade']),
  );
});
