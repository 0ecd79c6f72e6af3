import { createHash, randomBytes } from 'node:crypto';
import { startTestApp, type TestApp } from '../../support/app';
import { sendMessage, toolCall } from '../../support/hosted-mcp';
import { allowing, openConsent, submitConsent } from '../../support/oauth-application';
import { createOwnedParty, type OwnedParty } from '../../support/oauth-owner';
import { Browser, followRedirects, locationOf } from '../sign-in/support';

/** The authorization server by hand: its metadata, registrations, requests with errors, and stolen or repeated codes. */

const REDIRECT = 'http://127.0.0.1:33418/callback';

let app: TestApp;
let party: OwnedParty;

beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
  party = await createOwnedParty(app, 'Server');
});
afterAll(() => app.stop());

type Json = Readonly<Record<string, unknown>>;

const getJson = async (path: string): Promise<Json> => (await (await fetch(`${app.url}${path}`)).json()) as Json;

async function register(metadata: object): Promise<{ readonly status: number; readonly json: Json }> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${app.url}/oauth/register`, {
    method: 'POST',
    headers,
    body: JSON.stringify(metadata),
  });
  return { status: response.status, json: (await response.json()) as Json };
}

async function registered(metadata: object = {}): Promise<string> {
  const { json } = await register({ client_name: 'By hand', redirect_uris: [REDIRECT], ...metadata });
  return String(json['client_id']);
}

const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

function authorizationUrl(clientId: string, changes: Readonly<Record<string, string | undefined>> = {}): string {
  const query: Record<string, string | undefined> = {
    client_id: clientId,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: 'ats:read ats:trade',
    state: 'a state',
    resource: `${app.url}/mcp`,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  const present = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  return `${app.url}/oauth/authorize?${new URLSearchParams(present).toString()}`;
}

/** A code for a consent to all scopes. */
async function codeFor(clientId: string, browser = new Browser()): Promise<URL> {
  const consent = await openConsent(browser, authorizationUrl(clientId), party.human);
  return submitConsent(browser, consent.url, allowing(consent.page));
}

async function redeem(clientId: string, code: string, changes: Readonly<Record<string, string>> = {}) {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code,
    code_verifier: verifier,
    ...changes,
  });
  const response = await fetch(`${app.url}/oauth/token`, { method: 'POST', body });
  return { status: response.status, json: (await response.json()) as Json };
}

// @spec MC22
test('the metadata lead from the address of the tools to the authorization server', async () => {
  for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
    expect(await getJson(path)).toMatchObject({
      resource: `${app.url}/mcp`,
      authorization_servers: [app.url],
      scopes_supported: ['ats:read', 'ats:trade', 'ats:money'],
      bearer_methods_supported: ['header'],
    });
  }
  for (const path of ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']) {
    expect(await getJson(path)).toMatchObject({
      issuer: app.url,
      authorization_endpoint: `${app.url}/oauth/authorize`,
      token_endpoint: `${app.url}/oauth/token`,
      registration_endpoint: `${app.url}/oauth/register`,
      revocation_endpoint: `${app.url}/oauth/revoke`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      client_id_metadata_document_supported: true,
    });
  }
});

// @spec MC22
test('a registration stores nothing and gives a public client, whatever it asks for', async () => {
  const extra = { token_endpoint_auth_method: 'client_secret_post', scope: 'admin', logo_uri: 'https://example.com/x' };
  const { status, json } = await register({ client_name: 'By hand', redirect_uris: [REDIRECT], ...extra });
  expect(status).toBe(201);
  expect(json).toMatchObject({ client_name: 'By hand', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' });
  expect(json).not.toHaveProperty('client_secret');
  expect(await registered()).toBe(json['client_id']);
  expect(await app.sql(`SELECT model FROM oauth_record WHERE model LIKE '%Client%'`)).toEqual([]);
});

// @spec MC22
test.each([
  ['no address', {}],
  ['an empty list', { redirect_uris: [] }],
  ['a text', { redirect_uris: REDIRECT }],
  ['plain http to another machine', { redirect_uris: ['http://example.com/callback'] }],
  ['a script', { redirect_uris: ['javascript:alert(1)'] }],
  ['a scheme that a page can claim', { redirect_uris: ['web+x://example.com/callback'] }],
  [
    'addresses that are too long',
    { redirect_uris: [1, 2, 3, 4].map((at) => `https://example.com/${'x'.repeat(450)}${String(at)}`) },
  ],
  ['a fragment', { redirect_uris: ['https://example.com/#a'] }],
  ['a user name', { redirect_uris: ['https://a:b@example.com/'] }],
  ['too many addresses', { redirect_uris: Array.from({ length: 11 }, (_, at) => `https://example.com/${String(at)}`) }],
  ['a name that is no text', { redirect_uris: [REDIRECT], client_name: 7 }],
])('a registration with %s is 400', async (_, metadata) => {
  const { status, json } = await register(metadata);
  expect([status, json['error']]).toEqual([400, expect.stringMatching(/^invalid_(client_metadata|redirect_uri)$/)]);
  expect(json['error_description']).toEqual(expect.any(String));
});

// @spec MC22
test('an unknown client, a foreign address and a changed client id get a page and no redirect', async () => {
  const clientId = await registered();
  const wrong = [
    authorizationUrl('unknown'),
    authorizationUrl(`${clientId}x`),
    authorizationUrl(clientId, { redirect_uri: 'https://example.com/stolen' }),
  ];
  for (const url of wrong) {
    const response = await new Browser().get(url);
    expect([url.length > 0, response.status, response.headers.get('location')]).toEqual([true, 400, null]);
    expect(await response.text()).toContain('The application was not connected');
  }
});

// @spec MC22
test.each([
  ['without a code challenge', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ['with a plain code challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['for another resource', { resource: 'https://example.com/mcp' }, 'invalid_target'],
  ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
])('an authorization %s sends the application back with an error', async (_, changes, error) => {
  const { url } = await followRedirects(new Browser(), authorizationUrl(await registered(), changes), (to) =>
    to.startsWith(REDIRECT),
  );
  // An answer to a request for a token is in the fragment.
  const { search, hash } = new URL(url);
  const answer = new URLSearchParams(search || hash.slice(1));
  expect([answer.get('error'), answer.get('state')]).toEqual([error, 'a state']);
});

// @spec MC23
test('a code works once, also for two requests at the same time', async () => {
  const clientId = await registered();
  const code = (await codeFor(clientId)).searchParams.get('code') ?? '';
  const answers = await Promise.all([1, 2, 3, 4].map(() => redeem(clientId, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
});

// @spec MC23
test('a code that is used again ends the connection', async () => {
  const clientId = await registered();
  const code = (await codeFor(clientId)).searchParams.get('code') ?? '';
  const token = String((await redeem(clientId, code)).json['access_token']);
  const [row] = await app.sql<{ id: string }>(
    `SELECT payload ->> 'accountId' AS id FROM oauth_record WHERE id_hash = $1`,
    [createHash('sha256').update(token).digest()],
  );
  expect((await redeem(clientId, code)).json['error']).toBe('invalid_grant');
  const { status } = await sendMessage(app, fetch, toolCall('ats_overview'), { authorization: `Bearer ${token}` });
  expect(status).toBe(401);
  const live = 'SELECT revoked_at IS NULL AS live FROM credential WHERE credential_id = $1';
  expect(await app.sql(live, [row?.id])).toEqual([{ live: false }]);
});

// @spec MC22
test('an authorization without a scope is one for reads, and one with unknown scopes goes back with an error', async () => {
  const clientId = await registered();
  const consent = await openConsent(new Browser(), authorizationUrl(clientId, { scope: undefined }), party.human);
  expect(consent.page).toContain('value="read"');
  expect(consent.page).not.toContain('value="trade"');
  const browser = new Browser();
  await openConsent(browser, authorizationUrl(clientId), party.human);
  const { url } = await followRedirects(browser, authorizationUrl(clientId, { scope: 'admin' }), (to) =>
    to.startsWith(REDIRECT),
  );
  expect(new URL(url).searchParams.get('error')).toBe('invalid_scope');
});

// @spec MC22
test('an address with a zero byte or of too many characters is 400, and stores nothing', async () => {
  const clientId = await registered();
  const before = await app.sql('SELECT model FROM oauth_record');
  for (const state of ['\0', 'x'.repeat(6_000)]) {
    const response = await new Browser().get(authorizationUrl(clientId, { state }));
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  }
  expect(await app.sql('SELECT model FROM oauth_record')).toHaveLength(before.length);
});

// @spec MC23
test('a code needs its verifier, its client and its address', async () => {
  const clientId = await registered();
  const other = await registered({ client_name: 'Another' });
  const attempts = [
    (code: string) => redeem(clientId, code, { code_verifier: randomBytes(32).toString('base64url') }),
    (code: string) => redeem(other, code),
    (code: string) => redeem(clientId, code, { redirect_uri: 'http://127.0.0.1:1/callback' }),
  ];
  for (const attempt of attempts) {
    const code = (await codeFor(clientId)).searchParams.get('code') ?? '';
    expect((await attempt(code)).json['error']).toBe('invalid_grant');
  }
});

// @spec MC23
test('the redirect has the state and the issuer', async () => {
  const { searchParams } = await codeFor(await registered());
  expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['a state', app.url]);
});

// @spec MC23
test('a consent of another browser or another page is refused', async () => {
  const browser = new Browser();
  const consent = await openConsent(browser, authorizationUrl(await registered()), party.human);
  const form = allowing(consent.page);
  const credentials = await app.sql('SELECT credential_id FROM credential');
  const foreign = await browser.post(consent.url, 'https://example.com', form);
  expect([foreign.status, await foreign.text()]).toEqual([403, expect.stringContaining('Another page')]);
  const silent = await browser.post(consent.url, null, form);
  expect(silent.status).toBe(403);
  const otherBrowser = await new Browser().post(consent.url, app.url, form);
  expect([otherBrowser.status, await otherBrowser.text()]).toEqual([400, expect.stringContaining('another browser')]);
  expect(await app.sql('SELECT credential_id FROM credential')).toHaveLength(credentials.length);
  expect((await submitConsent(browser, consent.url, form)).searchParams.get('code')).toEqual(expect.any(String));
  const again = await browser.post(consent.url, app.url, form);
  expect(again.status).toBe(400);
});

// @spec MC23
test.each([
  ['a principal of others', { choice: 'prn_01h455vb4pex5vsknk084sn02q' }, 'Choose what the application acts for'],
  ['no choice', { choice: undefined }, 'Choose what the application acts for'],
  ['no scope', { scope: undefined }, 'Allow at least one thing'],
  ['a scope that was not asked', { scope: 'money' }, 'Allow at least one thing'],
])('a consent with %s is shown again with the fault', async (_, changes, fault) => {
  const browser = new Browser();
  const consent = await openConsent(browser, authorizationUrl(await registered()), party.human);
  const form = allowing(consent.page);
  for (const [name, value] of Object.entries(changes)) {
    form.delete(name);
    if (value !== undefined) form.set(name, value);
  }
  const answer = await browser.post(consent.url, app.url, form);
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(fault)]);
});

// @spec MC23
test('a sign-in of more than five minutes ago is asked for again', async () => {
  const browser = new Browser();
  await openConsent(browser, authorizationUrl(await registered()), party.human);
  await app.sql(`UPDATE refresh_session SET created_at = created_at - interval '6 minutes'`);
  const later = await followRedirects(browser, authorizationUrl(await registered()));
  expect(await later.response?.text()).toContain('name="subject"');
});

// @spec MC23
test('a human without a principal gets a page that says so', async () => {
  const consent = await openConsent(new Browser(), authorizationUrl(await registered()), `nobody-${app.url.length}`);
  expect(consent.response?.status).toBe(403);
  expect(consent.page).toContain('You own no principal');
});

// @spec MC23
test('a hostile name of an application or of a principal is text on the page', async () => {
  const hostile = '<img src=x onerror=alert(1)>"\'';
  await app.sql('UPDATE principal SET display_name = $1 WHERE display_name = $2', [hostile, 'Server']);
  const clientId = await registered({ client_name: `${hostile}\n\u202e` });
  const { page, response } = await openConsent(new Browser(), authorizationUrl(clientId), party.human);
  expect(page).not.toContain('<img');
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(page).not.toContain('\u202e');
  const policy = response?.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self' https: http:;");
  expect(policy).toContain("frame-ancestors 'none'");
});

// @spec MC24
test('no code and no token is stored as it is', async () => {
  const clientId = await registered();
  const code = (await codeFor(clientId)).searchParams.get('code') ?? '';
  const { json } = await redeem(clientId, code);
  const rows = JSON.stringify(
    await app.sql('SELECT model, encode(id_hash, $1) AS hash, payload, grant_id FROM oauth_record', ['escape']),
  );
  for (const secret of [code, String(json['access_token']), String(json['refresh_token'])]) {
    expect(secret.length).toBeGreaterThan(20);
    expect(rows).not.toContain(secret);
  }
});

// @spec MC24
test('a token of less scope than its consent cannot do more', async () => {
  const clientId = await registered();
  const code = (await codeFor(clientId)).searchParams.get('code') ?? '';
  const { json } = await redeem(clientId, code);
  expect(json['scope']).toBe('ats:read ats:trade');
  const narrowed = await fetch(`${app.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: String(json['refresh_token']),
      scope: 'ats:read',
    }),
  });
  const { access_token: token, scope } = (await narrowed.json()) as { access_token: string; scope: string };
  expect(scope).toBe('ats:read');
  const act = toolCall('ats_respond', { proposalKey: 'prp_01h455vb4pex5vsknk084sn02q', action: 'ACCEPT' });
  const refused = await sendMessage(app, fetch, act, { authorization: `Bearer ${token}` });
  expect([refused.status, refused.json['code'], refused.json['required_scope']]).toEqual([
    403,
    'insufficient_scope',
    'trade',
  ]);
  expect(refused.headers.get('www-authenticate')).toMatch(
    /^Bearer error="insufficient_scope", .*scope="ats:read ats:trade"$/,
  );
});

// @spec MC24
test('an authorization always asks the human, also in the browser of an earlier consent', async () => {
  const browser = new Browser();
  const clientId = await registered();
  await codeFor(clientId, browser);
  const response = await browser.get(authorizationUrl(clientId));
  expect(new URL(locationOf(response)).pathname).toMatch(/^\/oauth\/consent\//);
});
