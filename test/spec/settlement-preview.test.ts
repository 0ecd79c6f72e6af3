import { useTestApp } from '../support/app';
import { refusal } from '../support/exchange';
import { body, restOf, under } from '../support/rest';
import { statementsOf } from '../support/statements';
import { readTrade, twoParties } from '../support/trades';
import {
  activate,
  checkpoint,
  mutate,
  type Party,
  publishContract,
  settled,
  type StartedTrade,
  startTrade,
} from '../support/actors';

/** Previews of settlements over both APIs, with the records of the database. test/unit/domain/preview.test.ts has all causes. */

const FIELDS = `outcome failureClass failureCause faultedStepNo faultPrincipalKey
  own { paidStamps receivedStamps feesStamps bondReleasedStamps bondSlashedStamps compensationStamps }`;
const PREVIEW = `${FIELDS} slashStamps compensations { principalKey amount exposureBasis kind } netStamps dueAt assumptions`;

const app = useTestApp();
let provider: Party;
let consumer: Party;

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
});

type Seen = Record<string, unknown>;

async function previews(trade: StartedTrade, args: string): Promise<Seen[]> {
  const ask = (by: Party) => readTrade<{ p: Seen }>(trade, `p: settlementPreview(${args}) { ${PREVIEW} }`, by);
  return (await Promise.all([ask(provider), ask(consumer)])).map(({ p }) => p);
}

async function begun(): Promise<StartedTrade> {
  const trade = await startTrade(provider, consumer);
  await activate(trade);
  await publishContract(trade);
  return trade;
}

/** The preview in the form of the record. */
function asRecord({
  slashStamps,
  compensations,
  netStamps: _net,
  dueAt: _due,
  assumptions: _all,
  ...rest
}: Seen): Seen {
  return { ...rest, slashAmount: slashStamps, comp: compensations, state: rest['outcome'] };
}

const advance = () => {
  app.clock.advance(259_200);
  return Promise.resolve();
};

// @spec PV1
it.each([
  ['of: CHECKPOINT', (trade: StartedTrade) => checkpoint(trade)],
  [
    'of: WITHDRAW',
    ({ tradeKey }: StartedTrade) => mutate(provider.api, 'withdrawFromTrade', { tradeKey }, 'trade { id }'),
  ],
  ['of: LAPSE', advance],
  ['of: LAPSE', advance],
  ['of: CHECKPOINT, coverageBps: 0', (trade: StartedTrade) => checkpoint(trade, { status: 'FAILED' }).then(advance)],
  [
    'of: CHECKPOINT, checkpointStatus: FAILED',
    (trade: StartedTrade) => checkpoint(trade, { status: 'FAILED' }).then(advance),
  ],
])('The preview of %s equals the record, also with earlier faults', async (args, act) => {
  const trade = await begun();
  const seen = await previews(trade, args);
  await act(trade);
  const records = [await settled(trade, provider), await settled(trade, consumer)];
  expect(seen.map(asRecord)).toEqual(records);
});

// @spec PV6
it('A preview writes nothing, and REST has the same', async () => {
  const trade = await begun();
  const path = `${under(consumer)}/trades/${trade.tradeKey}/settlement-preview`;
  const rows = () =>
    app.sql('SELECT xmin, t.* FROM trade t WHERE trade_id = (SELECT max(trade_id::text)::uuid FROM trade)');
  const before = await rows();
  const sent = await restOf(app, consumer).get(`${path}?of=withdraw`);
  expect(body(sent)).toMatchObject({ failure_cause: 'withdrew', fault_principal_key: provider.principalKey });
  expect(await rows()).toEqual(before);
});

async function operatorReads(trade: StartedTrade, selection: string): Promise<Seen> {
  const text = `{ operatorTrade(tradeKey: "${trade.tradeKey}") { ${selection} } }`;
  return (await app.operator.queryOrThrow<{ operatorTrade: Seen }>(text)).operatorTrade;
}

// @spec PV7
it('Operators see the amounts of all parties in a preview, as in the record, and the parties do not', async () => {
  const trade = await begun();
  const sides = 'sides { principalKey principal { displayName } amounts { paidStamps bondSlashedStamps } netStamps }';
  const preview = async () =>
    (await operatorReads(trade, `p: settlementPreview(of: WITHDRAW) { failureCause ${sides} }`))['p'];
  await refusal(operatorReads(trade, 'settlementPreview(of: LAPSE) { netStamps }'), 'principal_access_denied');
  const seen = await preview();
  expect(seen).toMatchObject({ failureCause: 'WITHDREW', sides: [{ netStamps: expect.any(Number) as number }, {}] });
  const ownNets = await previews(trade, 'of: WITHDRAW');
  await mutate(provider.api, 'withdrawFromTrade', { tradeKey: trade.tradeKey }, 'trade { id }');
  await settled(trade);
  expect((await operatorReads(trade, `settlement { failureCause ${sides} }`))['settlement']).toEqual(seen);
  const nets = new Map(
    (seen as { sides: { principalKey: string; netStamps: number }[] }).sides.map((side) => [
      side.principalKey,
      side.netStamps,
    ]),
  );
  expect([nets.get(provider.principalKey), nets.get(consumer.principalKey)]).toEqual(
    ownNets.map(({ netStamps }) => netStamps),
  );
  const own = await readTrade<{ settlement: Seen; p: Seen }>(
    trade,
    'settlement { sides { netStamps } } p: settlementPreview(of: LAPSE) { sides { netStamps } }',
    consumer,
  );
  expect([own.settlement['sides'], own.p['sides']]).toEqual([null, null]);
});

// @spec PV8
it.each(['of: LAPSE', 'of: CHECKPOINT', 'of: VERDICT, verdictCoverageBps: 0'])(
  'The preview of a settled trade is its record, whatever event is asked for: %s',
  async (args) => {
    const trade = await begun();
    const [before] = await previews(trade, 'of: WITHDRAW');
    await mutate(provider.api, 'withdrawFromTrade', { tradeKey: trade.tradeKey }, 'trade { id }');
    const record = await settled(trade, provider);
    const { settledAt } = await readTrade<{ settledAt: string }>(trade, 'settledAt', provider);
    const [after = {}] = await previews(trade, args);
    expect(asRecord(after)).toEqual(record);
    expect(after).toMatchObject({
      netStamps: before?.['netStamps'],
      dueAt: settledAt,
      assumptions: ['ALREADY_SETTLED'],
    });
    const rest = body<Seen>(
      await restOf(app, provider).get(`${under(provider)}/trades/${trade.tradeKey}/settlement-preview?of=lapse`),
    );
    expect(rest).toMatchObject({ failure_cause: 'withdrew', assumptions: ['already_settled'], due_at: settledAt });
    await refusal(readTrade(trade, 'settlementPreview(of: VERDICT) { outcome }', provider), 'validation_failed');
  },
);

it('A list with previews costs a constant number of statements', async () => {
  await begun();
  const list = (first: number) =>
    statementsOf(
      app,
      `{ principal(principalKey: "${provider.principalKey}") { trades(first: ${String(first)}) {
      nodes { settlementPreview(of: LAPSE) { slashStamps } } } } }`,
    );
  await begun();
  expect(await list(2)).toBe(await list(1));
  const settledTrade = async () => {
    const trade = await begun();
    await checkpoint(trade);
    await settled(trade);
  };
  await settledTrade();
  const withSettled = await list(2);
  await settledTrade();
  expect(await list(3)).toBe(withSettled);
});
