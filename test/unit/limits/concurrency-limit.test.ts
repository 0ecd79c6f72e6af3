import { ConcurrencyLimit } from '../../../src/api/http/concurrency-limit';
import { RateLimited } from '../../../src/api/auth/rate-limit';

/** The queue in front of the requests and the large answers of one principal. */

const detail = 'Send fewer.';
const limitOf = (maxWaiting = 8, maxWaitMs = 60_000): ConcurrencyLimit =>
  new ConcurrencyLimit({ name: 'large_answers', maximum: 2, maxWaiting, maxWaitMs, detail });

/** Records the order in which permits are given. */
function recorder(limit: ConcurrencyLimit) {
  const started: string[] = [];
  const releases: (() => void)[] = [];
  return {
    started,
    request: (key: string, name: string): Promise<void> =>
      limit.acquire(key).then((release) => {
        started.push(name);
        releases.push(release);
      }),
    releaseFirst: () => releases.shift()?.(),
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('should run two of a key at the same time, and the rest in their order', async () => {
  const { started, request, releaseFirst } = recorder(limitOf());
  const all = ['a', 'b', 'c', 'd'].map((name) => request('key', name));
  await settle();
  expect(started).toEqual(['a', 'b']);
  releaseFirst();
  await settle();
  expect(started).toEqual(['a', 'b', 'c']);
  releaseFirst();
  await Promise.all(all);
  expect(started).toEqual(['a', 'b', 'c', 'd']);
});

test('should not let one key delay another', async () => {
  const { started, request, releaseFirst } = recorder(limitOf());
  const busy = ['a', 'b', 'c'].map((name) => request('busy', name));
  await request('calm', 'x');
  expect(started).toEqual(['a', 'b', 'x']);
  releaseFirst();
  await Promise.all(busy);
});

test('should refuse with 429 rate_limited and Retry-After when the queue of the key is full', async () => {
  const limit = limitOf(1);
  const { request, releaseFirst } = recorder(limit);
  const admitted = ['a', 'b', 'c'].map((name) => request('key', name));
  const error: unknown = await limit.acquire('key').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RateLimited);
  expect(error).toMatchObject({
    code: 'rate_limited',
    message: detail,
    members: { limit: 'large_answers' },
    headers: { 'retry-after': '1' },
  });
  releaseFirst();
  await Promise.all(admitted);
});

test('should refuse after the longest wait, and give the permit to the next', async () => {
  const limit = limitOf(8, 1);
  const { started, request, releaseFirst } = recorder(limit);
  await Promise.all([request('key', 'a'), request('key', 'b')]);
  await expect(limit.acquire('key')).rejects.toBeInstanceOf(RateLimited);
  releaseFirst();
  await request('key', 'd');
  expect(started).toEqual(['a', 'b', 'd']);
});
