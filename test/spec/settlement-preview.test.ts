import { startTestApp, type TestApp } from '../support/app';
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

let app: TestApp;
let provider: Party;
let consumer: Party;

beforeAll(async () => {
  app = await startTestApp();
  ({ provider, consumer } = await twoParties(app));
});
afterAll(() => app.stop());

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
])('The preview of %s equals the record, also with earlier faults', async (args, act) => {
  const trade = await begun();
  const seen = await previews(trade, args);
  await act(trade);
  const records = [await settled(trade, provider), await settled(trade, consumer)];
  expect(seen.map(asRecord)).toEqual(records);
});

// @spec PV5, PV6
it('A preview writes nothing, REST has the same, and a settled trade is refused', async () => {
  const trade = await begun();
  const path = `${under(consumer)}/trades/${trade.tradeKey}/settlement-preview`;
  const rows = () =>
    app.sql('SELECT xmin, t.* FROM trade t WHERE trade_id = (SELECT max(trade_id::text)::uuid FROM trade)');
  const before = await rows();
  const sent = await restOf(app, consumer).get(`${path}?of=withdraw`);
  expect(body(sent)).toMatchObject({ failure_cause: 'withdrew', fault_principal_key: provider.principalKey });
  expect(await rows()).toEqual(before);
  const operatorAsks = (selection: string) =>
    app.operator.queryOrThrow<{ operatorTrade: { settlementPreview: Seen } }>(
      `{ operatorTrade(tradeKey: "${trade.tradeKey}") { settlementPreview(of: LAPSE) { ${selection} } } }`,
    );
  expect((await operatorAsks('failureCause')).operatorTrade.settlementPreview['failureCause']).toBe('NO_CHECKPOINT');
  await refusal(operatorAsks('netStamps'), 'principal_access_denied');
  await checkpoint(trade);
  await settled(trade);
  expect((await restOf(app, consumer).get(`${path}?of=lapse`)).status).toBe(409);
});

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
});
