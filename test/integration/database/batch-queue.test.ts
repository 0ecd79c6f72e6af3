import type { Refusal } from '../../../src/domain/errors/errors';
import { BatchQueue, type BatchQueueLimits } from '../../../src/database/batching/batch-queue';
import { NotBatchable } from '../../../src/database/batching/batchable';

/** The batch queue (src/database/batching/batch-queue.ts; docs/decisions/0029-transaction-batching.md). */

interface Group {
  readonly items: readonly string[];
  readonly end: () => void;
  readonly fail: (error: Error) => void;
}

/** A queue whose batches end when the test resolves them. */
function startQueue(limits: Partial<BatchQueueLimits> = {}) {
  const groups: Group[] = [];
  const run = (items: readonly string[]): Promise<PromiseSettledResult<string>[]> =>
    new Promise((resolve, reject) => {
      const end = (): void => resolve(items.map((item) => ({ status: 'fulfilled', value: `${item} done` })));
      groups.push({ items, end, fail: reject });
    });
  const gathered = new BatchQueue(run, {
    maxConcurrentBatches: 1,
    maxBatchSize: 10,
    slowBatchMs: 60_000,
    maxWaitMs: 60_000,
    ...limits,
  });
  const add = (item: string, ...apart: string[]): Promise<unknown> => gathered.add(item, apart);
  return { add, groups, items: () => groups.map(({ items }) => items) };
}

/** All that was to be done in this turn of the event loop has been done, and what that led to. */
const turn = async (): Promise<void> => {
  for (let n = 0; n < 3; n += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('should start a single item at once', async () => {
  const { add, groups } = startQueue();
  const done = add('a');
  await turn();
  groups[0]?.end();
  expect(await done).toBe('a done');
});

test('should put the items that arrive while a batch runs into the next batch, in order of arrival', async () => {
  const { add, groups, items } = startQueue();
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

test('should limit the number of running batches and the size of each', async () => {
  const { add, groups, items } = startQueue({ maxConcurrentBatches: 2, maxBatchSize: 2 });
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

test('should never run two items with a common name at once, and not delay the items after them', async () => {
  const { add, groups, items } = startQueue({ maxConcurrentBatches: 2 });
  const all = [add('a', 'x'), add('b', 'y', 'x'), add('c', 'y'), add('d')];
  await turn();
  expect(items()).toEqual([['a', 'c', 'd']]);
  groups[0]?.end();
  await turn();
  expect(items()[1]).toEqual(['b']);
  groups[1]?.end();
  expect(await Promise.all(all)).toHaveLength(4);
});

describe('A waiting item', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  const limits = { slowBatchMs: 1_000, maxWaitMs: 5_000 };
  const outcomeOf = (added: Promise<unknown>): { result?: unknown } => {
    const one: { result?: unknown } = {};
    added.then(
      (result) => (one.result = result),
      (error: unknown) => (one.result = error),
    );
    return one;
  };

  test('should be dropped if the batches before it take too long, and not run later', async () => {
    const { add, groups, items } = startQueue(limits);
    const first = add('a');
    await turn();
    const second = outcomeOf(add('b'));
    jest.advanceTimersByTime(999);
    await turn();
    expect(second.result).toBeUndefined();
    jest.advanceTimersByTime(1);
    await turn();
    expect(second.result).toBeInstanceOf(NotBatchable);
    groups[0]?.end();
    await first;
    await turn();
    expect(items()).toEqual([['a']]);
  });

  test('should be dropped if a batch with its name takes too long, while others go on', async () => {
    const { add, groups } = startQueue({ ...limits, maxConcurrentBatches: 2 });
    void add('a', 'x');
    await turn();
    const second = outcomeOf(add('b', 'x'));
    for (let n = 1; n <= 4; n += 1) {
      void add(String(n));
      await turn();
      jest.advanceTimersByTime(250);
      groups[n]?.end();
      await turn();
    }
    expect(second.result).toBeInstanceOf(NotBatchable);
  });

  test('should get 503 after the longest wait, if batches run but too many items wait', async () => {
    const { add, groups, items } = startQueue({ ...limits, maxBatchSize: 1 });
    const all = Array.from({ length: 40 }, (_, n) => outcomeOf(add(String(n))));
    await turn();
    for (let n = 0; n < 20; n += 1) {
      jest.advanceTimersByTime(250);
      groups[n]?.end();
      await turn();
    }
    expect(all.slice(0, 19).map(({ result }) => result)).toEqual(
      Array.from({ length: 19 }, (_, n) => `${String(n)} done`),
    );
    expect(new Set(all.slice(20).map(({ result }) => (result as Refusal | undefined)?.code))).toEqual(
      new Set(['service_unavailable']),
    );
    expect(items()).toHaveLength(20);
  });
});

test('should fail each item of a batch that fails as a whole, and start the next', async () => {
  const { add, groups, items } = startQueue();
  const all = [add('a', 'x'), add('b')].map((one) => one.catch((error: unknown) => (error as Error).message));
  await turn();
  groups[0]?.fail(new Error('no connection'));
  expect(await Promise.all(all)).toEqual(['no connection', 'no connection']);
  void add('c', 'x');
  await turn();
  expect(items()[1]).toEqual(['c']);
  groups[1]?.end();
});
