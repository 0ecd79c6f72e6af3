import { idOf } from '../../src/domain/keys';
import { useTestApp } from '../support/app';
import { agree, auditOf, begin, fundedParties, type Plan, platformGains, twoParties, worth } from '../support/trades';
import {
  activate,
  checkpoint,
  mutate,
  type Party,
  publishContract,
  settled,
  type StartedTrade,
} from '../support/actors';

/** Worked trades over signed HTTP, with the exact balances at the end: docs/specification.md. */

const CONTRACT_WINDOW = 86_400;
const CHECKPOINT_WINDOW = 259_200;
const IDLE_WINDOW = 259_200;

const app = useTestApp({ ATS_POLICY_VERSION: 'slash_policy_v1' });

afterEach(async () => {
  expect(await auditOf(app)).toEqual([]);
});

const withdraw = ({ tradeKey, provider: { api } }: StartedTrade) =>
  mutate(api, 'withdrawFromTrade', { tradeKey }, 'trade { state }');

/** Activates, delivers and confirms a step with this coverage of a contract of 10,000 parts. */
async function coverage(trade: StartedTrade, bps: number): Promise<void> {
  await activate(trade);
  const items = [1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 999, 1].map((weight, index) => ({
    itemId: String(index),
    description: 'A part',
    weight,
  }));
  const input = { tradeKey: trade.tradeKey, stepNo: 1, summary: 'All of it.', items };
  await mutate(trade.provider.api, 'publishDeliveryContract', input, 'step { stepNo }');
  let left = bps;
  const results = items.map(({ itemId, weight }) => {
    const isMet = weight <= left;
    if (isMet) left -= weight;
    return { itemId, met: isMet };
  });
  await checkpoint(trade, { status: 'CONFIRMED', results });
}

/** Ends the trade without further calls. */
async function lapse(window: number): Promise<void> {
  app.clock.advance(window);
  return Promise.resolve();
}

async function pass(trade: StartedTrade, stepNo: number): Promise<void> {
  await activate(trade);
  await publishContract(trade, stepNo);
  await checkpoint(trade, { status: 'CONFIRMED' }, stepNo);
}

interface Row {
  readonly trade: string;
  readonly prices: readonly number[];
  readonly play: (trade: StartedTrade) => Promise<void>;
  readonly fees: number;
  readonly slash: number;
  readonly comp?: { readonly to: 'provider' | 'consumer'; readonly amount: number; readonly basis: number };
  readonly pool: number;
  readonly net: readonly [provider: number, consumer: number];
  readonly settlement: Readonly<Record<string, unknown>>;
}

const clean = { outcome: 'COMPLETED', failureClass: null, failureCause: null, faultedStepNo: null };
const compensated = (failureClass: string, failureCause: string, faultedStepNo = 1) => ({
  outcome: 'COMPENSATED',
  failureClass,
  failureCause,
  faultedStepNo,
});

const rows: readonly Row[] = [
  {
    trade: 'clean 1000',
    prices: [1000],
    play: (trade) => pass(trade, 1),
    fees: 10,
    slash: 0,
    pool: 0,
    net: [1000, -1010],
    settlement: clean,
  },
  {
    trade: 'F1 on 1000',
    prices: [1000],
    play: (trade) => activate(trade).then(() => lapse(CONTRACT_WINDOW)),
    fees: 10,
    slash: 100,
    comp: { to: 'consumer', amount: 100, basis: 1000 },
    pool: 0,
    net: [-100, 90],
    settlement: compensated('F1', 'NO_CONTRACT'),
  },
  {
    trade: 'F2 on 1000',
    prices: [1000],
    play: async (trade) => {
      await activate(trade);
      await publishContract(trade);
      await checkpoint(trade, { status: 'FAILED' });
      app.clock.advance(CHECKPOINT_WINDOW);
    },
    fees: 10,
    slash: 100,
    comp: { to: 'consumer', amount: 100, basis: 1000 },
    pool: 0,
    net: [-100, 90],
    settlement: compensated('F2', 'DELIVERY_FAILED'),
  },
  {
    trade: 'F3, coverage 6000',
    prices: [1000],
    play: (trade) => coverage(trade, 6000).then(() => lapse(CHECKPOINT_WINDOW)),
    fees: 10,
    slash: 25,
    comp: { to: 'consumer', amount: 25, basis: 1000 },
    pool: 0,
    net: [725, -735],
    settlement: compensated('F3', 'COVERAGE_SHORTFALL'),
  },
  {
    trade: 'F3, coverage 7999',
    prices: [1000],
    play: (trade) => coverage(trade, 7999).then(() => lapse(CHECKPOINT_WINDOW)),
    fees: 10,
    slash: 1,
    comp: { to: 'consumer', amount: 1, basis: 1000 },
    pool: 0,
    net: [998, -1008],
    settlement: compensated('F3', 'COVERAGE_SHORTFALL'),
  },
  {
    trade: 'F4 while confirming',
    prices: [1000],
    play: async (trade) => {
      await coverage(trade, 6000);
      await withdraw(trade);
    },
    fees: 10,
    slash: 200,
    comp: { to: 'consumer', amount: 200, basis: 1000 },
    pool: 0,
    net: [-200, 190],
    settlement: compensated('F4', 'WITHDREW'),
  },
  {
    trade: 'F5 no_checkpoint',
    prices: [1000],
    play: async (trade) => {
      await activate(trade);
      await publishContract(trade);
      app.clock.advance(CHECKPOINT_WINDOW);
    },
    fees: 10,
    slash: 50,
    comp: { to: 'provider', amount: 50, basis: 1000 },
    pool: 0,
    net: [1050, -1060],
    settlement: compensated('F5', 'NO_CHECKPOINT'),
  },
  {
    trade: 'F5 not_activated',
    prices: [1000],
    play: () => lapse(IDLE_WINDOW),
    fees: 0,
    slash: 50,
    comp: { to: 'provider', amount: 50, basis: 1000 },
    pool: 0,
    net: [50, -50],
    settlement: compensated('F5', 'NOT_ACTIVATED'),
  },
  {
    trade: 'steps 334+333+333, clean',
    prices: [334, 333, 333],
    play: async (trade) => {
      await pass(trade, 1);
      await pass(trade, 2);
      await pass(trade, 3);
    },
    fees: 12,
    slash: 0,
    pool: 0,
    net: [1000, -1012],
    settlement: clean,
  },
  {
    trade: 'steps 334+333+333, F1 on step 2',
    prices: [334, 333, 333],
    play: async (trade) => {
      await pass(trade, 1);
      await activate(trade);
      app.clock.advance(CONTRACT_WINDOW);
    },
    fees: 8,
    slash: 100,
    comp: { to: 'consumer', amount: 100, basis: 666 },
    pool: 0,
    net: [234, -242],
    settlement: compensated('F1', 'NO_CONTRACT', 2),
  },
  {
    trade: 'steps 900+100, F4 on step 2',
    prices: [900, 100],
    play: async (trade) => {
      await pass(trade, 1);
      await activate(trade);
      await withdraw(trade);
    },
    fees: 10,
    slash: 200,
    comp: { to: 'consumer', amount: 100, basis: 100 },
    pool: 100,
    net: [700, -810],
    settlement: compensated('F4', 'WITHDREW', 2),
  },
];

async function change(parties: readonly Party[], work: () => Promise<void>): Promise<number[]> {
  const before = await Promise.all(parties.map(worth));
  await work();
  const after = await Promise.all(parties.map(worth));
  return after.map((stamps, index) => stamps - (before[index] ?? 0));
}

// @spec SE8, SE9, SE12, SE15, SE17, SE19
it.each(rows)('Worked trade: $trade', async (row) => {
  const { provider, consumer } = await twoParties(app);
  const plan: Plan = { steps: row.prices.map((price) => ({ provider, consumer, price })) };
  const agreement = await agree(plan);
  let trade: StartedTrade | undefined;
  const [ofProvider = NaN, ofConsumer = NaN] = await change([provider, consumer], async () => {
    trade = await begin(agreement);
    await row.play(trade);
    const sees = await settled(trade);
    expect(sees).toMatchObject({ state: sees['outcome'], ...row.settlement, slashAmount: row.slash });
    const whose = row.comp?.to === 'provider' ? provider : consumer;
    const comp = row.comp && {
      principalKey: whose.principalKey,
      amount: row.comp.amount,
      exposureBasis: row.comp.basis,
      kind: 'STEP_COUNTERPARTY',
    };
    expect(sees['comp']).toEqual(comp ? [comp] : []);
  });
  const gains = await platformGains(app, idOf('trd', trade?.tradeKey ?? '') ?? '');
  expect(gains).toEqual({ fees: row.fees, pool: row.pool });
  expect([ofProvider, ofConsumer]).toEqual(row.net);
  expect(ofProvider + ofConsumer + gains.fees + gains.pool).toBe(0);
});

// @spec SE11
it('Worked trade: A→B 600, B→C 400, F1 on step 1', async () => {
  const [a, b, c] = (await fundedParties(app, 'A', 'B', 'C')) as [Party, Party, Party];
  const plan: Plan = {
    steps: [
      { provider: a, consumer: b, price: 600 },
      { provider: b, consumer: c, price: 400 },
    ],
  };
  const agreement = await agree(plan);
  let trade: StartedTrade | undefined;
  const changes = await change([a, b, c], async () => {
    trade = await begin(agreement);
    const bonds = await app.sql(
      'SELECT principal_id, bond_stamps FROM trade_participant WHERE trade_id = $1 ORDER BY bond_stamps',
      [idOf('trd', trade.tradeKey)],
    );
    expect(bonds).toEqual(
      [
        { party: c, bond: '80' },
        { party: a, bond: '120' },
        { party: b, bond: '200' },
      ].map(({ party, bond }) => ({ principal_id: idOf('prn', party.principalKey), bond_stamps: bond })),
    );
    await activate(trade, c);
    app.clock.advance(CONTRACT_WINDOW);
    const sees = await settled(trade, c);
    const comp = [
      { principalKey: b.principalKey, amount: 43, exposureBasis: 1000, kind: 'STEP_COUNTERPARTY' },
      { principalKey: c.principalKey, amount: 17, exposureBasis: 400, kind: 'DOWNSTREAM' },
    ].sort((x, y) => (x.principalKey < y.principalKey ? -1 : 1));
    expect(sees).toMatchObject({ state: 'COMPENSATED', failureClass: 'F1', slashAmount: 60, comp });
    expect(sees['faultPrincipalKey']).toBe(a.principalKey);
  });
  expect(changes).toEqual([-60, 37, 17]);
  expect(await platformGains(app, idOf('trd', trade?.tradeKey ?? '') ?? '')).toEqual({ fees: 6, pool: 0 });
});
