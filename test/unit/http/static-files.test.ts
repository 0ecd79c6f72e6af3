import { readOnce } from '../../../src/api/http/static-files';

test('a file that could not be read is read again by the next request', async () => {
  let reads = 0;
  const read = (): Promise<string> => {
    reads += 1;
    return reads === 1 ? Promise.reject(new Error('too many open files')) : Promise.resolve('body');
  };
  const contentOf = readOnce({ type: 'text/plain', read });
  await expect(contentOf('identity')).rejects.toThrow('too many open files');
  expect(String((await contentOf('identity')).body)).toBe('body');
  expect(String((await contentOf('identity')).body)).toBe('body');
  expect(reads).toBe(2);
});
