import { createHash, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { useTestApp } from '../../support/app';
import { sendMessage, toolCall } from '../../support/hosted-mcp';
import { allowing, openConsent, submitConsent } from '../../support/oauth-application';
import { OauthByHand } from '../../support/oauth-by-hand';
import { createOwnedParty, type OwnedParty } from '../../support/oauth-owner';
import { until } from '../../support/service';
import { Browser, followRedirects, locationOf } from '../sign-in/support';

/** Consents, codes and tokens by hand: stolen, repeated, and of another browser. */

const app = useTestApp({ ATS_ROLE: 'api' });
let party: OwnedParty;
let hand: OauthByHand;

beforeAll(async () => {
  party = await createOwnedParty(app, 'Server');
  hand = new OauthByHand(app.url, party.human);
});

// @spec MC23
test('a code works once, also for two requests at the same time', async () => {
  const clientId = await hand.registered();
  const code = await hand.codeFor(clientId);
  const answers = await Promise.all([1, 2, 3, 4].map(() => hand.redeem(clientId, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
});

// @spec MC23
test('a code that is used again ends the connection', async () => {
  const clientId = await hand.registered();
  const code = await hand.codeFor(clientId);
  const token = String((await hand.redeem(clientId, code)).json['access_token']);
  const [row] = await app.sql<{ id: string }>(
    `SELECT payload ->> 'accountId' AS id FROM oauth_record WHERE id_hash = $1`,
    [createHash('sha256').update(token).digest()],
  );
  expect((await hand.redeem(clientId, code)).json['error']).toBe('invalid_grant');
  const { status } = await sendMessage(app, fetch, toolCall('ats_overview'), { authorization: `Bearer ${token}` });
  expect(status).toBe(401);
  const live = 'SELECT revoked_at IS NULL AS live FROM credential WHERE credential_id = $1';
  expect(await app.sql(live, [row?.id])).toEqual([{ live: false }]);
});

// @spec MC21
test.each(['access_token', 'refresh_token'])(
  'a revoked %s ends the connection, also as its last record',
  async (kind) => {
    const clientId = await hand.registered();
    const { json } = await hand.redeem(clientId, await hand.codeFor(clientId));
    const token = String(json[kind]);
    const hash = createHash('sha256').update(token).digest();
    const [row] = await app.sql<{ id: string }>(
      `SELECT payload ->> 'accountId' AS id FROM oauth_record WHERE id_hash = $1`,
      [hash],
    );
    await app.sql(`DELETE FROM oauth_record WHERE id_hash <> $1 AND model <> 'Grant'`, [hash]);
    const body = new URLSearchParams({ token, client_id: clientId });
    expect((await fetch(`${app.url}/oauth/revoke`, { method: 'POST', body })).status).toBe(200);
    const live = 'SELECT revoked_at IS NULL AS live FROM credential WHERE credential_id = $1';
    expect(await app.sql(live, [row?.id])).toEqual([{ live: false }]);
  },
);

// @spec MC21
test('a sign-out during a consent leaves no connection, and the browser signs in again', async () => {
  const browser = new Browser();
  const { url, page } = await openConsent(browser, hand.authorizationUrl(await hand.registered()), party.human);
  const before = await app.sql('SELECT credential_id FROM credential');
  const signOut = new Client(app.ownerUrl);
  await signOut.connect();
  await signOut.query('BEGIN');
  await signOut.query(
    `UPDATE refresh_session SET ended_at = now(), ended_reason = 'signed_out' WHERE ended_at IS NULL`,
  );
  const decided = browser.post(url, app.url, allowing(page));
  await until(async () => {
    const waiting = await app.sql(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%RefreshSessionRow%'`,
    );
    return waiting.length === 1;
  }, 'the consent waits for the session');
  await signOut.query('COMMIT');
  await signOut.end();
  const answer = await decided;
  expect([answer.status, new URL(locationOf(answer)).pathname]).toEqual([303, '/auth/login']);
  expect(await app.sql('SELECT credential_id FROM credential')).toHaveLength(before.length);
});

// @spec MC23
test('a code needs its verifier, its client and its address', async () => {
  const clientId = await hand.registered();
  const other = await hand.registered({ client_name: 'Another' });
  const attempts = [
    (code: string) => hand.redeem(clientId, code, { code_verifier: randomBytes(32).toString('base64url') }),
    (code: string) => hand.redeem(other, code),
    (code: string) => hand.redeem(clientId, code, { redirect_uri: 'http://127.0.0.1:1/callback' }),
  ];
  for (const attempt of attempts) {
    const code = await hand.codeFor(clientId);
    expect((await attempt(code)).json['error']).toBe('invalid_grant');
  }
});

// @spec MC23
test('the redirect has the state and the issuer', async () => {
  const { searchParams } = await hand.consent(await hand.registered());
  expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['a state', app.url]);
});

// @spec MC23
test('a consent of another browser or another page is refused', async () => {
  const browser = new Browser();
  const consent = await openConsent(browser, hand.authorizationUrl(await hand.registered()), party.human);
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
])('a consent with %s is shown again with the error', async (_, changes, error) => {
  const browser = new Browser();
  const consent = await openConsent(browser, hand.authorizationUrl(await hand.registered()), party.human);
  const form = allowing(consent.page);
  for (const [name, value] of Object.entries(changes)) {
    form.delete(name);
    if (value !== undefined) form.set(name, value);
  }
  const answer = await browser.post(consent.url, app.url, form);
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(error)]);
});

// @spec MC23
test('a sign-in of more than five minutes ago is asked for again', async () => {
  const browser = new Browser();
  await openConsent(browser, hand.authorizationUrl(await hand.registered()), party.human);
  await app.sql(`UPDATE refresh_session SET created_at = created_at - interval '6 minutes'`);
  const later = await followRedirects(browser, hand.authorizationUrl(await hand.registered()));
  expect(await later.response?.text()).toContain('name="subject"');
});

// @spec MC23
test('a human without a principal gets a page that says so', async () => {
  const consent = await openConsent(
    new Browser(),
    hand.authorizationUrl(await hand.registered()),
    `nobody-${app.url.length}`,
  );
  expect(consent.response?.status).toBe(403);
  expect(consent.page).toContain('You own no principal');
});

// @spec MC23
test('a hostile name of an application or of a principal is text on the page', async () => {
  const hostile = '<img src=x onerror=alert(1)>"\'';
  await app.sql('UPDATE principal SET display_name = $1 WHERE display_name = $2', [hostile, 'Server']);
  const clientId = await hand.registered({ client_name: `${hostile}\n\u202e` });
  const { page, response } = await openConsent(new Browser(), hand.authorizationUrl(clientId), party.human);
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
  const clientId = await hand.registered();
  const code = await hand.codeFor(clientId);
  const { json } = await hand.redeem(clientId, code);
  const rows = JSON.stringify(
    await app.sql('SELECT model, encode(id_hash, $1) AS hash, payload, grant_id FROM oauth_record', ['escape']),
  );
  for (const secret of [code, String(json['access_token']), String(json['refresh_token'])]) {
    expect(secret.length).toBeGreaterThan(20);
    expect(rows).not.toContain(secret);
  }
});

const digestOf = (id: string): string => createHash('sha256').update(id).digest('hex');

/** The ids of records that any record has in clear. The id of a grant opens nothing. */
async function idsInClear(): Promise<string[]> {
  const rows = await app.sql<{ hash: string; payload: string }>(
    `SELECT encode(id_hash, 'hex') AS hash, payload::text FROM oauth_record WHERE model <> 'Grant'`,
  );
  const digests = new Set(rows.map(({ hash }) => hash));
  const words = rows.flatMap(({ payload }) => payload.match(/[\w-]{20,}/g) ?? []);
  return words.filter((word) => digests.has(digestOf(word)));
}

// @spec MC24
test('no id of an open consent is stored as it is, before and after the decision', async () => {
  const browser = new Browser();
  const consent = await openConsent(browser, hand.authorizationUrl(await hand.registered()), party.human);
  const uid = consent.url.split('/').at(-1) ?? '';
  const stored = `SELECT model FROM oauth_record WHERE encode(id_hash, 'hex') = $1`;
  expect(await app.sql(stored, [digestOf(uid)])).toEqual([{ model: 'Interaction' }]);
  expect(await idsInClear()).toEqual([]);
  const decided = await browser.post(consent.url, app.url, allowing(consent.page));
  expect(locationOf(decided)).toBe(`${app.url}/oauth/authorize/${uid}`);
  expect(await idsInClear()).toEqual([]);
  expect(locationOf(await browser.get(locationOf(decided)))).toContain('code=');
  expect(await idsInClear()).toEqual([]);
});

// @spec MC24
test('a token of less scope than its consent cannot do more', async () => {
  const clientId = await hand.registered();
  const code = await hand.codeFor(clientId);
  const { json } = await hand.redeem(clientId, code);
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
test('a token that is widened in the database has no more scopes than its credential', async () => {
  const clientId = await hand.registered();
  const browser = new Browser();
  const consent = await openConsent(browser, hand.authorizationUrl(clientId, { scope: 'ats:read' }), party.human);
  const code = (await submitConsent(browser, consent.url, allowing(consent.page))).searchParams.get('code') ?? '';
  const token = String((await hand.redeem(clientId, code)).json['access_token']);
  await app.sql(
    `UPDATE oauth_record SET payload = payload || '{"scope":"ats:read ats:trade ats:money"}' WHERE id_hash = $1`,
    [createHash('sha256').update(token).digest()],
  );
  const act = toolCall('ats_respond', { proposalKey: 'prp_01h455vb4pex5vsknk084sn02q', action: 'ACCEPT' });
  const refused = await sendMessage(app, fetch, act, { authorization: `Bearer ${token}` });
  expect([refused.status, refused.json['code'], refused.json['required_scope']]).toEqual([
    403,
    'insufficient_scope',
    'trade',
  ]);
});

// @spec MC24
test('a token without ats:read is asked for it by the first tool', async () => {
  const clientId = await hand.registered();
  const url = hand.authorizationUrl(clientId, { scope: 'ats:trade' });
  const browser = new Browser();
  const consent = await openConsent(browser, url, party.human);
  const code = (await submitConsent(browser, consent.url, allowing(consent.page))).searchParams.get('code') ?? '';
  const { json } = await hand.redeem(clientId, code);
  const authorization = `Bearer ${String(json['access_token'])}`;
  const refused = await sendMessage(app, fetch, toolCall('ats_overview'), { authorization });
  expect([refused.status, refused.json['required_scope']]).toEqual([403, 'read']);
  expect(refused.json['remedy']).toContain('WWW-Authenticate');
  expect(refused.headers.get('www-authenticate')).toMatch(/scope="ats:read ats:trade"$/);
});

// @spec MC24
test('an authorization always asks the human, also in the browser of an earlier consent', async () => {
  const browser = new Browser();
  const clientId = await hand.registered();
  await hand.codeFor(clientId, browser);
  const response = await browser.get(hand.authorizationUrl(clientId));
  expect(new URL(locationOf(response)).pathname).toMatch(/^\/oauth\/consent\//);
});
