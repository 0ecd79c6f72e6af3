import fc from 'fast-check';
import { coalescedLookup } from '../../../src/api/auth/coalesced-lookup';

/** docs/decisions/0027-shared-lookups.md: one statement for all who wait, and none whose answer is older than its question. */

/** A table that a test changes, and statements over it that end when the test says so; each sees it as it was when begun. */
class Table {
  readonly rows = new Map<string, number>();
  readonly asked: (readonly string[])[] = [];
  private readonly open: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];

  readonly lookUp = (keys: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    this.asked.push(keys);
    const seen = new Map([...this.rows].filter(([key]) => keys.includes(key)));
    return new Promise((resolve, reject) => {
      this.open.push({ end: () => resolve(seen), fail: reject });
    });
  };

  get underWay(): number {
    return this.open.length;
  }

  async end(): Promise<void> {
    this.open.shift()?.end();
    await turn();
  }

  async fail(error: Error): Promise<void> {
    this.open.shift()?.fail(error);
    await turn();
  }
}

/** All that is ready to happen has happened. */
async function turn(): Promise<void> {
  for (let n = 0; n < 3; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

const LATE_MS = 25;

let table: Table;
let find: (key: string) => Promise<number | undefined>;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  table = new Table();
  table.rows.set('a', 1).set('b', 2);
  find = coalescedLookup(table.lookUp);
});
afterEach(() => {
  jest.useRealTimers();
});

describe('A look-up', () => {
  test('alone is a statement of its own, at once; what is not there is answered undefined', async () => {
    const there = find('a');
    await turn();
    expect(table.asked).toEqual([['a']]);
    await table.end();
    expect(await there).toBe(1);
    const stranger = find('x');
    await turn();
    await table.end();
    expect(await stranger).toBeUndefined();
  });

  test('waits for the one under way, and goes with all others that wait, each key once, answers unmixed', async () => {
    const first = find('a');
    await turn();
    const later = ['b', 'x', 'a', 'b'].map(find);
    await turn();
    expect(table.asked).toEqual([['a']]);
    await table.end();
    expect(table.asked).toEqual([['a'], ['b', 'x', 'a']]);
    await table.end();
    expect(await Promise.all([first, ...later])).toEqual([1, 2, undefined, 1, 2]);
  });

  // @id lookup-begins-after-request
  test('is never answered from a statement that began before it was asked for', async () => {
    const before = find('a');
    await turn();
    table.rows.delete('a'); // revoked, committed
    const after = find('a');
    await table.end();
    await table.end();
    expect(await before).toBe(1);
    expect(await after).toBeUndefined();
  });

  test('that fails fails all who share it, alike, and nobody else', async () => {
    const first = find('a');
    await turn();
    const shared = [find('a'), find('b')].map((one) => one.catch((error: unknown) => error));
    await table.end();
    const next = find('b');
    const broken = new Error('the connection is gone');
    await table.fail(broken);
    expect(await Promise.all(shared)).toEqual([broken, broken]);
    await table.end();
    expect([await first, await next]).toEqual([1, 2]);
  });

  test('asks for 256 keys at once, and for what more is waiting with the next, in order', async () => {
    void find('a');
    await turn();
    const keys = Array.from({ length: 600 }, (_, n) => `key ${String(n)}`);
    const all = Promise.all(keys.map(find));
    for (let n = 0; n < 4; n += 1) {
      expect(table.underWay).toBe(1);
      await table.end();
    }
    expect(table.asked.slice(1).map((asked) => asked.length)).toEqual([256, 256, 88]);
    expect(table.asked.slice(1).flat()).toEqual(keys);
    expect(await all).toEqual(keys.map(() => undefined));
  });

  test('that is late keeps nobody waiting, and may still end, or fail', async () => {
    const stalled = find('a');
    await turn();
    const waiting = find('b');
    jest.advanceTimersByTime(LATE_MS - 1);
    await turn();
    expect(table.asked).toHaveLength(1);
    jest.advanceTimersByTime(1);
    await turn();
    expect(table.asked).toEqual([['a'], ['b']]);
    await table.fail(new Error('unheard'));
    await expect(stalled).rejects.toThrow('unheard');
    const next = find('a');
    await turn();
    expect(table.underWay).toBe(1); // the end of a late one gives no turn away twice
    await table.end();
    await table.end();
    expect([await waiting, await next]).toEqual([2, 1]);
  });

  // @id lookup-sees-earlier-commits
  test('in any order of asking, committing, ending and failing: sees what was committed before it was asked', async () => {
    const step = fc.constantFrom('ask', 'ask', 'commit', 'end', 'fail', 'wait');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const versions = new Table();
        const versionOf = coalescedLookup(versions.lookUp);
        let version = 0;
        const seen: Promise<void>[] = [];
        const ask = (): void => {
          const committed = version;
          const answer = versionOf('k').catch(() => undefined);
          seen.push(answer.then((found = Infinity) => expect(found).toBeGreaterThanOrEqual(committed)));
        };
        versions.rows.set('k', version);
        for (const one of steps) {
          if (one === 'ask') ask();
          else if (one === 'commit') versions.rows.set('k', (version += 1));
          else if (one === 'end') await versions.end();
          else if (one === 'fail') await versions.fail(new Error('failed'));
          else await turn();
          expect(versions.underWay).toBeLessThanOrEqual(1);
        }
        await turn();
        while (versions.underWay > 0) await versions.end();
        await Promise.all(seen);
      }),
      { numRuns: 200 },
    );
  });
});
