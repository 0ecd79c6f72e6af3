import { idOf } from '../../src/domain/keys';
import { useTestApp } from '../support/app';
import { auditOf, leaveTickets, twoParties } from '../support/trades';
import { refusalOf } from '../support/parties';
import { together } from '../support/concurrent-calls';
import { accept, mutate, type Party, propose, type StartedTrade, startTrade } from '../support/actors';

/** Limits are exact, also when several calls compete for the last stamp. */
const app = useTestApp({ ATS_ROLE: 'api' });

/** Price of 1,000 stamps and its fee of 1 %. */
const COST = 1010;
const FEE = 10;
const BOND = 200;

const setAnchor = ({ principalKey }: Party, input: object) =>
  mutate(app.operator, 'setEconomicAnchor', { principalKey, ...input }, 'principal { id }');
const activate = ({ tradeKey, consumer }: StartedTrade) =>
  mutate(consumer.api, 'activateTrade', { tradeKey }, 'trade { state }');

/** Runs the calls while they wait for the principal; returns their outcomes, sorted. */
async function outcomes({ principalKey }: Party, calls: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  const results = await together(
    app,
    principalKey,
    calls.map((call) => () => outcome(call)),
  );
  return results.sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
}

async function outcome(call: () => Promise<unknown>): Promise<unknown> {
  const done = call().then(() => undefined);
  const refusal = await refusalOf(done).catch(async () => done);
  return refusal === undefined ? 'done' : { code: refusal['code'], limit: refusal['limit'] };
}

async function spentToday({ principalKey }: Party): Promise<number> {
  const [row] = await app.sql<{ spent: string }>(
    `SELECT coalesce(sum(spent_stamps), 0) AS spent FROM principal_spend WHERE principal_id = $1`,
    [idOf('prn', principalKey)],
  );
  return Number(row?.spent ?? 0);
}

async function startTrades(count: number): Promise<{ consumer: Party; trades: StartedTrade[] }> {
  const { provider, consumer } = await twoParties(app);
  const trades: StartedTrade[] = [];
  for (let at = 0; at < count; at += 1) trades.push(await startTrade(provider, consumer));
  return { consumer, trades };
}

async function acceptedProposals(count: number): Promise<{ consumer: Party; creates: (() => Promise<unknown>)[] }> {
  const { provider, consumer } = await twoParties(app);
  const creates: (() => Promise<unknown>)[] = [];
  for (let at = 0; at < count; at += 1) {
    const deal = await propose(provider, consumer);
    await accept(deal, provider, consumer);
    const { proposalKey } = deal;
    creates.push(() => mutate(consumer.api, 'createTrade', { proposalKey }, 'trade { id }'));
  }
  return { consumer, creates };
}

const spendLimit = { code: 'principal_daily_spend_limit_exceeded', limit: 'daily_spend_limit_stamps' };

// @spec LI3
describe('The daily spend limit', () => {
  // @spec LI6
  // @id spend-limit-races
  test('should admit one of two concurrent activations for the last stamp', async () => {
    const { consumer, trades } = await startTrades(2);
    const dailySpendLimitStamps = (await spentToday(consumer)) + COST;
    await setAnchor(consumer, { dailySpendLimitStamps });
    const came = await outcomes(
      consumer,
      trades.map((trade) => () => activate(trade)),
    );
    expect(came).toEqual(['done', spendLimit]);
    expect(await spentToday(consumer)).toBe(dailySpendLimitStamps);
  });

  test('should refuse an activation if a listing spends the rest of the daily limit at the same time', async () => {
    const { consumer, trades } = await startTrades(1);
    await setAnchor(consumer, { dailySpendLimitStamps: (await spentToday(consumer)) + COST + FEE - 1 });
    const listing = {
      agentId: consumer.agentId,
      tradeProfile: `race.${consumer.agentId.slice(0, 8)}`,
      side: 'PROVIDE',
      title: 'Work',
      description: 'Some.',
      priceStamps: 1,
    };
    const publish = () => mutate(consumer.api, 'publishListing', listing, 'listing { id }');
    const came = await outcomes(consumer, [publish, ...trades.map((trade) => () => activate(trade))]);
    expect(came).toEqual(['done', spendLimit]);
  });

  // @spec T21
  test('should refuse at one stamp too few and admit at the exact amount', async () => {
    const { consumer, trades } = await startTrades(1);
    const [trade] = trades as [StartedTrade];
    const spent = await spentToday(consumer);
    await setAnchor(consumer, { dailySpendLimitStamps: spent + COST - 1 });
    expect(await refusalOf(activate(trade))).toMatchObject({
      status: 409,
      ...spendLimit,
      principalKey: consumer.principalKey,
    });
    expect(await spentToday(consumer)).toBe(spent);
    await setAnchor(consumer, { dailySpendLimitStamps: spent + COST });
    await activate(trade);
    expect(await spentToday(consumer)).toBe(spent + COST);
  });
});

test('Two of four concurrent activations succeed with tickets for two, the others are 402', async () => {
  const { consumer, trades } = await startTrades(4);
  await leaveTickets(consumer, 2 * COST);
  const came = await outcomes(
    consumer,
    trades.map((trade) => () => activate(trade)),
  );
  const short = { code: 'wallet_insufficient_balance', limit: undefined };
  expect(came).toEqual(['done', 'done', short, short]);
  expect(await auditOf(app)).toEqual([]);
});

describe('The limits on open trades', () => {
  // @spec LI1
  // @id open-trades-races
  test('should let one of two concurrent creations take the last open trade', async () => {
    const { consumer, creates } = await acceptedProposals(2);
    await setAnchor(consumer, { maxOpenTrades: 1 });
    const refused = { code: 'trade_settlement_rejected', limit: 'max_open_trades' };
    expect(await outcomes(consumer, creates)).toEqual(['done', refused]);
  });

  // @spec LI2
  test('should let one of two concurrent creations reserve the last of the bond', async () => {
    const { consumer, creates } = await acceptedProposals(2);
    await setAnchor(consumer, { bondLimitStamps: 2 * BOND - 1 });
    const refused = { code: 'trade_settlement_rejected', limit: 'bond_limit_stamps' };
    expect(await outcomes(consumer, creates)).toEqual(['done', refused]);
  });

  // @spec LI4
  test('should close nothing and refuse new trades when lowered below the open ones', async () => {
    const { consumer, creates } = await acceptedProposals(2);
    const [first, second] = creates as [() => Promise<unknown>, () => Promise<unknown>];
    await first();
    await setAnchor(consumer, { maxOpenTrades: 0, bondLimitStamps: 0 });
    expect(await refusalOf(second())).toMatchObject({ code: 'trade_settlement_rejected', limit: 'max_open_trades' });
    const open = await app.sql('SELECT 1 FROM trade_participant WHERE principal_id = $1 AND open', [
      idOf('prn', consumer.principalKey),
    ]);
    expect(open).toHaveLength(1);
  });
});

// @spec B4
test('A release cannot take bond that an open trade has reserved', async () => {
  const { consumer, creates } = await acceptedProposals(1);
  await mutate(consumer.api, 'reserveBond', { amountStamps: BOND + 5 }, 'principal { id }');
  await creates[0]?.();
  const release = (amountStamps: number) =>
    mutate(consumer.api, 'releaseBond', { amountStamps }, 'principal { bondAvailableStamps bondReservedStamps }');
  expect(await refusalOf(release(6))).toMatchObject({
    code: 'principal_bond_insufficient_balance',
    availableStamps: 5,
  });
  expect(await release(5)).toEqual({ principal: { bondAvailableStamps: 0, bondReservedStamps: BOND } });
});
