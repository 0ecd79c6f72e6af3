import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, createSigningFetch, fetchFailure, ServiceUnreachable } from '../../../src/client';

/** Errors of programs that name no service, or give a wrong option. */

const credential = { apiKey: 'ak_test_1', signingSecret: 'sk_test_1' };
const ONCE = { attempts: 1 };

async function unusedUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${String(port)}`;
}

// @spec CL10
test('a call that gets no answer names the address and what to do, for queries and for mutations', async () => {
  const url = await unusedUrl();
  const { query, mutate } = createClient({ url, credential, retry: ONCE });
  for (const call of [query('{ service { name } }'), mutate('mutation { reserveBond }')]) {
    const error: unknown = await call.catch((one: unknown) => one);
    expect(error).toBeInstanceOf(ServiceUnreachable);
    expect(error).toMatchObject({
      url: `${url}/graphql`,
      message: `no answer from ${url} (connect ECONNREFUSED ${url.slice(7)}): start the service, or give its address as \`url\``,
      cause: { name: 'TypeError' },
    });
  }
});

test.each([
  [
    new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
    'ECONNREFUSED',
    'refused',
  ],
  [
    new AggregateError([Object.assign(new Error('first'), { code: 'ENOTFOUND' }), new Error('second')]),
    'ENOTFOUND',
    'first',
  ],
  [Object.assign(new Error('outer', { cause: new Error('inner') }), { code: 'EPIPE' }), 'EPIPE', 'inner'],
  [new TypeError('plain'), undefined, 'plain'],
  ['a text', undefined, 'a text'],
])('the failure of %p has the code %s and the text %s', (error, code, text) => {
  expect(fetchFailure(error)).toEqual({ code, text });
});

test('an abort is no error of the network', async () => {
  const { query } = createClient({ url: await unusedUrl(), credential });
  const reason = new Error('enough');
  await expect(query('{ service { name } }', {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test.each([
  [
    'no scheme',
    { url: '127.0.0.1:4000', credential },
    'url must begin with http:// or https://, and is 127.0.0.1:4000',
  ],
  ['another scheme', { url: 'localhost:4000', credential }, 'url must begin with http:// or https://'],
  ['no credential', { url: 'http://127.0.0.1:4000' }, 'credential must be { apiKey, signingSecret }'],
  [
    'a credential in the spelling of its file',
    { url: 'http://127.0.0.1:4000', credential: { api_key: 'ak_test_1', signing_secret: 'sk_test_1' } },
    'parseCredentialFile returns it',
  ],
])('a client with %s is refused with what to give', (_what, options, message) => {
  expect(() => createClient(options as never)).toThrow(message);
  expect(() => createClient(options as never)).toThrow(TypeError);
});

test('the message about a wrong credential has no secret', () => {
  const wrong = { credential: { apiKey: 1, signingSecret: 'sk_test_secret' } } as never;
  expect(() => createSigningFetch(wrong)).toThrow(/^credential must be(?!.*sk_test)/);
});
