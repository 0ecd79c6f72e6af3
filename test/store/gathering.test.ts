import { Gathering, type GatheringLimits } from '../../src/store/gathering';
import { LeftBehind } from '../../src/store/together';

/** Who goes with whom, and when (src/store/gathering.ts; docs/decisions/0029-shared-transactions.md). */

interface Group {
  readonly items: readonly string[];
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

/** Groups that end when they are told to. */
function gathering(limits: Partial<GatheringLimits> = {}) {
  const groups: Group[] = [];
  const run = (items: readonly string[]): Promise<PromiseSettledResult<string>[]> =>
    new Promise((resolve, reject) => {
      const end = (): void => resolve(items.map((item) => ({ status: 'fulfilled', value: `${item} done` })));
      groups.push({ items, end, fail: reject });
    });
  const gathered = new Gathering(run, { groups: 1, most: 10, patienceMs: 60_000, ...limits });
  const add = (item: string, ...apart: string[]): Promise<unknown> => gathered.add(item, apart);
  return { add, groups, items: () => groups.map(({ items }) => items) };
}

/** All that was to be done in this turn of the event loop has been done, and what that led to. */
const turn = async (): Promise<void> => {
  for (let n = 0; n < 3; n += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('one alone begins at once', async () => {
  const { add, groups } = gathering();
  const done = add('a');
  await turn();
  groups[0]?.end();
  expect(await done).toBe('a done');
});

test('those who come while a group is under way go together in the next, in the order of their coming', async () => {
  const { add, groups, items } = gathering();
  const all = [add('a')];
  await turn();
  all.push(add('b'), add('c'), add('d'));
  await turn();
  expect(items()).toEqual([['a']]);
  groups[0]?.end();
  await turn();
  expect(items()).toEqual([['a'], ['b', 'c', 'd']]);
  groups[1]?.end();
  expect(await Promise.all(all)).toEqual(['a done', 'b done', 'c done', 'd done']);
});

test('no more than so many groups are under way, and no more than so many in one', async () => {
  const { add, groups, items } = gathering({ groups: 2, most: 2 });
  const all = ['a', 'b', 'c', 'd', 'e'].map((item) => add(item));
  await turn();
  expect(items()).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  groups[1]?.end();
  await turn();
  expect(items()[2]).toEqual(['e']);
  for (const { end } of groups) end();
  expect(await Promise.all(all)).toHaveLength(5);
});

test('two with a name in common are never under way at once; who comes after them need not wait', async () => {
  const { add, groups, items } = gathering({ groups: 2 });
  const all = [add('a', 'x'), add('b', 'y', 'x'), add('c', 'y'), add('d')];
  await turn();
  expect(items()).toEqual([['a', 'c', 'd']]);
  groups[0]?.end();
  await turn();
  expect(items()[1]).toEqual(['b']);
  groups[1]?.end();
  expect(await Promise.all(all)).toHaveLength(4);
});

test('who has waited for too long is left behind, and is not run later', async () => {
  const { add, groups, items } = gathering({ patienceMs: 20 });
  const first = add('a');
  await turn();
  await expect(add('b')).rejects.toBeInstanceOf(LeftBehind);
  groups[0]?.end();
  await first;
  await turn();
  expect(items()).toEqual([['a']]);
});

test('a group that fails as a whole fails each of it, and the next begins', async () => {
  const { add, groups, items } = gathering();
  const all = [add('a', 'x'), add('b')].map((one) => one.catch((error: unknown) => (error as Error).message));
  await turn();
  groups[0]?.fail(new Error('no connection'));
  expect(await Promise.all(all)).toEqual(['no connection', 'no connection']);
  void add('c', 'x');
  await turn();
  expect(items()[1]).toEqual(['c']);
  groups[1]?.end();
});
