import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { type Signer, signRequest } from '../../../src/client';
import { useTestApp } from '../../support/app';
import { routes } from '../../support/conforms';
import { refusedAs, send, signerOf } from '../../support/exchange';
import { API, type Rest, restOf, under } from '../../support/rest';
import { createParty, type Party } from '../../support/actors';

/** Methods, media types and headers of the REST paths. */

const app = useTestApp();
let party: Party;
let signer: Signer;
let rest: Rest;
let p: string;

beforeAll(async () => {
  party = await createParty(app, 'Caller');
  signer = signerOf(party);
  rest = restOf(app, party);
  p = under(party);
});

const paths = [...new Set(routes.map(({ path }) => path))];
const methodsOf = (path: string): Set<string> =>
  new Set(routes.filter((route) => route.path === path).map(({ method }) => method));
const examplePath = (path: string): string => path.replace(/\{\w+\}/g, 'x');
const allowOf = (path: string): string => {
  const defined = methodsOf(path);
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => defined.has(method));
  return [...methods, ...(defined.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
};

// @spec R8
describe('Methods', () => {
  it.each(paths)('%s: any other method is 405 method_not_allowed with Allow, signed or not', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((other) => !methodsOf(path).has(other))) {
      const sent = await send(app, null, { method, path: examplePath(path) });
      refusedAs(sent, 'method_not_allowed');
      expect([sent.status, sent.headers.get('allow')]).toEqual([405, allowOf(path)]);
    }
  });

  // @spec R13
  it.each(paths)('OPTIONS %s: 204 with Allow', async (path) => {
    const sent = await send(app, null, { method: 'OPTIONS', path: examplePath(path) });
    expect([sent.status, sent.text, sent.headers.get('allow')]).toEqual([204, '', allowOf(path)]);
  });

  // @spec R13
  it('HEAD is GET without the body: signed as HEAD, with the same headers', async () => {
    const got = await rest.get(p);
    const head = await send(app, signer, { method: 'HEAD', path: `${API}${p}` });
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'cache-control', 'ratelimit-policy']) {
      expect([name, head.headers.get(name)]).toEqual([name, got.headers.get(name)]);
    }
    expect((await send(app, null, { method: 'HEAD', path: `${API}${p}` })).status).toBe(401);
    expect((await send(app, signer, { method: 'HEAD', path: `${API}${p}/listings/x` })).status).toBe(404);
    const none = await send(app, null, { method: 'HEAD', path: `${API}/tickets/purchase` });
    expect([none.status, none.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});

// @spec R8
describe('Unknown paths are 404 route_not_found, signed or not', () => {
  it.each([
    '/api/v1',
    '/api/v1/',
    '/api/v2/wallet',
    '/api/v1/principal',
    '/api/v1/principals/x/',
    '/api/v1/principals/x/nothing',
    '/api/v1/principals/x/trades/y/steps/1',
    '/api/v1/principals/x/trades/y/steps/1/nothing',
    '/api/v1/tickets',
    '/api/v1/principals/%zz',
    '/API/v1/wallet',
  ])('%s', async (path) => {
    for (const sender of [null, signer]) {
      const sent = await send(app, sender, { method: 'GET', path });
      expect(refusedAs(sent, 'route_not_found')['detail']).toMatch(/\/graphql\b.*\/docs\b/);
      expect([sent.status, sent.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8']);
      expect(sent.headers.get('x-request-id')).toMatch(/^req_/);
    }
  });
});

/** The path of a route with one of its keys empty, and with a slash at its end. */
const variants = (path: string): string[] => [
  ...Array.from(path.matchAll(/\{\w+\}/g), ({ 0: key, index }) =>
    examplePath(`${path.slice(0, index)}${path.slice(index + key.length)}`),
  ),
  `${examplePath(path)}/`,
];

// @spec R15
describe('A path with a slash at its end or an empty key is 404 route_not_found, signed or not', () => {
  it.each([...new Set([...paths, '/agents/{agent_key}/.well-known/agent-card.json'].flatMap(variants))])(
    '%s',
    async (path) => {
      for (const sender of [null, signer]) {
        const sent = await send(app, sender, { method: 'GET', path });
        refusedAs(sent, 'route_not_found');
        expect([sent.status, sent.headers.get('content-type')]).toEqual([
          404,
          'application/problem+json; charset=utf-8',
        ]);
      }
    },
  );

  it('says what to do with the slash', async () => {
    const sent = await send(app, signer, { method: 'GET', path: `${API}${p}/trades/` });
    expect(sent.json['detail']).toContain('Remove the slash at the end');
  });
});

// @spec R14
describe('Media types', () => {
  const reserve = `${API}/principals`;

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'nonsense',
    'application/problem+json',
  ])('A body sent as %s: 415 unsupported_media_type, before 401', async (type) => {
    for (const sender of [null, signer]) {
      const sent = await send(app, sender, { path: reserve, body: '{}', headers: { 'content-type': type } });
      refusedAs(sent, 'unsupported_media_type');
      expect(sent.status).toBe(415);
    }
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'POST'])('A %s with a body and no Content-Type: 415', async (method) => {
    const path = { PUT: '/bindings', PATCH: '', DELETE: '/bindings/x', POST: '/bond/reserve' }[method] ?? '';
    const url = new URL(`${API}${p}${path}`, app.url);
    const headers = { 'idempotency-key': randomUUID() };
    const signed = signRequest({ method, url, headers, body: '{}' }, signer, { now: new Date() });
    expect(Object.keys(signed.headers).map((name) => name.toLowerCase())).not.toContain('content-type');
    const status = await new Promise((resolve, reject) => {
      const outgoing = request(url, { method, headers: { ...signed.headers, 'content-length': '2' } }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      outgoing.on('error', reject).end('{}');
    });
    expect(status).toBe(415);
  });

  it.each(['text/html', 'application/xml, text/*;q=0.5', 'application/json;q=0', 'application/graphql-response+json'])(
    'Accept: %s excludes JSON: 406 not_acceptable, before 401',
    async (accept) => {
      for (const sender of [null, signer]) {
        const sent = await send(app, sender, { method: 'GET', path: `${API}${p}`, headers: { accept } });
        refusedAs(sent, 'not_acceptable');
        expect(sent.status).toBe(406);
      }
    },
  );

  it.each([
    'application/json',
    '*/*',
    'application/*',
    'text/html, application/json;q=0.1',
    'Application/JSON; charset=utf-8',
  ])('Accept: %s includes JSON: 200', async (accept) => {
    expect((await rest.get(p, { headers: { accept } })).status).toBe(200);
  });

  it('A body over 256 KiB: 413 payload_too_large, before 415 and 401', async () => {
    const sent = await send(app, null, {
      path: reserve,
      body: 'x'.repeat(256 * 1024 + 1),
      headers: { 'content-type': 'text/plain' },
    });
    refusedAs(sent, 'payload_too_large');
    expect([sent.status, sent.json['maximum_bytes']]).toEqual([413, 256 * 1024]);
  });
});

describe('Headers', () => {
  it('should send X-Request-Id, RateLimit, RateLimit-Policy and Cache-Control: no-store', async () => {
    const sent = await rest.get(p);
    expect(sent.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
    expect(sent.headers.get('ratelimit-policy')).toMatch(/^"read";q=\d+;w=60, "write";q=\d+;w=60$/);
    expect(sent.headers.get('ratelimit')).toMatch(/^"read";r=\d+;t=\d+$/);
    expect(sent.headers.get('cache-control')).toBe('no-store');
    const changed = await rest.delete(`${p}/bindings/x`);
    expect(changed.headers.get('ratelimit')).toMatch(/^"write";/);
  });

  // @spec E2
  it('A problem has all members of RFC 9457, code, recovery and request_id', async () => {
    const sent = await rest.get(`${p}/listings/lst_x`);
    expect(sent.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(sent.json).toEqual({
      type: `${app.url}/errors/listing_not_found`,
      title: 'Listing not found',
      status: 404,
      detail: expect.any(String) as string,
      code: 'listing_not_found',
      instance: `${API}${p}/listings/lst_x`,
      request_id: sent.headers.get('x-request-id'),
      recovery: 'correctable',
      remedy: 'Check the key, which begins with lst_. List the collection to find the keys that you can use.',
    });
  });

  it('A missing signature is 401 with WWW-Authenticate and Accept-Signature', async () => {
    const sent = await send(app, null, { method: 'GET', path: `${API}${p}` });
    refusedAs(sent, 'signature_missing');
    expect(sent.headers.get('www-authenticate')).toBe('Signature');
    expect(sent.headers.get('accept-signature')).toContain('"@method" "@authority" "@path" "@query"');
    expect(sent.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });
});
