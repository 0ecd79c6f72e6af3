import { setImmediate } from 'node:timers/promises';
import { LoaderGates } from '../../../src/api/graphql/execution/loader-gates';
import { SLICE_VOLUME, WorkSlices } from '../../../src/api/graphql/execution/work-slices';
import { RequestBudget } from '../../../src/database/transactions/request-budget';

/** A read that ends when the test says so. */
function startRead(gate: (read: () => Promise<void>) => Promise<void>): { end: () => void; fail: () => void } {
  let end = (): void => undefined;
  let fail = (): void => undefined;
  const read = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = () => {
      reject(new Error('the database is away'));
    };
  });
  gate(() => read).catch(() => undefined);
  return { end, fail };
}

/** Gates with a batch of each kind that waits. */
function gatesWith(...reads: ('list' | 'data')[]) {
  const gates = new LoaderGates();
  const running = reads.map((kind) => startRead((read) => gates[kind](read)));
  const started: string[] = [];
  gates.ofObjects(() => started.push('objects'));
  gates.ofParties(() => started.push('parties'));
  return { running, started };
}

describe('The data of one answer', () => {
  test('should be read at once without a list', async () => {
    const { started } = gatesWith();
    await setImmediate();
    expect(started).toEqual(['objects', 'parties']);
  });

  test('should wait until all lists are read', async () => {
    const { running, started } = gatesWith('list', 'list');
    running[1]?.end();
    await setImmediate();
    expect(started).toEqual([]);
    running[0]?.end();
    await setImmediate();
    expect(started.sort()).toEqual(['objects', 'parties']);
  });

  test('should wait for those of trades and proposals, if they are of principals', async () => {
    const { running, started } = gatesWith('data');
    await setImmediate();
    expect(started).toEqual(['objects']);
    running[0]?.end();
    await setImmediate();
    expect(started).toEqual(['objects', 'parties']);
  });

  test('should be read if a list cannot be read', async () => {
    const { running, started } = gatesWith('list');
    running[0]?.fail();
    await setImmediate();
    expect(started.sort()).toEqual(['objects', 'parties']);
  });

  test('should wait for the fields that wait for a turn after the last list', async () => {
    const budget = new RequestBudget(Infinity, Infinity);
    jest.spyOn(budget, 'volume', 'get').mockReturnValue(SLICE_VOLUME);
    const slices = new WorkSlices(budget, () => Promise.resolve());
    const gates = new LoaderGates(slices);
    const { end } = startRead((read) => gates.list(read));
    const order: string[] = [];
    gates.ofObjects(() => order.push('data'));
    // A connection waits for a turn, and then its nodes wait for another one.
    const field = slices.next()?.then(async () => {
      const nodes = slices.next();
      order.push('connection');
      await nodes;
      order.push('nodes');
    });
    end();
    await field;
    expect(order).toEqual(['connection', 'nodes']);
    await setImmediate();
    expect(order).toEqual(['connection', 'nodes', 'data']);
  });
});
