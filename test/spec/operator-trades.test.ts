import { idOf } from '../../src/domain/keys';
import { useTestApp } from '../support/app';
import { send } from '../support/exchange';
import { refused } from '../support/market';
import { twoParties } from '../support/trades';
import {
  activate,
  checkpoint,
  createParty,
  mutate,
  type Party,
  publishContract,
  settled,
  startTrade,
} from '../support/actors';

/** The list of all trades for operators. Every filter is compared with the same selection of the whole list. */

interface Row {
  readonly tradeKey: string;
  readonly proposalKey: string;
  readonly state: string;
  readonly createdAt: string;
  readonly nextDeadlineAt: string | null;
  readonly settledAt: string | null;
  readonly settlement: { readonly outcome: string; readonly failureClass: string | null } | null;
  readonly participants: readonly { readonly principalKey: string; readonly agent: { readonly agentKey: string } }[];
}

interface Page {
  readonly nodes: readonly Row[];
  readonly totalCount: number;
  readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
}

const app = useTestApp();
let provider: Party;
let consumer: Party;
let outsider: Party;
let middle: string;
let contested: string;

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
  outsider = await createParty(app, 'Outsider');
  const done = await startTrade(provider, consumer);
  await activate(done);
  await publishContract(done);
  await checkpoint(done);
  await settled(done);
  const broken = await startTrade(provider, consumer);
  await activate(broken);
  await mutate(provider.api, 'withdrawFromTrade', { tradeKey: broken.tradeKey }, 'trade { state }');
  await settled(broken);
  middle = new Date().toISOString();
  const disputed = await startTrade(provider, consumer);
  await activate(disputed);
  await publishContract(disputed);
  await checkpoint(disputed, { status: 'FAILED' });
  contested = disputed.tradeKey;
  await startTrade(provider, consumer);
}, 120_000);

const SELECTION = `nodes { tradeKey proposalKey state createdAt nextDeadlineAt settledAt settlement { outcome failureClass }
  participants { principalKey agent { agentKey } } } totalCount pageInfo { endCursor hasNextPage }`;

async function page(args = 'first: 100'): Promise<Page> {
  const { list } = await app.operator.queryOrThrow<{ list: Page }>(
    `{ list: operatorTrades(${args}) { ${SELECTION} } }`,
  );
  return list;
}

type Case = readonly [filter: () => string, search: () => string, matches: (row: Row) => boolean];

const CASES: readonly Case[] = [
  [() => '', () => '', () => true],
  [
    () => 'states: [EXECUTING, COMPLETED]',
    () => 'state=executing&state=completed',
    ({ state }) => state === 'EXECUTING' || state === 'COMPLETED',
  ],
  [() => 'outcomes: [COMPLETED]', () => 'outcome=completed', ({ settlement }) => settlement?.outcome === 'COMPLETED'],
  [
    () => 'failureClasses: [F4, F1]',
    () => 'failure_class=F4&failure_class=F1',
    ({ settlement }) => settlement?.failureClass === 'F4',
  ],
  [
    () => 'states: [COMPENSATED], outcomes: [COMPENSATED], failureClasses: [F4]',
    () => 'state=compensated&outcome=compensated&failure_class=F4',
    ({ state }) => state === 'COMPENSATED',
  ],
  [() => `principalKey: "${provider.principalKey}"`, () => `principal_key=${provider.principalKey}`, () => true],
  [() => `principalKey: "${outsider.principalKey}"`, () => `principal_key=${outsider.principalKey}`, () => false],
  [() => `agentKey: "${consumer.agentKey}"`, () => `agent_key=${consumer.agentKey}`, () => true],
  [() => `agentKey: "${outsider.agentKey}"`, () => `agent_key=${outsider.agentKey}`, () => false],
  [() => `createdFrom: "${middle}"`, () => `created_from=${middle}`, ({ createdAt }) => createdAt >= middle],
  [() => `createdTo: "${middle}"`, () => `created_to=${middle}`, ({ createdAt }) => createdAt < middle],
  [
    () => 'dueBefore: "2999-01-01T00:00:00Z"',
    () => 'due_before=2999-01-01T00:00:00Z',
    ({ nextDeadlineAt }) => nextDeadlineAt !== null,
  ],
  [() => 'awaiting: VERDICT', () => 'awaiting=verdict', ({ tradeKey }) => tradeKey === contested],
  [() => 'awaiting: OVERDUE', () => 'awaiting=overdue', () => false],
  [() => 'awaiting: SETTLEMENT', () => 'awaiting=settlement', () => false],
  [
    () => `awaiting: VERDICT, states: [EXECUTING], principalKey: "${consumer.principalKey}"`,
    () => `awaiting=verdict&state=executing&principal_key=${consumer.principalKey}`,
    ({ tradeKey }) => tradeKey === contested,
  ],
  [() => 'awaiting: VERDICT, states: [COMPLETED]', () => 'awaiting=verdict&state=completed', () => false],
];

const rest = async (search: string) => {
  const path = `/api/v1/trades?${search}`;
  const { status, json } = await send(app, { credential: app.operatorCredential }, { method: 'GET', path });
  return { status, ...json } as unknown as { status: number; fields?: object[]; data: { trade_key: string }[] };
};

// @spec G18, G22
test.each(CASES)(
  'A filter of operatorTrades selects exactly the trades that match: %s',
  async (filter, search, matches) => {
    const all = await page();
    expect([all.nodes.length, all.totalCount]).toEqual([4, 4]);
    const found = await page(`first: 100, filter: { ${filter()} }`);
    const expected = all.nodes.filter(matches);
    expect([found.nodes, found.totalCount]).toEqual([expected, expected.length]);
    expect((await rest(search())).data.map(({ trade_key: key }) => key)).toEqual(
      expected.map(({ tradeKey }) => tradeKey),
    );
  },
);

// @spec G18, G22
test('operatorTrades finds the trade of a proposal', async () => {
  const [newest] = (await page()).nodes;
  const found = await page(`filter: { proposalKey: "${String(newest?.proposalKey)}" }`);
  expect(found.nodes).toEqual([newest]);
});

// @spec NA17
test('an operator reads acts without a preview, also if the own amounts are selected', async () => {
  const act = { operation: 'evaluateTrade', consequence: { preview: null }, ifNotDone: { preview: null } };
  const { nodes } = await app.operator.operator.trades({ filter: { states: ['EXECUTING', 'CONFIRMING'] } });
  const found = nodes.find(({ tradeKey }) => tradeKey === contested);
  expect(found?.allowedActions).toMatchObject([act, act]);
  const trade = await app.operator.operator.trade({ tradeKey: contested });
  expect(trade?.allowedActions).toMatchObject([act, act]);
});

// @spec G22
test('The argument awaiting works as before, and must not differ from the filter', async () => {
  const keys = async (args: string) => (await page(args)).nodes.map(({ tradeKey }) => tradeKey);
  expect(await keys('awaiting: VERDICT')).toEqual([contested]);
  expect(await keys('awaiting: VERDICT, filter: { states: [EXECUTING] }')).toEqual([contested]);
  expect(await keys('awaiting: VERDICT, filter: { awaiting: VERDICT }')).toEqual([contested]);
  expect(await keys('awaiting: VERDICT, filter: { states: [COMPLETED] }')).toEqual([]);
  expect(await refused(page('awaiting: VERDICT, filter: { awaiting: OVERDUE }'))).toMatchObject({
    status: 400,
    code: 'validation_failed',
    fields: [{ path: ['awaiting'], detail: 'differs from the member `awaiting` of the filter' }],
  });
});

// @spec G20
test('Pages of operatorTrades meet, and a cursor of another filter is 400 cursor_invalid', async () => {
  const view = 'filter: { states: [BOND_RESERVED, EXECUTING, COMPLETED] }';
  const whole = await page(view);
  expect(whole.nodes).toHaveLength(3);
  const seen: Row[] = [];
  for (let after = '', isLast = false; !isLast;) {
    const { nodes, pageInfo } = await page(`first: 1, ${view}${after}`);
    seen.push(...nodes);
    after = `, after: "${pageInfo.endCursor}"`;
    isLast = !pageInfo.hasNextPage;
  }
  expect(seen).toEqual(whole.nodes);
  const cursor = `after: "${whole.pageInfo.endCursor}"`;
  const others = ['', ', filter: { states: [EXECUTING] }', ', filter: { awaiting: OVERDUE }', ', awaiting: OVERDUE'];
  for (const other of others) expect(await refused(page(cursor + other))).toMatchObject({ code: 'cursor_invalid' });
  const plain = (await page('first: 1')).pageInfo.endCursor;
  expect(await refused(page(`after: "${plain}", ${view}`))).toMatchObject({ status: 400, code: 'cursor_invalid' });
  expect(await rest(`state=executing&cursor=${plain}`)).toMatchObject({
    status: 400,
    code: 'cursor_invalid',
    fields: [{ pointer: '/cursor' }],
  });
});

type Order = readonly [orderBy: string, search: string, value: (row: Row) => string | null, isAscending: boolean];
const ORDERS: readonly Order[] = [
  ['field: NEXT_DEADLINE_AT', 'order_by=next_deadline_at', ({ nextDeadlineAt }) => nextDeadlineAt, true],
  [
    'field: NEXT_DEADLINE_AT, direction: DESC',
    'order_by=next_deadline_at&direction=desc',
    ({ nextDeadlineAt }) => nextDeadlineAt,
    false,
  ],
  ['field: SETTLED_AT', 'order_by=settled_at', ({ settledAt }) => settledAt, false],
  ['direction: ASC', 'direction=asc', ({ createdAt }) => createdAt, true],
];

// @spec G19
test.each(ORDERS)('operatorTrades sorts by %s, and its pages meet', async (orderBy, search, value, isAscending) => {
  const all = (await page()).nodes.filter((row) => value(row) !== null);
  const sorted = [...all].sort((a, b) => String(value(a)).localeCompare(String(value(b))));
  const expected = (isAscending ? sorted : sorted.reverse()).map(({ tradeKey }) => tradeKey);
  expect(expected.length).toBeGreaterThan(1);
  const whole = await page(`first: 100, orderBy: { ${orderBy} }`);
  expect(whole.nodes.map(({ tradeKey }) => tradeKey)).toEqual(expected);
  const pages: string[] = [];
  for (let after = '', isLast = false; !isLast;) {
    const { nodes, pageInfo } = await page(`first: 1, orderBy: { ${orderBy} }${after}`);
    pages.push(...nodes.map(({ tradeKey }) => tradeKey));
    after = `, after: "${pageInfo.endCursor}"`;
    isLast = !pageInfo.hasNextPage;
  }
  expect(pages).toEqual(expected);
  expect((await rest(search)).data.map(({ trade_key: key }) => key)).toEqual(expected);
  const cursor = `after: "${whole.pageInfo.endCursor}"`;
  expect(await refused(page(cursor))).toMatchObject({ status: 400, code: 'cursor_invalid' });
});

// @spec G19
test('operatorTrades sorts also the trades whose settlement failed, and each queue has its orders', async () => {
  const open = (await page('first: 100, orderBy: { field: NEXT_DEADLINE_AT }')).nodes.map(({ tradeKey }) => tradeKey);
  const id = idOf('trd', open[0] ?? '');
  await app.sql(`UPDATE trade SET settlement_error = 'broken' WHERE trade_id = $1`, [id]);
  const again = await page('first: 100, orderBy: { field: NEXT_DEADLINE_AT }');
  expect(again.nodes.map(({ tradeKey }) => tradeKey)).toEqual(open);
  const quarantined = await page('filter: { awaiting: SETTLEMENT }, orderBy: { field: NEXT_DEADLINE_AT }');
  expect(quarantined.nodes.map(({ tradeKey }) => tradeKey)).toEqual([open[0]]);
  expect((await page('filter: { awaiting: OVERDUE }, orderBy: { field: NEXT_DEADLINE_AT }')).nodes).toEqual([]);
  await app.sql('UPDATE trade SET settlement_error = NULL WHERE trade_id = $1', [id]);
  const refusal = await refused(page('filter: { awaiting: VERDICT }, orderBy: { field: SETTLED_AT }'));
  expect(refusal).toMatchObject({ status: 400, code: 'validation_failed', fields: [{ path: ['orderBy'] }] });
  expect(await rest('awaiting=verdict')).toMatchObject({ status: 200, data: [{ trade_key: contested }] });
});

// @spec G21
test('A wrong value in the filter of operatorTrades is 400 with the path of its member', async () => {
  const errorsOf = async (filter: string) => (await refused(page(`filter: { ${filter} }`))) as { fields?: object[] };
  expect((await errorsOf('principalKey: "agt_none"')).fields).toMatchObject([{ path: ['filter', 'principalKey'] }]);
  expect((await errorsOf('states: []')).fields).toMatchObject([{ path: ['filter', 'states'] }]);
  expect((await errorsOf('failureClasses: [F9]')).fields).toMatchObject([{ path: ['filter', 'failureClasses', 0] }]);
  expect(await rest('principal_key=none')).toMatchObject({ status: 400, fields: [{ pointer: '/principal_key' }] });
  expect(await rest('failure_class=F9')).toMatchObject({ status: 400, fields: [{ pointer: '/failure_class/0' }] });
  expect(await rest('awaiting=none')).toMatchObject({ status: 400, fields: [{ pointer: '/awaiting' }] });
});
