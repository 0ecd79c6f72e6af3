import { Client } from 'pg';
import { withDatabase } from '../../../src/cli/database';
import { run } from '../../../src/cli/program';
import { readSettings } from '../../../src/settings/settings';
import { useTestApp } from '../../support/app';
import { codeOf, provisioned } from '../../support/parties';
import { until } from '../../support/service';
import { Browser, check, refresh, refreshStatus, signIn } from './support';

/** Refresh and end of sessions. */

const app = useTestApp();

async function signedIn(subject: string): Promise<Browser> {
  const browser = new Browser();
  await signIn(browser, app, subject);
  return browser;
}

async function ended(subject: string): Promise<(string | null)[]> {
  const rows = await app.sql<{ ended_reason: string | null }>(
    `SELECT ended_reason FROM refresh_session JOIN human USING (human_id)
     WHERE provider = 'local' AND subject = $1 ORDER BY session_id`,
    [subject],
  );
  return rows.map((row) => row.ended_reason);
}

const READ = '{ principal { displayName } }';

// @spec SS9
test('should issue a new JWT and rotate the refresh token with each refresh', async () => {
  const browser = await signedIn('ada');
  const tokens = new Set([browser.jar().get('/ ats_refresh')]);
  const jwts = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    const { jwt } = await refresh(browser, app);
    jwts.add(jwt);
    tokens.add(browser.jar().get('/ ats_refresh'));
    expect(browser.jar().get('/ ats_jwt')).toBe(jwt);
    expect((await check(app, { jwt })).session?.account.subject).toBe('ada');
  }
  expect([tokens.size, tokens.has(undefined)]).toEqual([4, false]);
});

// @spec SS9
// @id refresh-token-reuse
test('should end the whole session when an old refresh token is reused', async () => {
  const browser = await signedIn('bert');
  const stolen = browser.jar();
  const { jwt } = await refresh(browser, app);
  expect((await check(app, { jwt })).code).toBeUndefined();

  const thief = new Browser();
  thief.put(stolen);
  expect(await refreshStatus(thief, app)).toBe(401);
  expect(thief.jar().has('/ ats_refresh')).toBe(false);

  expect(await check(app, { jwt })).toMatchObject({ code: 'session_invalid' });
  expect(await refreshStatus(browser, app)).toBe(401);
  expect(await ended('bert')).toEqual(['reused']);
});

// @spec SS9
test('should end the whole session when an old refresh token is reused after a week', async () => {
  const browser = await signedIn('berta');
  const stolen = browser.jar();
  await refresh(browser, app);
  await app.sql(`UPDATE refresh_token SET created_at = created_at - interval '8 days' WHERE rotated_at IS NOT NULL`);
  browser.put(stolen);
  expect(await refreshStatus(browser, app)).toBe(401);
  expect(await ended('berta')).toEqual(['reused']);
});

test('should not end other sessions of the human after a reuse', async () => {
  const one = await signedIn('cleo');
  const other = await signedIn('cleo');
  const old = one.jar();
  await refresh(one, app);
  one.put(old);
  expect(await refreshStatus(one, app)).toBe(401);
  expect(await refreshStatus(other, app)).toBe(200);
  expect(await ended('cleo')).toEqual(['reused', null]);
});

test('should give both of two concurrent refreshes a JWT, and one of them the next token', async () => {
  const browser = await signedIn('dora');
  const tabs = [new Browser(), new Browser()];
  for (const tab of tabs) tab.put(browser.jar());
  const holder = new Client(app.ownerUrl);
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query(
    `SELECT FROM refresh_session JOIN human USING (human_id) WHERE subject = 'dora' FOR UPDATE OF refresh_session`,
  );
  const refreshes = Promise.all(tabs.map((tab) => refresh(tab, app)));
  await until(async () => {
    const [row] = await app.sql<{ waiting: number }>(
      `SELECT count(*)::integer AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%RefreshSessionRow%'`,
    );
    return row?.waiting === 2;
  }, 'both requests wait for the session');
  await holder.query('COMMIT');
  await holder.end();
  for (const { jwt } of await refreshes) expect((await check(app, { jwt })).session?.account.subject).toBe('dora');
  const before = browser.jar().get('/ ats_refresh');
  const rotated = tabs.filter((tab) => tab.jar().get('/ ats_refresh') !== before);
  expect(rotated).toHaveLength(1);
  expect(await refreshStatus(rotated[0] ?? new Browser(), app)).toBe(200);
  expect(await ended('dora')).toEqual([null]);
});

// @spec SS1
test('should end the session and delete the cookies at sign-out', async () => {
  const browser = await signedIn('emil');
  const { jwt } = await refresh(browser, app);
  const cookiesBefore = browser.jar();
  const response = await browser.post(`${app.url}/auth/logout`);
  expect(response.status).toBe(204);
  for (const name of ['ats_refresh', 'ats_jwt', 'ats_sign_in']) expect(browser.jar().has(`/ ${name}`)).toBe(false);
  expect(await check(app, { jwt })).toMatchObject({ code: 'session_invalid' });
  browser.put(cookiesBefore);
  expect(await refreshStatus(browser, app)).toBe(401);
  expect(await ended('emil')).toEqual(['signed_out']);
  expect((await browser.post(`${app.url}/auth/logout`)).status).toBe(204);
});

test('should end the old session when the browser signs in again', async () => {
  const browser = await signedIn('finn');
  const { jwt } = await refresh(browser, app);
  await signIn(browser, app, 'finn');
  expect(await check(app, { jwt })).toMatchObject({ code: 'session_invalid' });
  expect(await ended('finn')).toEqual(['signed_out', null]);
});

// @spec SS5, AU3
test('should revoke no credential and stop no agent at sign-out', async () => {
  const browser = await signedIn('gina');
  const party = await provisioned(app, 'gina-owned');
  await app.sql(
    `INSERT INTO binding (binding_id, principal_id, human_id, role, created_at)
     SELECT gen_random_uuid(), $1, human_id, 'owner', now() FROM human WHERE provider = 'local' AND subject = 'gina'`,
    [party.principalId],
  );
  expect(await codeOf(party.agent.queryOrThrow(READ))).toBe('done');
  await browser.post(`${app.url}/auth/logout`);
  expect(await codeOf(party.agent.queryOrThrow(READ))).toBe('done');
  const live = await app.sql('SELECT FROM credential WHERE principal_id = $1 AND revoked_at IS NULL', [
    party.principalId,
  ]);
  expect(live).toHaveLength(1);
});

// @spec SS6
test('should end no session when credentials are rotated or revoked', async () => {
  const browser = await signedIn('hugo');
  const party = await provisioned(app, 'hugo-owned');
  const { jwt } = await refresh(browser, app);
  await party.agent.mutate(
    'mutation ($input: RotateCredentialInput!) { rotateCredential(input: $input) { credential { apiKey } } }',
    { input: {} },
  );
  expect(await codeOf(party.agent.queryOrThrow(READ))).toBe('credential_invalid');
  expect((await check(app, { jwt })).session?.account.subject).toBe('hugo');
  expect(await refreshStatus(browser, app)).toBe(200);
});

// @spec SS10
test.each([
  ['a page of another site', 'https://evil.example'],
  ['a page that hides its origin', 'null'],
  ['another port of this machine', 'http://127.0.0.1:1'],
  ['a client without Origin', null],
])('should refuse a refresh and a sign-out from %s', async (_, origin) => {
  const browser = await signedIn('ines');
  const before = browser.jar();
  for (const path of ['/auth/refresh', '/auth/logout']) {
    expect((await browser.post(`${app.url}${path}`, origin)).status).toBe(401);
  }
  expect(browser.jar()).toEqual(before);
  expect(await refreshStatus(browser, app)).toBe(200);
});

/** Runs an `ats` command against the database of the service. */
async function ats(...args: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const settings = () => readSettings({ DATABASE_URL: app.ownerUrl });
  const print = (line: string) => void lines.push(line);
  const code = await run(args, {
    environment: {},
    settings,
    print,
    warn: print,
    announce: () => undefined,
    createApp: () => Promise.reject(new Error('no service in this test')),
    withDatabase: (work) => withDatabase(settings(), work),
  });
  return { code, lines };
}

// @spec SS1
test('should refuse the session check, refresh and sign-in of a closed account until it is reopened', async () => {
  const browser = await signedIn('jana');
  const { jwt } = await refresh(browser, app);
  expect(await ats('account', 'close', 'local', 'jana')).toEqual({ code: 0, lines: ['closed local jana'] });
  expect(await check(app, { jwt })).toMatchObject({ code: 'session_invalid' });
  expect(await refreshStatus(browser, app)).toBe(401);
  expect((await signIn(new Browser(), app, 'jana')).status).toBe(401);
  expect(await ended('jana')).toEqual(['account_closed']);
  expect((await ats('account', 'close', 'local', 'jana')).code).toBe(1);

  expect(await ats('account', 'reopen', 'local', 'jana')).toEqual({ code: 0, lines: ['open local jana'] });
  expect(await check(app, { jwt })).toMatchObject({ code: 'session_invalid' });
  expect(await refreshStatus(await signedIn('jana'), app)).toBe(200);
  expect((await ats('account', 'reopen', 'local', 'nobody')).code).toBe(1);
});

test('should refuse every session of an account that was closed in the database', async () => {
  const browser = await signedIn('lena');
  const { jwt } = await refresh(browser, app);
  await app.sql(`UPDATE human SET closed_at = now() WHERE provider = 'local' AND subject = 'lena'`);
  expect(await check(app, { jwt })).toMatchObject({ code: 'session_invalid' });
  expect(await refreshStatus(browser, app)).toBe(401);
});

test('should store no cookie value in plain text', async () => {
  const browser = await signedIn('karl');
  const { jwt } = await refresh(browser, app);
  const held = [...browser.jar().values(), jwt];
  expect(held.length).toBeGreaterThanOrEqual(4);
  const tables = ['sign_in', 'refresh_session', 'refresh_token', 'session_key', 'human', 'idempotency_answer'];
  for (const table of tables) {
    const [dump] = await app.sql<{ text: string | null }>(`SELECT string_agg(t::text, E'\\n') AS text FROM ${table} t`);
    for (const secret of held) expect(dump?.text ?? '').not.toContain(secret);
    for (const secret of held) expect(dump?.text ?? '').not.toContain(Buffer.from(secret).toString('hex'));
  }
});
