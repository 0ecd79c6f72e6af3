import { createHash } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { startTestApp, type TestApp } from '../../support/app';
import { sendMessage, toolCall } from '../../support/hosted-mcp';
import { Browser, refreshStatus, signIn } from '../sign-in/support';
import { newId } from '../../support/ledger';

/** The limits of sign-in requests, which have no signature (docs/operations/proxies.md). */

// @spec LI10
describe('Sign-in requests', () => {
  const begun = { cookie: 'ats_sign_in=browser' };
  const callback = '/auth/callback?state=unknown';
  let strictApp: TestApp;
  beforeEach(async () => {
    strictApp = await startTestApp({
      ATS_ROLE: 'api',
      ATS_RATE_LIMIT_PER_MINUTE: '3',
      ATS_TRUSTED_PROXIES: 'loopback',
      ATS_WEBHOOK_ALLOW_PRIVATE: 'true',
    });
  });
  afterEach(() => strictApp.stop());
  const request = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, strictApp.url), { redirect: 'manual', ...init });
  const post = (path: string, cookie?: string, client = '192.0.2.1') =>
    request(path, {
      method: 'POST',
      headers: { origin: strictApp.url, 'x-forwarded-for': client, ...(cookie !== undefined && { cookie }) },
    });

  test('should be counted by address if they cost something, with 429 and Retry-After, as JSON or as a page', async () => {
    for (let sent = 0; sent < 5; sent += 1) expect((await request('/auth/callback')).status).toBe(401);
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await request(callback, { method, headers: begun })).status).toBe(401);
    const refused = await request('/auth/login');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', limit: 'sign_ins' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-policy')).toBe('"sign_ins";q=3;w=60');
    const page = await request('/auth/login', { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect((await request('/.well-known/jwks.json')).status).toBe(200);
    expect(await strictApp.sql('SELECT count(*)::int AS begun FROM sign_in')).toEqual([{ begun: 0 }]);
  });

  // @spec LI13
  test('should be counted by the address that a trusted proxy forwards', async () => {
    const login = (client: string) => request('/auth/login', { headers: { 'x-forwarded-for': client } });
    for (let sent = 0; sent < 3; sent += 1) expect((await login('192.0.2.1')).status).toBe(303);
    expect((await login('192.0.2.1')).status).toBe(429);
    expect((await login('192.0.2.2')).status).toBe(303);
  });

  // @spec LI14
  test('600 sign-outs without a cookie do not limit the sign-ins of their address', async () => {
    const statuses = await Promise.all(Array.from({ length: 600 }, async () => (await post('/auth/logout')).status));
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect((await post('/auth/refresh')).status).toBe(401);
    expect((await request('/auth/login', { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(303);
  });

  // @spec LI14
  test.each(['/oauth/jwks', '/oauth/consent/unknown', '/oauth/authorize'])(
    'unsigned requests to %s do not limit the sign-ins of their address',
    async (path) => {
      for (let sent = 0; sent < 5; sent += 1) await request(path);
      expect((await request('/auth/login')).status).toBe(303);
    },
  );

  // @spec LI14
  test.each(['/auth/refresh', '/auth/logout'])('should be counted by refresh token at %s', async (path) => {
    const answers: number[] = [];
    // A new address each time, so that only the token is the same.
    for (let sent = 0; sent < 4; sent += 1)
      answers.push((await post(path, 'ats_refresh=one', `192.0.2.${String(sent)}`)).status);
    const unlimited = path === '/auth/refresh' ? 401 : 204;
    expect(answers).toEqual([unlimited, unlimited, unlimited, 429]);
  });

  // @spec LI14
  test('should be counted by session at /auth/refresh, and a refused refresh keeps its token', async () => {
    const browser = new Browser();
    await signIn(browser, strictApp, 'ada');
    const statuses: number[] = [];
    for (let sent = 0; sent < 3; sent += 1) statuses.push(await refreshStatus(browser, strictApp));
    const cookies = browser.jar();
    statuses.push(await refreshStatus(browser, strictApp));
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(browser.jar()).toEqual(cookies);
    expect(await strictApp.sql('SELECT ended_reason FROM refresh_session')).toEqual([{ ended_reason: null }]);
  });

  // @spec LI14
  test('should be counted by address at /oauth/token before the document of an application is read', async () => {
    let connections = 0;
    const documents = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve));
    const { port } = documents.address() as AddressInfo;
    const statuses: number[] = [];
    for (let sent = 0; sent < 5; sent += 1) {
      const client = `https://127.0.0.1:${String(port)}/${String(sent)}`;
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: client });
      statuses.push((await request('/oauth/token', { method: 'POST', body })).status);
    }
    documents.close();
    expect([statuses, connections]).toEqual([[400, 400, 400, 429, 429], 3]);
  });

  // @spec LI14
  test('an expired access token is 401 also if others at its address have failed too often', async () => {
    const call = (token: string) =>
      sendMessage(strictApp, fetch, toolCall('ats_overview'), { authorization: `Bearer ${token}` });
    await strictApp.sql(
      `INSERT INTO oauth_record (model, id_hash, payload, expires_at) VALUES ('AccessToken', $1, '{}', now())`,
      [createHash('sha256').update('expired').digest()],
    );
    const answers = [];
    for (const token of ['a', 'b', 'c', 'd', 'expired']) answers.push(await call(token));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429, 401]);
    for (const { headers } of answers)
      expect(headers.get('www-authenticate')).toContain('Bearer error="invalid_token"');
  });

  // @spec LI14
  test('should count unknown refresh tokens by address, without an effect on the sign-ins of this address', async () => {
    const answers: number[] = [];
    for (let sent = 0; sent < 4; sent += 1)
      answers.push((await post('/auth/refresh', `ats_refresh=${newId()}`)).status);
    expect(answers).toEqual([401, 401, 401, 429]);
    expect((await request('/auth/login', { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(303);
  });
});
