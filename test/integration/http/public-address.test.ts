import type { Credential } from '../../../src/client';
import { createClient, signRequest } from '../../../src/client';
import { connect, sign, subscribe } from '../subscriptions/support';
import { useTestApp } from '../../support/app';
import { provisioned } from '../../support/parties';
import { readableLog } from '../../support/service';
import { TrustedProxies } from '../../../src/api/auth/client-address';
import { PublicAddress } from '../../../src/api/auth/public-address';
import { readSettings } from '../../../src/settings/settings';
import type { IncomingMessage } from 'node:http';

/** The public address of the service behind a proxy: its authority, and the path in front of all routes. */

const PUBLIC = 'https://trade.example/trading';
const BODY = JSON.stringify({ query: '{ service { version } }' });

const app = useTestApp({ ATS_ROLE: 'api', ATS_PUBLIC_URL: PUBLIC, ATS_TRUSTED_PROXIES: 'loopback' });
let credential: Credential;
beforeAll(async () => {
  credential = (await provisioned(app)).credential;
});

/** Sends a request that was signed for one address to another one, as a proxy does. */
async function forward(signedUrl: string, path: string, headers: Record<string, string> = {}): Promise<Response> {
  const signed = signRequest(
    { method: 'POST', url: signedUrl, headers: { 'content-type': 'application/json' }, body: BODY },
    { credential },
    { now: new Date() },
  );
  return fetch(`${app.url}${path}`, { method: 'POST', headers: { ...signed.headers, ...headers }, body: BODY });
}

describe('A signature', () => {
  // @spec AU14
  test.each([
    ['the public address, and the proxy removes the path', `${PUBLIC}/graphql`, '/graphql'],
    ['the public address, and the proxy keeps the path', `${PUBLIC}/graphql`, '/trading/graphql'],
    ['the public authority without the path', 'https://trade.example/graphql', '/graphql'],
  ])('may cover %s', async (_, signedUrl, path) => {
    expect((await forward(signedUrl, path)).status).toBe(200);
  });

  // @spec AU14
  test('may cover the host that a trusted proxy forwards', async () => {
    const forwarded = { 'x-forwarded-host': 'other.example' };
    expect((await forward('https://other.example/graphql', '/graphql', forwarded)).status).toBe(200);
    expect((await forward('https://other.example/graphql', '/graphql')).status).toBe(401);
  });

  test.each([
    ['another authority', 'https://evil.example/trading/graphql', '/graphql'],
    ['another path', `${PUBLIC}/graphql?other`, '/graphql'],
    ['another prefix', 'https://trade.example/other/graphql', '/graphql'],
  ])('must not cover %s', async (_, signedUrl, path) => {
    expect((await forward(signedUrl, path)).status).toBe(401);
  });

  test('in connectionParams may cover the public address', async () => {
    const socket = connect(`${app.url.replace(/^http/, 'ws')}/trading/graphql`, {
      connectionParams: sign(`${PUBLIC.replace(/^http/, 'ws')}/graphql`, credential),
    });
    const subscription = subscribe(socket, { query: 'subscription { nothing }' });
    await subscription.ended;
    expect(subscription.errors).toMatchObject([{ extensions: { code: 'validation_failed' } }]);
    await socket.client.dispose();
  });
});

// @spec CF5
describe('Under a path', () => {
  test('every route answers with and without the path', async () => {
    for (const path of ['/livez', '/readyz', '/docs', '/api/v1/openapi.json', '/.well-known/jwks.json']) {
      expect([path, (await fetch(`${app.url}${path}`)).status]).toEqual([path, 200]);
      expect([path, (await fetch(`${app.url}/trading${path}`)).status]).toEqual([path, 200]);
    }
    expect((await fetch(`${app.url}/tradingx/livez`)).status).toBe(404);
  });

  test('links, forms and redirects begin with the path', async () => {
    const docs = await (await fetch(`${app.url}/trading/docs`)).text();
    expect(docs).toContain('src="/trading/docs/swagger-ui-bundle.js"');
    const script = await (await fetch(`${app.url}/trading/docs/reference.js`)).text();
    expect(script).toContain("url: '/trading/api/v1/openapi.json'");
    const openApi = (await (await fetch(`${app.url}/trading/api/v1/openapi.json`)).json()) as { servers: unknown };
    expect(openApi.servers).toMatchObject([{ url: PUBLIC }]);
    const page = await (await fetch(`${app.url}/trading/auth/signed-in`)).text();
    expect(page).toContain('action="/trading/auth/logout"');
    const problem = (await (await fetch(`${app.url}/trading/nothing`)).json()) as { type: string; instance: string };
    expect(problem).toMatchObject({ type: `${PUBLIC}/errors/route_not_found`, instance: '/trading/nothing' });
  });

  test('the identity provider sends the browser back to the path', async () => {
    const login = await fetch(`${app.url}/trading/auth/login`, { redirect: 'manual' });
    const provider = new URL(login.headers.get('location') ?? '');
    expect(provider.searchParams.get('redirect_uri')).toBe(`${PUBLIC}/auth/callback`);
  });

  test('the client works with the address and its path', async () => {
    const client = createClient({ url: `${app.url}/trading`, credential });
    expect(await client.queryOrThrow('{ service { version } }')).toMatchObject({ service: {} });
    const list = await client.fetch(`${app.url}/trading/api/v1/openapi.json`);
    expect(list.status).toBe(200);
  });
});

test('A failed signature logs the host and the public host, at most once a minute', () => {
  const log = readableLog();
  const settings = readSettings({ ATS_PUBLIC_URL: PUBLIC });
  const proxies = new TrustedProxies();
  const address = new PublicAddress({ settings, publicUrl: () => PUBLIC, proxies, log });
  const requestTo = (host: string) => ({ headers: { host }, socket: {} }) as unknown as IncomingMessage;
  address.explainFailure(requestTo('trade.example:443'), 'req_same');
  expect(log.lines).toEqual([]);
  address.explainFailure(requestTo('127.0.0.1:4000'), 'req_one');
  address.explainFailure(requestTo('127.0.0.1:4000'), 'req_two');
  expect(log.lines).toMatchObject([
    { level: 'warn', fields: { requestId: 'req_one', host: '127.0.0.1:4000', publicHost: 'trade.example' } },
  ]);
});
