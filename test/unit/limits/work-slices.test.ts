import { EncodedList } from '../../../src/api/responses/encoded-list';
import { serializeInSlices } from '../../../src/api/responses/serialize-in-slices';
import { SLICE_VOLUME, WorkSlices } from '../../../src/api/graphql/execution/work-slices';
import { RequestBudget } from '../../../src/database/transactions/request-budget';

/** Long work in several turns of the event loop. */

const MIB = 1024 * 1024;
const admitted = (): Promise<void> => Promise.resolve();

/** Counts the turns of the event loop until a promise settles. */
async function turnsUntil(work: Promise<unknown>): Promise<number> {
  const state = { turns: 0, ended: false };
  void work.finally(() => (state.ended = true)).catch(() => undefined);
  while (!state.ended) {
    await new Promise((resolve) => setImmediate(resolve));
    state.turns += 1;
  }
  return state.turns;
}

describe('The slices of a query', () => {
  test('should not delay the work of a small answer', () => {
    const budget = new RequestBudget(100 * MIB, 100 * MIB);
    const slices = new WorkSlices(budget, () => Promise.reject(new Error('not large')));
    budget.chargeBytes(SLICE_VOLUME - 1);
    expect(slices.next()).toBeUndefined();
  });

  test('should continue the fields of a long answer in their order, a slice in each turn', async () => {
    const budget = new RequestBudget(100 * MIB, 100 * MIB);
    const slices = new WorkSlices(budget, admitted);
    budget.chargeBytes(SLICE_VOLUME);
    const order: number[] = [];
    const fields = Array.from({ length: 20 }, async (_, at) => {
      await slices.next();
      budget.chargeCharacters(SLICE_VOLUME / 2);
      order.push(at);
    });
    expect(await turnsUntil(Promise.all(fields))).toBeGreaterThanOrEqual(10);
    expect(order).toEqual([...order.keys()]);
    expect(order).toHaveLength(20);
  });

  test('should wait for a permit above 1 MiB, once', async () => {
    const budget = new RequestBudget(100 * MIB, 100 * MIB);
    let permits = 0;
    const slices = new WorkSlices(budget, () => Promise.resolve(void (permits += 1)));
    budget.chargeBytes(SLICE_VOLUME);
    await slices.next();
    expect(permits).toBe(0);
    for (let n = 0; n < 3; n += 1) {
      budget.chargeBytes(MIB);
      await slices.next();
    }
    expect(permits).toBe(1);
  });

  test('should fail all waiting fields without a permit', async () => {
    const budget = new RequestBudget(100 * MIB, 100 * MIB);
    const slices = new WorkSlices(budget, () => Promise.reject(new Error('refused')));
    budget.chargeBytes(2 * MIB);
    const outcomes = await Promise.allSettled([slices.next(), slices.next()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(slices.failure).toEqual(new Error('refused'));
  });

  test('should end when the request was cancelled', async () => {
    const budget = new RequestBudget(100 * MIB, 100 * MIB);
    const slices = new WorkSlices(budget, admitted);
    budget.chargeBytes(SLICE_VOLUME);
    const next = slices.next();
    budget.cancel();
    await expect(next).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});

/** A computation that takes a whole slice. */
function computeLong<T>(value: T): T {
  const end = performance.now() + 4;
  while (performance.now() < end);
  return value;
}

describe('The computations of a query', () => {
  const slicesOf = (budget = new RequestBudget(100 * MIB, 100 * MIB)): WorkSlices => new WorkSlices(budget, admitted);

  test('should run in several turns, and continue together', async () => {
    const slices = slicesOf();
    let turn = 0;
    const continued: number[] = [];
    const fields = Array.from({ length: 10 }, async (_, at) => {
      expect(await slices.compute(() => computeLong(at))).toBe(at);
      continued.push(turn);
    });
    const count = (): void => {
      turn += 1;
      if (continued.length === 0) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(fields);
    expect(continued).toHaveLength(10);
    expect(new Set(continued).size).toBe(1);
    expect(turn).toBeGreaterThanOrEqual(9);
  });

  test('should not wait for those that are requested later', async () => {
    const slices = slicesOf();
    const order: string[] = [];
    const field = async (name: string): Promise<void> => {
      await slices.compute(() => computeLong(name));
      order.push(name);
    };
    const first = [field('first'), field('first')];
    const later = new Promise((resolve) => setImmediate(resolve)).then(() => field('later'));
    await Promise.all([...first, later]);
    expect(order).toEqual(['first', 'first', 'later']);
  });

  test('should fail alone with their error', async () => {
    const slices = slicesOf();
    const fail = (): never => {
      throw new Error('no settlement');
    };
    const [failed, computed] = await Promise.allSettled([slices.compute(fail), slices.compute(() => 2)]);
    expect(failed).toEqual({ status: 'rejected', reason: new Error('no settlement') });
    expect(computed).toEqual({ status: 'fulfilled', value: 2 });
    expect(slices.failure).toBeUndefined();
  });

  test('should end when the request was cancelled', async () => {
    const budget = new RequestBudget(100 * MIB, 100 * MIB);
    const slices = slicesOf(budget);
    const fields = [0, 1, 2].map((at) => slices.compute(() => computeLong(at)));
    setImmediate(() => {
      budget.cancel();
    });
    const outcomes = await Promise.allSettled(fields);
    expect(outcomes[2]).toMatchObject({ status: 'rejected', reason: { code: 'service_unavailable' } });
    expect(slices.failure).toMatchObject({ code: 'service_unavailable' });
  });
});

describe('The JSON of a long answer', () => {
  test.each([
    ['nothing', null],
    ['empty', { list: [], object: {}, text: '' }],
    ['undefined members', { a: undefined, b: [undefined], c: 1 }],
    ['dates and quotes', { at: new Date(0), 'a"b\u2028': ['é\n', true, 1.5] }],
    ['a long list of objects', { data: { nodes: Array.from({ length: 20 }, (_, at) => ({ at, deep: [[at]] })) } }],
    ['a list that is encoded', { data: new EncodedList([1, { a: 2 }, undefined], (item) => [item]) }],
    ['own members of any name', JSON.parse('{"__proto__": {"a": 1}, "constructor": [1]}')],
  ])('should equal that of JSON.stringify: %s', async (_, value) => {
    expect((await serializeInSlices(value, () => undefined)).toString()).toBe(JSON.stringify(value));
  });

  test('should be written in several turns', async () => {
    const rows = Array.from({ length: 100 }, () => ({ text: 'x'.repeat(64 * 1024) }));
    const written = serializeInSlices({ data: { rows } }, () => undefined);
    expect(await turnsUntil(written)).toBeGreaterThanOrEqual(20);
    expect((await written).toString()).toBe(JSON.stringify({ data: { rows } }));
  });
});
