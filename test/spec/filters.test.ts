import { useTestApp } from '../support/app';
import { send, signerOf } from '../support/exchange';
import { twoParties } from '../support/trades';
import { refused } from '../support/market';
import { idOf } from '../../src/domain/keys';
import {
  accept,
  activate,
  checkpoint,
  mutate,
  type Party,
  principal,
  propose,
  publishContract,
  settled,
  startTrade,
} from '../support/actors';

/** Filters, orders and counts of lists. Every filter is compared with the same selection of the whole list. */

type Row = Readonly<Record<string, unknown>>;

const app = useTestApp();
let provider: Party;
let consumer: Party;
let began: string;
let middle: string;

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
  began = new Date().toISOString();
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
  await activate(await startTrade(provider, consumer));
  await startTrade(provider, consumer);
  const accepted = await propose(provider, consumer);
  await accept(accepted, provider, consumer);
  const halfway = await propose(provider, consumer);
  await accept(halfway, provider);
  const rejected = await propose(provider, consumer);
  await mutate(
    consumer.api,
    'respondToProposal',
    { proposalKey: rejected.proposalKey, decision: 'REJECT' },
    'proposal { state }',
  );
}, 120_000);

const SELECTIONS: Readonly<Record<string, string>> = {
  trades: `tradeKey state proposalKey createdAt nextDeadlineAt settledAt settlement { outcome } participants { principalKey agent { agentKey } }
    activeStep { providerPrincipalKey } proposal { matchRun { listing { tradeProfile } } }`,
  proposals: `proposalKey state expiresAt createdAt matchRun { matchRunId listingKey }
    currentRevision { participants { principalKey agentId responseState } }`,
  listings: 'listingKey state side tradeProfile title description tags agentId createdAt',
  postings: 'postingKey kind account tradeKey createdAt listing { listingKey }',
  agents: 'agentKey name notificationsDisabledAt',
  events: 'eventId type subjectKey timestamp trade { tradeKey }',
};

async function rows(list: string, args: string, who: Party = consumer): Promise<Row[]> {
  const selection = `list: ${list}(first: 100${args}) { totalCount totalCountIsExact nodes { ${String(SELECTIONS[list])} } }`;
  const { list: page } = await principal<{ list: { nodes: Row[]; totalCount: number; totalCountIsExact: boolean } }>(
    who.api,
    selection,
  );
  expect([page.totalCount, page.totalCountIsExact]).toEqual([page.nodes.length, true]);
  return page.nodes;
}

const has = (row: Row, text: string): boolean => JSON.stringify(row).includes(text);

type Case = readonly [list: string, filter: () => string, matches: (row: Row) => boolean];

const CASES: readonly Case[] = [
  ['trades', () => 'states: [EXECUTING, COMPLETED]', ({ state }) => state === 'EXECUTING' || state === 'COMPLETED'],
  ['trades', () => 'outcomes: [COMPENSATED, FAILED]', (row) => has(row, 'COMPENSATED') || has(row, '"FAILED"')],
  ['trades', () => `agentKey: "${consumer.agentKey}"`, () => true],
  ['trades', () => `agentKey: "${provider.agentKey}"`, () => false],
  ['trades', () => `counterpartyKey: "${provider.principalKey}"`, () => true],
  ['trades', () => `counterpartyKey: "${consumer.principalKey}"`, () => false],
  ['trades', () => 'tradeProfile: "none"', () => false],
  ['trades', () => `createdFrom: "${middle}"`, ({ createdAt }) => String(createdAt) >= middle],
  ['trades', () => `createdTo: "${middle}"`, ({ createdAt }) => String(createdAt) < middle],
  ['trades', () => `createdTo: "${began}"`, () => false],
  ['trades', () => 'awaitingMe: true', ({ state }) => state === 'BOND_RESERVED'],
  ['trades', () => 'awaitingMe: false', ({ state }) => state !== 'BOND_RESERVED'],
  ['trades', () => 'dueBefore: "2999-01-01T00:00:00Z"', ({ nextDeadlineAt }) => nextDeadlineAt !== null],
  ['trades', () => `dueBefore: "${began}"`, () => false],
  ['proposals', () => 'states: [ACCEPTED]', ({ state }) => state === 'ACCEPTED'],
  ['proposals', () => 'states: [REJECTED, PROPOSED]', ({ state }) => state === 'REJECTED' || state === 'PROPOSED'],
  ['proposals', () => `agentKey: "${consumer.agentId}"`, () => true],
  ['proposals', () => `counterpartyKey: "${provider.principalKey}"`, () => true],
  ['proposals', () => `counterpartyKey: "${consumer.principalKey}"`, () => false],
  ['proposals', () => 'awaitingMe: true', ({ state }) => state === 'PROPOSED'],
  ['proposals', () => `expiresBefore: "${began}"`, () => false],
  ['listings', () => 'states: [ACTIVE]', ({ state }) => state === 'ACTIVE'],
  ['listings', () => 'states: [CLOSED, PAUSED]', ({ state }) => state !== 'ACTIVE'],
  ['listings', () => 'side: PROVIDE', ({ side }) => side === 'PROVIDE'],
  ['listings', () => 'tags: ["work", "none"]', () => true],
  ['listings', () => 'tags: ["none"]', () => false],
  ['listings', () => 'text: "SOME work."', () => true],
  ['listings', () => 'text: "100%_"', () => false],
  ['postings', () => 'kinds: [LISTING_FEE, TRADE_BOND]', ({ kind }) => kind === 'LISTING_FEE' || kind === 'TRADE_BOND'],
  ['postings', () => 'accounts: [BOND_RESERVED]', ({ account }) => account === 'BOND_RESERVED'],
  ['postings', () => `createdFrom: "${middle}"`, ({ createdAt }) => String(createdAt) >= middle],
  ['postings', () => `createdTo: "${middle}"`, ({ createdAt }) => String(createdAt) < middle],
  ['agents', () => 'text: "consumer"', () => true],
  ['agents', () => 'text: "nobody"', () => false],
  ['agents', () => 'hasDisabledWebhook: true', () => false],
  ['agents', () => 'hasDisabledWebhook: false', () => true],
  [
    'events',
    () => 'types: [TRADE_CREATED, TRADE_COMPLETED]',
    (row) => has(row, 'TRADE_CREATED') || has(row, 'TRADE_COMPLETED'),
  ],
  ['events', () => `from: "${middle}"`, ({ timestamp }) => String(timestamp) >= middle],
  ['events', () => `to: "${middle}"`, ({ timestamp }) => String(timestamp) < middle],
];

// @spec G18
test.each(CASES)('A filter of %s selects exactly the rows that match: %s', async (list, filter, matches) => {
  const all = await rows(list, '');
  expect(all.length).toBeGreaterThan(0);
  const expected = all.filter(matches);
  expect(await rows(list, `, filter: { ${filter()} }`)).toEqual(expected);
});

// @spec G18
test('A filter by a key selects the rows of that object', async () => {
  const [trade] = await rows('trades', '');
  const [proposal] = await rows('proposals', '');
  const tradeKey = String(trade?.['tradeKey']);
  expect(await rows('trades', `, filter: { proposalKey: "${String(trade?.['proposalKey'])}" }`)).toEqual([trade]);
  const { matchRunId, listingKey } = proposal?.['matchRun'] as Row;
  expect(await rows('proposals', `, filter: { matchRunId: "${String(matchRunId)}" }`)).toEqual([proposal]);
  expect(await rows('proposals', `, filter: { listingKey: "${String(listingKey)}" }`)).toEqual([proposal]);
  const postings = await rows('postings', `, filter: { tradeKey: "${tradeKey}" }`);
  expect(postings.length).toBeGreaterThan(0);
  expect(postings.every((posting) => posting['tradeKey'] === tradeKey)).toBe(true);
  const fee = await rows('postings', `, filter: { listingKey: "${String(listingKey)}" }`);
  expect(fee.map(({ kind }) => kind)).toEqual(['LISTING_FEE']);
  expect(fee[0]?.['listing']).toEqual({ listingKey });
  const events = await rows('events', `, filter: { tradeKey: "${tradeKey}" }`);
  expect(events).toEqual(await rows('events', `, filter: { subjectKey: "${tradeKey}" }`));
  expect(events.length).toBeGreaterThan(0);
});

// @spec G18
test('The argument proposalId and a filter by the proposal select only the trade that both name', async () => {
  const [one, other] = (await rows('trades', '')).map(({ proposalKey }) => String(proposalKey));
  const found = (proposalId: unknown, filtered: unknown) =>
    rows('trades', `, proposalId: "${String(proposalId)}", filter: { proposalKey: "${String(filtered)}" }`);
  expect(await found(one, other)).toEqual([]);
  expect(await found(one, idOf('prp', String(one)))).toMatchObject([{ proposalKey: one }]);
  expect(await refused(found(one, 'none'))).toMatchObject({ fields: [{ path: ['filter', 'proposalKey'] }] });
  const path = `/api/v1/principals/${consumer.principalKey}/trades?proposal_id=${String(one)}&proposal_key=${String(other)}`;
  expect((await send(app, signerOf(consumer), { method: 'GET', path })).json['data']).toEqual([]);
});

// @spec G19
test('An order sorts the list in both directions, and leaves out rows without the value', async () => {
  const keysOf = async (list: string, order: string, key: string): Promise<unknown[]> =>
    (await rows(list, `, orderBy: { ${order} }`)).map((row) => row[key]);
  const deadlines = await keysOf('trades', 'field: NEXT_DEADLINE_AT', 'nextDeadlineAt');
  expect(deadlines).toHaveLength(2);
  expect(deadlines).toEqual(deadlines.toSorted());
  const settledAt = await keysOf('trades', 'field: SETTLED_AT, direction: ASC', 'settledAt');
  expect(settledAt).toHaveLength(2);
  expect(settledAt).toEqual(settledAt.toSorted());
  expect(await keysOf('trades', 'field: SETTLED_AT', 'settledAt')).toEqual(settledAt.toReversed());
  const created = await keysOf('trades', 'direction: ASC', 'tradeKey');
  expect(created).toEqual((await rows('trades', '')).map(({ tradeKey }) => tradeKey).toReversed());
  const expiries = await keysOf('proposals', 'field: EXPIRES_AT', 'expiresAt');
  expect(expiries).toHaveLength(2);
});

interface Page {
  readonly nodes: readonly { readonly tradeKey: string }[];
  readonly pageInfo: { readonly endCursor: string; readonly startCursor: string; readonly hasNextPage: boolean };
}

async function page(args: string): Promise<Page> {
  const selection = `list: trades(${args}) { nodes { tradeKey } pageInfo { startCursor endCursor hasNextPage } }`;
  return (await principal<{ list: Page }>(consumer.api, selection)).list;
}

// @spec G20
test('Pages of a filtered and ordered list meet, and a cursor of another filter or order is 400 cursor_invalid', async () => {
  const view = 'filter: { states: [BOND_RESERVED, EXECUTING, COMPLETED] }, orderBy: { direction: ASC }';
  const whole = await page(`first: 10, ${view}`);
  const seen: string[] = [];
  let after = '';
  do {
    const next = await page(`first: 1, ${view}${after}`);
    seen.push(...next.nodes.map(({ tradeKey }) => tradeKey));
    after = next.pageInfo.hasNextPage ? `, after: "${next.pageInfo.endCursor}"` : '';
  } while (after !== '');
  expect(seen).toEqual(whole.nodes.map(({ tradeKey }) => tradeKey));
  const last = await page(`last: 1, ${view}, before: "${whole.pageInfo.endCursor}"`);
  expect(last.nodes[0]?.tradeKey).toBe(seen.at(-2));
  const cursor = whole.pageInfo.startCursor;
  const others = [
    '',
    ', filter: { states: [EXECUTING] }',
    ', orderBy: { field: SETTLED_AT }',
    `, filter: { awaitingMe: true }`,
  ];
  for (const other of others) {
    expect(await refused(page(`after: "${cursor}"${other}`))).toMatchObject({
      status: 400,
      code: 'cursor_invalid',
      path: ['after'],
      fields: [{ pointer: '/after', path: ['after'] }],
    });
  }
  const plain = (await page('first: 1')).pageInfo.endCursor;
  expect(await refused(page(`after: "${plain}", ${view}`))).toMatchObject({ code: 'cursor_invalid' });
});

// @spec G20
test('A cursor belongs to its list: any other list of the principal refuses it', async () => {
  const lists = ['trades', 'proposals', 'listings', 'agents', 'postings', 'matchRuns'];
  const ofAgent = ['listings', 'webhookDeliveries'];
  const read = (list: string, args: string) => `${list}(${args}) { pageInfo { startCursor } }`;
  for (const list of lists) {
    const pages = await consumer.api.queryOrThrow<{ principal: Record<string, Pick<Page, 'pageInfo'>> }>(
      `{ principal { ${read(list, 'first: 1')} } }`,
    );
    const cursor = pages.principal[list]?.pageInfo.startCursor;
    expect(cursor).toEqual(expect.any(String));
    const after = `after: "${String(cursor)}"`;
    const others = [
      ...lists.filter((other) => other !== list).map((other) => read(other, after)),
      ...ofAgent.map((other) => `agents { nodes { ${read(other, after)} } }`),
    ];
    for (const other of others) {
      expect(await refused(consumer.api.queryOrThrow(`{ principal { ${other} } }`))).toMatchObject({
        code: 'cursor_invalid',
        fields: [{ pointer: '/after', detail: 'belongs to another list, filter or order' }],
      });
    }
  }
});

// @spec G20
test('A cursor of another list is 400 cursor_invalid in REST', async () => {
  const rest = async (search: string) => {
    const path = `/api/v1/principals/${consumer.principalKey}/${search}`;
    const { status, json } = await send(app, signerOf(consumer), { method: 'GET', path });
    return { status, ...json } as unknown as Row;
  };
  const { next_cursor: cursor } = await rest('trades?limit=1');
  expect(await rest(`trades?cursor=${String(cursor)}`)).toMatchObject({ status: 200 });
  expect(await rest(`ledger/postings?cursor=${String(cursor)}`)).toMatchObject({
    status: 400,
    code: 'cursor_invalid',
    fields: [{ pointer: '/cursor', detail: 'belongs to another list, filter or order' }],
  });
});

test('A cursor that an earlier version issued for a list without filter and order is still accepted', async () => {
  const { nodes, pageInfo } = await page('first: 1');
  const [, , ...key] = Buffer.from(pageInfo.startCursor, 'base64url').toString().split(':');
  const earlier = Buffer.from(['1', ...key].join(':')).toString('base64url');
  const next = await page(`first: 1, after: "${earlier}"`);
  expect(next).toEqual(await page(`first: 1, after: "${pageInfo.startCursor}"`));
  expect(next.nodes).not.toEqual(nodes);
  expect(await refused(page(`after: "${earlier}", orderBy: { direction: ASC }`))).toMatchObject({
    code: 'cursor_invalid',
  });
});

// @spec G21
test('An unknown value in a filter is 400 with the path of its member, in GraphQL and REST', async () => {
  const errorsOf = async (filter: string) => (await refused(page(`filter: { ${filter} }`))) as { fields?: Row[] };
  expect((await errorsOf('agentKey: "agt_none"')).fields).toMatchObject([{ path: ['filter', 'agentKey'] }]);
  expect((await errorsOf('states: []')).fields).toMatchObject([{ path: ['filter', 'states'] }]);
  expect((await errorsOf('states: [NONE]')).fields).toMatchObject([{ path: ['filter', 'states', 0] }]);
  const path = `/api/v1/principals/${consumer.principalKey}/trades`;
  const rest = async (search: string) => {
    const { status, json } = await send(app, signerOf(consumer), { method: 'GET', path: `${path}?${search}` });
    return { status, ...json } as unknown as { status: number; fields?: Row[]; data: Row[] };
  };
  expect(await rest('agent_key=agt_none')).toMatchObject({ status: 400, fields: [{ pointer: '/agent_key' }] });
  expect(await rest('state=none')).toMatchObject({ status: 400, fields: [{ pointer: '/state/0' }] });
  expect(await rest('awaiting_me=maybe')).toMatchObject({ status: 400, fields: [{ pointer: '/awaiting_me' }] });
  const awaiting = await rest('awaiting_me=true&state=bond_reserved&state=executing&order_by=next_deadline_at');
  expect(awaiting.data.map(({ state }) => state)).toEqual(['bond_reserved']);
});
