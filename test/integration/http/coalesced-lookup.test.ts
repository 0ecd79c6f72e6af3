import fc from 'fast-check';
import { coalescedLookup } from '../../../src/api/auth/coalesced-lookup';
import { runs } from '../../support/runs';

/** Lookups that share a statement never see older data than their call (docs/decisions/0027-shared-lookups.md). */

/** A table with statements that the test ends; each statement sees the rows as of its start. */
class Table {
  readonly rows = new Map<string, number>();
  readonly batches: (readonly string[])[] = [];
  private readonly open: { readonly end: () => void; readonly fail: (error: Error) => void }[] = [];

  readonly lookUp = (keys: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    this.batches.push(keys);
    const snapshot = new Map([...this.rows].filter(([key]) => keys.includes(key)));
    return new Promise((resolve, reject) => {
      this.open.push({ end: () => resolve(snapshot), fail: reject });
    });
  };

  get inFlight(): number {
    return this.open.length;
  }

  async end(): Promise<void> {
    this.open.shift()?.end();
    await flushCallbacks();
  }

  async fail(error: Error): Promise<void> {
    this.open.shift()?.fail(error);
    await flushCallbacks();
  }
}

/** Waits until all pending callbacks have run. */
async function flushCallbacks(): Promise<void> {
  for (let n = 0; n < 3; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

const STALL_MS = 25;

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

describe('A coalesced lookup', () => {
  test('should run at once when no other runs, and return undefined for a missing key', async () => {
    const existing = find('a');
    await flushCallbacks();
    expect(table.batches).toEqual([['a']]);
    await table.end();
    expect(await existing).toBe(1);
    const missing = find('x');
    await flushCallbacks();
    await table.end();
    expect(await missing).toBeUndefined();
  });

  test('should wait for the running lookup, then share one with distinct keys and correct results', async () => {
    const first = find('a');
    await flushCallbacks();
    const later = ['b', 'x', 'a', 'b'].map(find);
    await flushCallbacks();
    expect(table.batches).toEqual([['a']]);
    await table.end();
    expect(table.batches).toEqual([['a'], ['b', 'x', 'a']]);
    await table.end();
    expect(await Promise.all([first, ...later])).toEqual([1, 2, undefined, 1, 2]);
  });

  // @id lookup-begins-after-request
  test('should never use the result of a statement that started before the call', async () => {
    const before = find('a');
    await flushCallbacks();
    table.rows.delete('a'); // revoked, committed
    const after = find('a');
    await table.end();
    await table.end();
    expect(await before).toBe(1);
    expect(await after).toBeUndefined();
  });

  test('should pass its error to all callers that share it, and to no others', async () => {
    const first = find('a');
    await flushCallbacks();
    const results = [find('a'), find('b')].map((one) => one.catch((error: unknown) => error));
    await table.end();
    const next = find('b');
    const broken = new Error('the connection is gone');
    await table.fail(broken);
    expect(await Promise.all(results)).toEqual([broken, broken]);
    await table.end();
    expect([await first, await next]).toEqual([1, 2]);
  });

  test('should load at most 256 keys at once, and the rest in order with the next', async () => {
    void find('a');
    await flushCallbacks();
    const keys = Array.from({ length: 600 }, (_, n) => `key ${String(n)}`);
    const all = Promise.all(keys.map(find));
    for (let n = 0; n < 4; n += 1) {
      expect(table.inFlight).toBe(1);
      await table.end();
    }
    expect(table.batches.slice(1).map((keyBatch) => keyBatch.length)).toEqual([256, 256, 88]);
    expect(table.batches.slice(1).flat()).toEqual(keys);
    expect(await all).toEqual(keys.map(() => undefined));
  });

  test('should not delay the next lookup when it is late, and may still succeed or fail', async () => {
    const stalled = find('a');
    await flushCallbacks();
    const waiting = find('b');
    jest.advanceTimersByTime(STALL_MS - 1);
    await flushCallbacks();
    expect(table.batches).toHaveLength(1);
    jest.advanceTimersByTime(1);
    await flushCallbacks();
    expect(table.batches).toEqual([['a'], ['b']]);
    await table.fail(new Error('unheard'));
    await expect(stalled).rejects.toThrow('unheard');
    const next = find('a');
    await flushCallbacks();
    expect(table.inFlight).toBe(1); // The end of a late lookup must not start a second one.
    await table.end();
    await table.end();
    expect([await waiting, await next]).toEqual([2, 1]);
  });

  // @id lookup-sees-earlier-commits
  test('should see every earlier commit, in any order of calls, commits, ends and failures', async () => {
    const step = fc.constantFrom('ask', 'ask', 'commit', 'end', 'fail', 'wait');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const versions = new Table();
        const versionOf = coalescedLookup(versions.lookUp);
        let version = 0;
        const snapshot: Promise<void>[] = [];
        const lookUpOnce = (): void => {
          const committed = version;
          const answer = versionOf('k').catch(() => undefined);
          snapshot.push(answer.then((found = Infinity) => expect(found).toBeGreaterThanOrEqual(committed)));
        };
        versions.rows.set('k', version);
        for (const one of steps) {
          if (one === 'ask') lookUpOnce();
          else if (one === 'commit') versions.rows.set('k', (version += 1));
          else if (one === 'end') await versions.end();
          else if (one === 'fail') await versions.fail(new Error('failed'));
          else await flushCallbacks();
          expect(versions.inFlight).toBeLessThanOrEqual(1);
        }
        await flushCallbacks();
        while (versions.inFlight > 0) await versions.end();
        await Promise.all(snapshot);
      }),
      runs(200),
    );
  });
});
