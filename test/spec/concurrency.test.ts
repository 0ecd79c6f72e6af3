import { randomUUID } from 'node:crypto';
import { idOf } from '../../src/domain/keys';
import { useTestApp } from '../support/app';
import { auditOf, leaveTickets, readTrade, twoParties } from '../support/trades';
import { codeOf, mutation, refusedAs, send, type Sent, signerOf } from '../support/exchange';
import {
  accept,
  activate,
  balances,
  type Deal,
  mutate,
  type Party,
  propose,
  publishContract,
  settled,
  type StartedTrade,
  startTrade,
} from '../support/actors';

/** Concurrent calls: the outcome does not depend on their order, and the ledger stays balanced. */

const app = useTestApp();
let provider: Party;
let consumer: Party;

beforeEach(async () => {
  ({ provider, consumer } = await twoParties(app));
});
afterEach(async () => {
  expect(await auditOf(app)).toEqual([]);
});

const call = (by: Party, field: string, input: object): Promise<Sent> =>
  send(app, signerOf(by), { body: mutation(field, input, 'trade { tradeKey state }'), key: randomUUID() });
const codes = (sent: readonly Sent[]): unknown[] => sent.map((one) => codeOf(one) ?? 'done').sort();

async function accepted(options: { price?: number } = {}): Promise<Deal> {
  const deal = await propose(provider, consumer, options);
  await accept(deal, provider, consumer);
  return deal;
}

const anchor = (party: Party, limits: object): Promise<unknown> =>
  mutate(app.operator, 'setEconomicAnchor', { principalKey: party.principalKey, ...limits }, 'principal { id }');

// @spec T7
// @id create-trade-races
it('20 concurrent creates of one proposal: one trade, 19 × trade_state_conflict carrying its trade_key', async () => {
  const { proposalKey } = await accepted();
  const sent = await Promise.all(
    Array.from({ length: 20 }, (_, at) => call(at % 2 === 0 ? provider : consumer, 'createTrade', { proposalKey })),
  );
  const made = sent.filter(({ json }) => json.errors === undefined);
  expect(made).toHaveLength(1);
  const { tradeKey } = made[0]?.json.data?.['createTrade']?.['trade'] as { tradeKey: string };
  for (const refused of sent.filter((one) => one !== made[0])) {
    expect(refusedAs(refused, 'trade_state_conflict')).toMatchObject({
      tradeKey,
      reason: 'trade_exists',
      currentState: 'BOND_RESERVED',
    });
  }
  expect((await balances(provider)).bondReservedStamps).toBe(200);
});

it('Two participants accept at once: the proposal is accepted once', async () => {
  const deal = await propose(provider, consumer);
  await Promise.all([accept(deal, provider), accept(deal, consumer)]);
  const events = await app.sql(
    `SELECT type FROM event WHERE subject_key = $1 AND type = 'proposal.accepted' AND principal_id = $2`,
    [deal.proposalKey, idOf('prn', provider.principalKey)],
  );
  expect(events).toHaveLength(1);
});

// @spec SE33
it.each(['before the deadline', 'while the deadline passes'])(
  'withdraw, checkpoint, operator settle and sweep at once, %s: exactly one settlement',
  async (when) => {
    const trades: StartedTrade[] = [];
    for (let at = 0; at < 6; at += 1) {
      const trade = await startTrade(provider, consumer, { price: 100 + at });
      await activate(trade);
      await publishContract(trade);
      trades.push(trade);
    }
    const operator = (tradeKey: string): Promise<unknown> =>
      mutate(app.operator, 'settleTrade', { tradeKey }, 'trade { state }').catch(() => undefined);
    const calls = trades.flatMap((trade) => {
      const { tradeKey } = trade;
      return [
        call(provider, 'withdrawFromTrade', { tradeKey }),
        call(consumer, 'submitCheckpoint', { tradeKey, stepNo: 1, status: 'CONFIRMED' }),
        operator(tradeKey),
        operator(tradeKey),
      ];
    });
    if (when === 'while the deadline passes') app.clock.advance(259_200);
    await Promise.all(calls);
    app.clock.advance(259_200);
    for (const trade of trades) {
      const end = await settled(trade);
      // A consumer that submitted nothing compensates no one.
      expect(['COMPLETED', 'COMPENSATED', 'FAILED']).toContain(end['state']);
      const found = await app.sql(
        `SELECT (SELECT count(*) FROM settlement s WHERE s.trade_id = t.trade_id) AS settlements,
           (SELECT count(*) FROM ledger_journal j WHERE j.trade_id = t.trade_id AND j.kind = 'settlement') AS journals,
           (SELECT count(*) FROM event e WHERE e.subject_key = $2 AND e.type IN ('trade.completed', 'trade.failed')) AS events
         FROM trade t WHERE t.trade_id = $1`,
        [idOf('trd', trade.tradeKey), trade.tradeKey],
      );
      expect(found).toEqual([{ settlements: '1', journals: '1', events: '2' }]);
      const { steps } = await readTrade<{ steps: { state: string }[] }>(trade, 'steps { state }');
      expect(steps.map(({ state }) => state)).toEqual([end['state'] === 'COMPLETED' ? 'PASSED' : 'FAILED']);
    }
  },
);

// @spec LI6
it('Two concurrent activations for the last stamp of the daily limit: one succeeds', async () => {
  const trades = [await startTrade(provider, consumer), await startTrade(provider, consumer)];
  const spent = 20;
  await anchor(consumer, { dailySpendLimitStamps: 1010 + spent });
  const sent = await Promise.all(trades.map(({ tradeKey }) => call(provider, 'activateTrade', { tradeKey })));
  expect(codes(sent)).toEqual(['done', 'principal_daily_spend_limit_exceeded']);
});

it('Two concurrent activations for the last stamp of the balance: one succeeds', async () => {
  const trades = [await startTrade(provider, consumer), await startTrade(provider, consumer)];
  await leaveTickets(consumer, 1010);
  const sent = await Promise.all(trades.map(({ tradeKey }) => call(consumer, 'activateTrade', { tradeKey })));
  expect(codes(sent)).toEqual(['done', 'wallet_insufficient_balance']);
  expect((await balances(consumer)).ticketBalanceStamps).toBe(0);
});

it.each([
  ['max_open_trades', { maxOpenTrades: 1 }],
  ['bond_limit_stamps', { bondLimitStamps: 200 }],
])('Two concurrent creates for the last of %s: one succeeds', async (limit, limits) => {
  const deals = [await accepted(), await accepted()];
  await anchor(provider, limits);
  const sent = await Promise.all(deals.map(({ proposalKey }) => call(consumer, 'createTrade', { proposalKey })));
  expect(codes(sent)).toEqual(['done', 'trade_settlement_rejected']);
  const refused = sent.find(({ json }) => json.errors !== undefined);
  expect(refused && refusedAs(refused, 'trade_settlement_rejected')).toMatchObject({
    limit,
    principalKey: provider.principalKey,
  });
});

// @spec LI6
// @id create-with-one-bond
it('Two concurrent creates with stamps for one bond: one succeeds', async () => {
  const deals = [await accepted(), await accepted()];
  await leaveTickets(provider, 200);
  const sent = await Promise.all(deals.map(({ proposalKey }) => call(provider, 'createTrade', { proposalKey })));
  expect(codes(sent)).toEqual(['done', 'principal_bond_insufficient_balance']);
});
