import { startTestApp, type TestApp } from '../../support/app';
import { activate, type Party, publishContract, startTrade } from '../../support/actors';
import { type Json, type McpTools, startMcp } from '../../support/mcp';
import { showing } from '../../support/mcp-pages';
import { twoParties } from '../../support/trades';

/** Faults: the tools show who loses which bond, and who gets it. */

let app: TestApp;
let provider: Party;
let consumer: Party;
let seller: McpTools;
let buyer: McpTools;
const { questions, prepare } = showing(() => ({ action: 'accept', content: { confirm: true } }));

beforeAll(async () => {
  app = await startTestApp();
  ({ provider, consumer } = await twoParties(app));
  const client = { capabilities: { elicitation: { form: {} } } };
  const args = ['--confirm-above', '100'];
  [seller, buyer] = await Promise.all([
    startMcp(app, provider, { client, args, prepare }),
    startMcp(app, consumer, { args }),
  ]);
});
afterAll(async () => {
  await Promise.all([seller.close(), buyer.close()]);
  await app.stop();
});

interface WithActions {
  readonly allowedActions: readonly Json[];
}

/** An active trade of 1,000 stamps with a bond of 200 stamps on each side. */
async function activeTrade() {
  const trade = await startTrade(provider, consumer, { price: 1000 });
  await activate(trade);
  return trade;
}

const compensationOf = (isYou: boolean): Json => ({
  ...{ principalKey: consumer.principalKey, isYou, amountStamps: 200, kind: 'STEP_COUNTERPARTY' },
});
/** The whole bond of the provider goes to the consumer. */
const faultOf = (cause: string, isYou: boolean): Json => ({
  ...{ failureCause: cause, principalKey: provider.principalKey, isYou, slashStamps: 200 },
  ...{ yourBondSlashedStamps: isYou ? 200 : 0, yourBurntStamps: 0, compensations: [compensationOf(!isYou)] },
});

// @spec MC44
test('a withdrawal shows the lost bond and its receivers before, in the question and in the answer', async () => {
  const { tradeKey } = await activeTrade();
  const fault = faultOf('WITHDREW', true);
  const { allowedActions } = await seller.done<WithActions>('ats_trade', { tradeKey });
  const offer = allowedActions.find(({ tool }) => tool === 'ats_withdraw');
  expect(offer).toMatchObject({ outcome: 'COMPENSATED', netStamps: -200, fault });
  expect(await seller.done('ats_preview', { tradeKey, of: 'WITHDRAW' })).toMatchObject({ netStamps: -200, fault });
  const answer = await seller.done('ats_withdraw', { tradeKey });
  expect(questions.splice(0).map(({ message }) => message)).toEqual([
    `Withdrawal from ${tradeKey}. You lose 200 stamps of your bond, and the trade changes your balances by -200 stamps. ` +
      `The lost bond pays 200 stamps to ${consumer.principalKey}. Do you allow this?`,
  ]);
  expect(answer).toMatchObject({ settlement: { outcome: 'COMPENSATED', netStamps: -200, fault } });
  expect(await seller.done('ats_settlement', { tradeKey })).toMatchObject({ fault });
  expect(await buyer.done('ats_settlement', { tradeKey })).toMatchObject({ fault: faultOf('WITHDREW', false) });
  expect(await buyer.done('ats_trade', { tradeKey })).toMatchObject({
    settlement: { netStamps: 190, fault: faultOf('WITHDREW', false) },
  });
});

// @spec MC44
test('a contested delivery and a lapse show whose bond is lost, and an end without a fault has none', async () => {
  const trade = await activeTrade();
  const { tradeKey } = trade;
  expect(await seller.done('ats_preview', { tradeKey, of: 'LAPSE' })).toMatchObject({
    fault: faultOf('NO_CONTRACT', true),
  });
  await publishContract(trade);
  const { allowedActions } = await buyer.done<WithActions>('ats_trade', { tradeKey });
  const offers = ['CONFIRMED', 'FAILED'].map((status) => allowedActions.find((act) => act['status'] === status));
  const [confirming, contesting] = offers;
  expect(confirming).not.toHaveProperty('fault');
  const fault = { failureCause: 'DELIVERY_FAILED', isYou: false, yourBondSlashedStamps: 0 };
  expect(contesting).toMatchObject({ fault });
  expect(await buyer.done('ats_preview', { tradeKey, of: 'COMPLETE' })).toMatchObject({ fault: null });
  const failed = await buyer.done('ats_check_delivery', { tradeKey, stepNo: 1, status: 'FAILED' });
  expect(failed).toMatchObject({ settlement: null, ifNoAct: { outcome: 'COMPENSATED', fault } });
  const waiting = await seller.done('ats_preview', { tradeKey, of: 'LAPSE' });
  expect(waiting).toMatchObject({ fault: { failureCause: 'DELIVERY_FAILED', isYou: true } });
});
