import { Watch } from './victim';

const trip = { connection: 1, statement: 'SELECT 1' };

test('should end without a strike, and not strike later, if a run has fewer statements than the point names', async () => {
  const watch = new Watch(() => true, { trip: 2, when: 'before' });
  expect(watch.seen(trip)).toBeUndefined();
  await watch.waitForStrikeOrEnd(Promise.resolve());
  expect(watch.struck).toBe(false);
  expect(watch.seen(trip)).toBeUndefined();
});

test('should wait for a strike that is due after the end of the run', async () => {
  const watch = new Watch(() => true, { trip: 1, when: 'after' });
  expect(watch.seen(trip)).toBe('after');
  const waiting = watch.waitForStrikeOrEnd(Promise.resolve());
  await watch.waitUntilIdle();
  await watch.strike();
  await waiting;
  expect(watch.struck).toBe(true);
});
