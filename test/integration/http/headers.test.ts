import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { startTestApp, type TestApp } from '../../support/app';
import { codeOf, query, refusedAs, send, signerOf } from '../../support/exchange';
import { createParty, type Party } from '../../support/actors';

/** The headers of every response. */

let app: TestApp;
let party: Party;
beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
  party = await createParty(app, 'Headed');
});
afterAll(() => app.stop());

const READ = query('{ service { version } }');
const REQUEST_ID = /^req_[0-9a-z]{26}$/;

describe('A response is not cached by default', () => {
  it.each([
    ['a success', 'POST', '/graphql', READ],
    ['a refusal', 'POST', '/graphql', '{'],
    ['a method that is not allowed', 'PUT', '/graphql', undefined],
    ['an unknown path', 'GET', '/nothing', undefined],
    ['a body too large', 'POST', '/graphql', 'x'.repeat(256 * 1024 + 1)],
    ['the state of the service', 'GET', '/api/v1/health', undefined],
    ['the methods of a path', 'OPTIONS', '/api/v1/principals', undefined],
    ['an invalid sign-in', 'GET', '/auth/callback', undefined],
  ])('%s: Cache-Control: no-store', async (_, method, path, body) => {
    const sent = await send(app, signerOf(party), { method, path, ...(body !== undefined && { body }) });
    expect(sent.headers.get('cache-control')).toBe('no-store');
    expect(sent.headers.get('x-request-id')).toMatch(REQUEST_ID);
  });

  it('should also send no-store for a query over GET', async () => {
    const path = `/graphql?query=${encodeURIComponent('{ principal { ticketBalanceStamps } }')}`;
    const sent = await send(app, signerOf(party), { method: 'GET', path });
    expect([sent.status, sent.headers.get('cache-control'), sent.headers.get('vary')]).toEqual([
      200,
      'no-store',
      'Accept',
    ]);
  });

  it('should send max-age for a public resource', async () => {
    const sent = await send(app, null, { method: 'GET', path: '/.well-known/jwks.json' });
    expect(sent.headers.get('cache-control')).toBe('public, max-age=300');
  });
});

describe('The media type of GraphQL', () => {
  it.each([
    ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
    ['application/graphql-response+json;q=0, application/json', 'application/json; charset=utf-8'],
    ['application/json, Application/GraphQL-Response+JSON; q=0.5', 'application/graphql-response+json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
  ])('Accept: %s is answered with %s', async (accept, type) => {
    const sent = await send(app, signerOf(party), { body: READ, headers: { accept } });
    expect(sent.headers.get('content-type')).toBe(type);
  });
});

// @spec AU11
it('Every 401 describes an acceptable signature, also on the sign-in routes', async () => {
  for (const [method, path] of [
    ['POST', '/graphql'],
    ['GET', '/api/v1/principals/x'],
    ['POST', '/auth/refresh'],
    ['GET', '/auth/callback'],
  ] as const) {
    const sent = await send(app, null, { method, path });
    expect(sent.status).toBe(401);
    expect(sent.headers.get('www-authenticate')).toBe('Signature');
    expect(sent.headers.get('accept-signature')).toMatch(/^ats=\("@method"/);
  }
});

it('A mutation over GET is 405, and Allow says POST', async () => {
  const path = `/graphql?query=${encodeURIComponent('mutation { reserveBond(input: { amountStamps: 1 }) { __typename } }')}`;
  const sent = await send(app, signerOf(party), { method: 'GET', path, key: randomUUID() });
  expect([sent.status, codeOf(sent), sent.headers.get('allow')]).toEqual([405, 'method_not_allowed', 'POST']);
});

it('The Stripe webhook has its own maximum body size', async () => {
  const sent = await send(app, null, { path: '/api/v1/webhooks/stripe', body: 'x'.repeat(1024 * 1024 + 1) });
  expect(refusedAs(sent, 'payload_too_large')).toMatchObject({ maximum_bytes: 1024 * 1024 });
});

describe('Bytes that are not HTTP', () => {
  it.each([
    ['nonsense', 'hello\r\n\r\n', 400, 'validation_failed'],
    [
      'two lengths',
      'POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'validation_failed',
    ],
    [
      'endless headers',
      `GET /graphql HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'payload_too_large',
    ],
  ])('should be refused with a request id and a closed connection: %s', async (_, bytes, status, code) => {
    const [head = '', body = ''] = (await exchangeBytes(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${String(status)} `));
    expect(head).toMatch(/^connection: close$/im);
    expect(head).toMatch(/^cache-control: no-store$/im);
    const problem = JSON.parse(body) as { request_id: string };
    expect(problem).toMatchObject({ status, code });
    expect(problem.request_id).toMatch(REQUEST_ID);
    expect(head).toContain(`x-request-id: ${problem.request_id}`);
  });
});

function exchangeBytes(bytes: string): Promise<string> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (received += text));
    socket.on('error', reject);
    socket.on('close', () => {
      resolve(received);
    });
  });
}
