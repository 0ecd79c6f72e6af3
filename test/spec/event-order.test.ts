import { useTestApp } from '../support/app';
import { refused } from '../support/market';
import { body, type List, restOf, under } from '../support/rest';
import { twoParties } from '../support/trades';
import { type Party, principal, propose, until } from '../support/actors';

/** The orders of a principal's events. */

interface Page {
  readonly nodes: readonly { readonly sequence: number; readonly type: string }[];
  readonly totalCount: number;
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly endCursor: string | null;
  };
}

const app = useTestApp();
let provider: Party;

beforeAll(async () => {
  const parties = await twoParties(app);
  ({ provider } = parties);
  for (let count = 0; count < 3; count += 1) await propose(provider, parties.consumer);
  await until(
    () => page('first: 200'),
    ({ nodes }) => nodes.filter(({ type }) => type === 'PROPOSAL_CREATED').length === 3,
  );
}, 60_000);

async function page(args: string): Promise<Page> {
  const selection = `nodes { sequence type } totalCount pageInfo { hasNextPage hasPreviousPage endCursor }`;
  return (await principal<{ events: Page }>(provider.api, `events(${args}) { ${selection} }`)).events;
}

const NEWEST = 'orderBy: { direction: DESC }';
const numbers = ({ nodes }: Page): number[] => nodes.map(({ sequence }) => sequence);

// @spec G23
test('Events are read oldest first, or newest first with pages that lead to older events', async () => {
  const oldestFirst = numbers(await page('first: 200'));
  expect(oldestFirst).toEqual([...oldestFirst].sort((a, b) => a - b));
  expect(numbers(await page('first: 200, orderBy: { field: SEQUENCE }'))).toEqual(oldestFirst);
  const seen: number[] = [];
  for (let after = '', isLast = false; !isLast;) {
    const next = await page(`first: 2, ${NEWEST}${after}`);
    expect([next.totalCount, next.pageInfo.hasPreviousPage]).toEqual([oldestFirst.length, seen.length > 0]);
    seen.push(...numbers(next));
    after = `, after: "${String(next.pageInfo.endCursor)}"`;
    isLast = !next.pageInfo.hasNextPage;
  }
  expect(seen).toEqual([...oldestFirst].reverse());
});

// @spec G23
test('The newest events have the filters of the list, and a cursor is a position in both orders', async () => {
  const created = numbers(await page(`first: 200, types: [PROPOSAL_CREATED], ${NEWEST}`));
  expect(created).toEqual(numbers(await page('first: 200, types: [PROPOSAL_CREATED]')).reverse());
  const [newest] = (await page(`first: 1, ${NEWEST}`)).nodes;
  const { endCursor } = (await page(`first: 1, ${NEWEST}`)).pageInfo;
  expect((await page(`after: "${String(endCursor)}"`)).nodes).toEqual([]);
  const older = await page(`first: 1, after: "${String(endCursor)}", ${NEWEST}`);
  expect(numbers(older)).toEqual([(newest?.sequence ?? 0) - 1]);
  const first = (await page('first: 1')).pageInfo.endCursor;
  expect(await page(`after: "${String(first)}", ${NEWEST}`)).toMatchObject({
    nodes: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: true, endCursor: first },
  });
  const none = await page(`filter: { to: "2000-01-01T00:00:00Z" }, ${NEWEST}`);
  expect(none).toMatchObject({ nodes: [], pageInfo: { endCursor: null } });
  expect(await refused(page('orderBy: { field: NONE }'))).toMatchObject({ status: 400 });
});

// @spec G23
test('No event is older than the cursor before the first event, in GraphQL and REST', async () => {
  const { endCursor } = (await page('first: 1, filter: { to: "2000-01-01T00:00:00Z" }')).pageInfo;
  const older = await page(`after: "${String(endCursor)}", ${NEWEST}`);
  expect(older).toMatchObject({ nodes: [], pageInfo: { hasNextPage: false, hasPreviousPage: true, endCursor } });
  expect(numbers(await page(`first: 1, after: "${String(endCursor)}"`))).toEqual([1]);
  const path = `${under(provider)}/events?direction=desc`;
  const rest = body<List<object>>(await restOf(app, provider).get(`${path}&after=${String(endCursor)}`));
  expect(rest).toEqual({ data: [], next_cursor: endCursor });
  const none = body<List<object>>(await restOf(app, provider).get(`${path}&to=2000-01-01T00:00:00Z`));
  expect(none).toEqual({ data: [], next_cursor: null });
});

// @spec G23
test('REST has the same order of events', async () => {
  const all = numbers(await page(`first: 200, ${NEWEST}`));
  const path = `${under(provider)}/events?direction=desc&limit=2`;
  const first = body<List<{ sequence: number }>>(await restOf(app, provider).get(path));
  expect(first.data.map(({ sequence }) => sequence)).toEqual(all.slice(0, 2));
  const next = body<List<{ sequence: number }>>(
    await restOf(app, provider).get(`${path}&order_by=sequence&after=${String(first.next_cursor)}`),
  );
  expect(next.data.map(({ sequence }) => sequence)).toEqual(all.slice(2, 4));
});
