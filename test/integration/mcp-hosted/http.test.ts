import { createSigningFetch, type Fetch } from '../../../src/client';
import { createParty, type Party } from '../../support/actors';
import { startTestApp, useTestApp } from '../../support/app';
import { mcpUrl, sendMessage, toolCall } from '../../support/hosted-mcp';

/** `POST /mcp` as a signed route: the same checks and refusals as the other signed routes. */

const app = useTestApp({ ATS_ROLE: 'api' });
let party: Party;
let signing: Fetch;

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

beforeAll(async () => {
  party = await createParty(app, 'Signed');
  signing = createSigningFetch({ credential: party.credential });
});

// @spec MC11
test('a request without a signature is 401 with the signature that it needs', async () => {
  const { status, headers, json } = await sendMessage(app, fetch, LIST);
  expect([status, json['code'], headers.get('content-type')]).toEqual([
    401,
    'signature_missing',
    'application/problem+json; charset=utf-8',
  ]);
  expect(headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="[^"]+", scope="ats:read", Signature$/);
  expect(headers.get('accept-signature')).toContain('"content-digest"');
});

// @spec MC11
test('a wrong secret, a changed body and another path are 401', async () => {
  const { apiKey } = party.credential;
  const unknown = { apiKey, signingSecret: ['sk_live', 'z'.repeat(52)].join('_') };
  const wrong = await sendMessage(app, createSigningFetch({ credential: unknown }), LIST);
  expect([wrong.status, wrong.json['code']]).toEqual([401, 'credential_invalid']);
  const { credential } = party;
  const changing: Fetch = (url, init) => fetch(url, { ...init, body: JSON.stringify({ ...LIST, id: 2 }) });
  const changed = await sendMessage(app, createSigningFetch({ credential, fetch: changing }), LIST);
  expect([changed.status, changed.json['code']]).toEqual([401, 'content_digest_mismatch']);
  const moving: Fetch = (_, init) => fetch(mcpUrl(app), init);
  const graphql = { url: new URL('/graphql?', app.url).href };
  const moved = await createSigningFetch({ credential, fetch: moving })(graphql.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(LIST),
  });
  expect(moved.status).toBe(401);
});

// @spec MC11
test.each(['mcp-method', 'mcp-name', 'mcp-protocol-version'])(
  'a request with %s outside its signature is 401',
  async (name) => {
    const adding: Fetch = (url, init) => fetch(url, { ...init, headers: { ...init?.headers, [name]: '2025-11-25' } });
    const signed = createSigningFetch({ credential: party.credential, fetch: adding });
    const { status, json } = await sendMessage(app, signed, LIST);
    expect([status, json['code'], json['missing']]).toEqual([401, 'signature_incomplete', [name]]);
  },
);

// @spec MC11
test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is no method of the path', async (method) => {
  const response = await signing(mcpUrl(app), { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  const text = await response.text();
  expect(text).toContain(method === 'HEAD' ? '' : '"code":"method_not_allowed"');
});

// @spec MC11
test('another path, another media type and a compressed body are refused', async () => {
  const other = await signing(new URL('/mcp/', app.url), { method: 'POST' });
  expect(other.status).toBe(404);
  const text = await sendMessage(app, signing, LIST, { 'content-type': 'text/plain' });
  expect([text.status, text.json['code']]).toEqual([415, 'unsupported_media_type']);
  const packed = await sendMessage(app, signing, LIST, { 'content-encoding': 'gzip' });
  expect([packed.status, packed.json['code']]).toEqual([415, 'unsupported_media_type']);
});

// @spec MC11
test('a body that is too large is 413, and nothing of it runs', async () => {
  const { status, json } = await sendMessage(app, signing, toolCall('ats_overview', { a: 'x'.repeat(300 * 1024) }));
  expect([status, json['code'], json['maximum_bytes']]).toEqual([413, 'payload_too_large', 256 * 1024]);
});

// @spec MC11
test.each([
  ['no JSON', '{'],
  ['a text', '"tools/list"'],
  ['a batch', JSON.stringify([LIST, LIST])],
])('a body that is %s is 400', async (_, body) => {
  const { status, json } = await sendMessage(app, signing, body);
  expect([status, json['code']]).toEqual([400, 'validation_failed']);
  expect(json['detail']).toMatch(/^The request must be (one|a) JSON-RPC message/);
});

// @spec MC11
test('a credential of the platform acts for no principal, so it is 403', async () => {
  const acting = { provider: 'test', subject: party.subject };
  for (const signer of [{ credential: app.operatorCredential }, { credential: app.console, acting }]) {
    const { status, json } = await sendMessage(app, createSigningFetch(signer), LIST);
    expect([status, json['code']]).toEqual([403, 'principal_access_denied']);
  }
});

// @spec MC11
test('no stream of notifications opens', async () => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const listen = { jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: { notifications: {}, _meta: meta } };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
  const { status, json, headers: answered } = await sendMessage(app, signing, listen, headers);
  expect([status, json]).toEqual([
    404,
    expect.objectContaining({ id: 1, error: expect.objectContaining({ code: -32601 }) as unknown }),
  ]);
  expect(answered.get('content-type')).toContain('application/json');
});

// @spec MC11
test('each message and each operation of its tools counts in the budgets of the principal', async () => {
  const strict = await startTestApp({ ATS_ROLE: 'api', ATS_RATE_LIMIT_PER_MINUTE: '20' });
  try {
    const { credential } = await createParty(strict, 'Strict');
    const limited = createSigningFetch({ credential });
    const left = async (message: object): Promise<number> => {
      const { headers } = await sendMessage(strict, limited, message);
      return Number(/^"read";r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    // The first query also pays for the parsing of its document.
    const parsed = await left(toolCall('ats_overview'));
    expect(await left(LIST)).toBe(parsed - 1);
    expect(await left(toolCall('ats_overview'))).toBe(parsed - 3);
    for (let rest = parsed - 3; rest > 1; rest -= 1) await left(LIST);
    const partly = await sendMessage(strict, limited, toolCall('ats_overview'));
    expect(partly.status).toBe(200);
    expect(partly.text).toContain('rate_limited');
    const refused = await sendMessage(strict, limited, LIST);
    expect([refused.status, refused.json['code'], refused.json['limit']]).toEqual([429, 'rate_limited', 'read']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await strict.stop();
  }
});
