import { endable, mapped } from '../../../src/api/subscriptions/cancellation';

/** A reader that waits for a principal nobody ever tells anything. */
function waiting(released: () => void) {
  return endable(async function* (end): AsyncGenerator<string, void> {
    try {
      await new Promise<void>((resolve) => end.onEnd(resolve));
      if (!end.ended) yield 'never';
    } finally {
      released();
    }
  });
}

test('a subscription that waits for an event ends when it is told to, and lets go of what it held', async () => {
  const released = jest.fn();
  const values = mapped(waiting(released), (value) => value);
  const next = values.next();
  await values.return?.();
  expect(await next).toEqual({ done: true, value: undefined });
  expect(released).toHaveBeenCalledTimes(1);
});

test('one that was never begun ends as well', async () => {
  const values = waiting(() => undefined);
  await values.return?.();
  expect(await values.next()).toEqual({ done: true, value: undefined });
});
