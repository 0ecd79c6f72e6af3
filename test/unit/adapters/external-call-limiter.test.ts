import { createExternalCallLimiter } from '../../../src/adapters/external-call-limiter';

/** With 12 connections there are 6 checkouts and 3 look-ups. */
const POOL_SIZE = 12;

const drained = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('one caller gets a third of the checkouts, and its others wait while other callers buy', async () => {
  const limiter = createExternalCallLimiter(POOL_SIZE);
  const started: string[] = [];
  const acquire = async (name: string, caller: string) => {
    const release = await limiter.acquire('checkout', caller);
    started.push(name);
    return release;
  };
  const [first, , third] = [acquire('a1', 'a'), acquire('a2', 'a'), acquire('a3', 'a')];
  const others = ['b1', 'c1', 'd1', 'e1'].map((name) => acquire(name, name));
  await drained();
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'd1', 'e1']);
  const waiting = acquire('f1', 'f');
  (await first)();
  await drained();
  // The one that waited longest starts first.
  expect(started.slice(6)).toEqual(['a3']);
  await Promise.all(others.map(async (release) => (await release)()));
  (await third)();
  (await waiting)();
  expect(started.slice(6)).toEqual(['a3', 'f1']);
});

test('the waiting checkouts of one caller leave room in the queue for others', async () => {
  const limiter = createExternalCallLimiter(POOL_SIZE);
  const calls = Array.from({ length: 200 }, () => limiter.acquire('checkout', 'a').catch((error: unknown) => error));
  const releases = await Promise.all(['b', 'c'].map((caller) => limiter.acquire('checkout', caller)));
  const refused = await Promise.all(calls.slice(22));
  expect(refused).toHaveLength(178);
  expect(refused.every((error) => (error as { code?: string }).code === 'payment_processor_unavailable')).toBe(true);
  for (const release of releases) release();
  for (const call of calls.slice(0, 22)) {
    const release = await call;
    if (typeof release === 'function') (release as () => void)();
  }
});

test('a released permit is released once', async () => {
  const limiter = createExternalCallLimiter(POOL_SIZE);
  const release = await limiter.acquire('look_up', 'a');
  release();
  release();
  const [second, third] = await Promise.all([limiter.acquire('look_up', 'a'), limiter.acquire('look_up', 'b')]);
  second();
  third();
});
