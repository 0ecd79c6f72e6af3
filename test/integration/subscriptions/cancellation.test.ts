import { cancellableIterator, mapAsync } from '../../../src/api/subscriptions/cancellation';

/** An iterator that waits for an event that never comes. */
function waitingIterator(onReleased: () => void) {
  return cancellableIterator(async function* (signal): AsyncGenerator<string, void> {
    try {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      if (!signal.aborted) yield 'never';
    } finally {
      onReleased();
    }
  });
}

test('should end a waiting subscription at once and release its resources', async () => {
  const onReleased = jest.fn();
  const values = mapAsync(waitingIterator(onReleased), (value) => value);
  const next = values.next();
  await values.return?.();
  expect(await next).toEqual({ done: true, value: undefined });
  expect(onReleased).toHaveBeenCalledTimes(1);
});

test('should end a subscription that was never started', async () => {
  const values = waitingIterator(() => undefined);
  await values.return?.();
  expect(await values.next()).toEqual({ done: true, value: undefined });
});

test('should release the resources of a subscription whose value cannot be mapped', async () => {
  const onReleased = jest.fn();
  const source = cancellableIterator(async function* (): AsyncGenerator<string, void> {
    try {
      yield await Promise.resolve('value');
    } finally {
      onReleased();
    }
  });
  const values = mapAsync(source, () => Promise.reject(new Error('no map')));
  await expect(values.next()).rejects.toThrow('no map');
  expect(onReleased).toHaveBeenCalledTimes(1);
});
