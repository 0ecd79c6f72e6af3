import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startTestApp, type TestApp, useTestApp } from '../../support/app';
import { codeOf, query, refusedAs, send, signerOf } from '../../support/exchange';
import { createParty, mutate, type Party } from '../../support/actors';
import { Browser, signIn } from '../sign-in/support';

/** The headers of every response. */

const app = useTestApp({ ATS_ROLE: 'api', ATS_CONSOLE: 'on' });
let party: Party;
beforeAll(async () => {
  party = await createParty(app, 'Headed');
});

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

const PUBLIC_PATHS = [
  '/api/v1/openapi.json',
  '/.well-known/jwks.json',
  '/.well-known/agent-card.json',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource/mcp',
];

/** One request for each kind of answer. */
const ANSWERS: readonly (readonly [string, string, string, string | undefined])[] = [
  ['a success of GraphQL', 'POST', '/graphql', READ],
  ['a refusal of GraphQL', 'POST', '/graphql', '{'],
  ['a success of REST', 'GET', '/api/v1/principals/acting', undefined],
  ['a problem', 'GET', '/nothing', undefined],
  ['a path that cannot be decoded', 'GET', '/api/v1/principals/%zz', undefined],
  ['a method that is not allowed', 'PUT', '/graphql', undefined],
  ['a body too large', 'POST', '/graphql', 'x'.repeat(256 * 1024 + 1)],
  ['the state of the service', 'GET', '/livez', undefined],
  ['a page', 'GET', '/docs', undefined],
  ['a sign-in', 'GET', '/auth/login', undefined],
  ['the methods of a path', 'OPTIONS', '/api/v1/principals', undefined],
  ['an unknown agent card', 'GET', '/agents/agt_x/.well-known/agent-card.json', undefined],
  ['the page of the console', 'GET', '/console', undefined],
  ['an unknown asset of the console', 'GET', '/console/assets/x.js', undefined],
  ['a document of the console', 'POST', '/console/q', '{}'],
  ['a query of the workbench', 'POST', '/console/workbench', '{}'],
  ['the human of the console', 'GET', '/console/me', undefined],
  ['events without a session', 'GET', '/console/events/prn_x', undefined],
  ['a queue without a session', 'GET', '/console/queues/VERDICT', undefined],
  ['a message to the tools', 'POST', '/mcp', '{}'],
  ['a method that is no tool', 'GET', '/mcp', undefined],
  ['an authorization', 'GET', '/oauth/authorize', undefined],
  ['an authorization to resume', 'GET', '/oauth/authorize/x', undefined],
  ['a consent', 'GET', '/oauth/consent/x', undefined],
  ['a decision', 'POST', '/oauth/consent/x', '{}'],
  ['a token', 'POST', '/oauth/token', '{}'],
  ['a revocation', 'POST', '/oauth/revoke', '{}'],
  ['a registration', 'POST', '/oauth/register', '{"redirect_uris":["https://example.com/"]}'],
  ['the keys of OAuth', 'GET', '/oauth/jwks', undefined],
  ...PUBLIC_PATHS.map((path) => [path, 'GET', path, undefined] as const),
];

/** Sends bytes on a new connection and returns all that comes back. */
async function rawAnswer({ url }: Pick<TestApp, 'url'>, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}

const PUBLIC_URL = 'https://trade.example';

/** The headers of an event stream of the console, whose proxy ends TLS. */
async function openedStream({ url }: TestApp): Promise<Headers> {
  const browser = new Browser((to, init) => fetch(new Request(to).url.replace(PUBLIC_URL, url), init));
  await signIn(browser, { url: PUBLIC_URL }, 'operator');
  const response = await browser.send(`${PUBLIC_URL}/console/queues/VERDICT`, {});
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  await response.body?.cancel();
  return response.headers;
}

// @spec E14
describe('Every answer has nosniff', () => {
  it.each(ANSWERS)('%s', async (_, method, path, body) => {
    const sent = await send(app, signerOf(party), { method, path, ...(body !== undefined && { body }) });
    expect(sent.headers.get('x-content-type-options')).toBe('nosniff');
    // Browsers would refuse http for a year.
    expect(sent.headers.get('strict-transport-security')).toBeNull();
  });

  it('bytes that are not HTTP, and a refused upgrade', async () => {
    const upgrade =
      'GET /nothing HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
    for (const bytes of ['nonsense\r\n\r\n', upgrade]) {
      expect((await rawAnswer(app, bytes)).toLowerCase()).toContain('x-content-type-options: nosniff\r\n');
    }
  });
});

// @spec E14
it('Every answer of an https address has Strict-Transport-Security', async () => {
  const secure = await startTestApp({ ATS_ROLE: 'api', ATS_CONSOLE: 'on', ATS_PUBLIC_URL: PUBLIC_URL });
  try {
    for (const [, method, path, body] of ANSWERS) {
      const sent = await send(secure, null, { method, path, ...(body !== undefined && { body }) });
      expect([path, sent.headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000']);
    }
    expect(await rawAnswer(secure, 'nonsense\r\n\r\n')).toContain('strict-transport-security: max-age=31536000\r\n');
    const stream = await openedStream(secure);
    expect(stream.get('strict-transport-security')).toBe('max-age=31536000');
    expect(stream.get('x-content-type-options')).toBe('nosniff');
  } finally {
    await secure.stop();
  }
});

// @spec E15
describe('Access-Control-Allow-Origin', () => {
  const allowed = async (method: string, path: string): Promise<string | null> => {
    const headers = { origin: 'https://elsewhere.example' };
    return (await send(app, null, { method, path, headers })).headers.get('access-control-allow-origin');
  };

  it('is * for reads of public documents', async () => {
    const { agent } = await mutate<{ agent: { agentKey: string } }>(
      app.consoleFor(party.subject),
      'registerAgent',
      { principalKey: party.principalKey, card: { name: 'Public', capabilities: {} } },
      'agent { agentKey }',
    );
    const card = `/agents/${agent.agentKey}/.well-known/agent-card.json`;
    for (const path of [...PUBLIC_PATHS, card]) {
      for (const method of ['GET', 'HEAD'])
        expect([method, path, await allowed(method, path)]).toEqual([method, path, '*']);
      for (const method of ['POST', 'PUT', 'DELETE']) expect([path, await allowed(method, path)]).toEqual([path, null]);
    }
  });

  it.each(ANSWERS.filter(([, , path]) => !PUBLIC_PATHS.includes(path) && !path.startsWith('/agents/')))(
    'is absent from %s',
    async (_, method, path) => {
      expect(await allowed(method, path)).toBeNull();
    },
  );
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

it('A mutation over HEAD is 405, and Allow says POST', async () => {
  const path = `/graphql?query=${encodeURIComponent('mutation { reserveBond(input: { amountStamps: 1 }) { __typename } }')}`;
  const sent = await send(app, signerOf(party), { method: 'HEAD', path, key: randomUUID() });
  expect([sent.status, sent.headers.get('allow')]).toEqual([405, 'POST']);
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
