import { startTestApp, type TestApp } from '../../support/app';
import { Browser, check, refresh, refreshStatus, signIn } from './support';

/** The lifetimes of sessions, JWTs and keys, by the clock of the database. */

const MINUTE = 60;
const DAY = 86_400;

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

async function signedIn(): Promise<Browser> {
  const browser = new Browser();
  await signIn(browser, app, 'ada');
  return browser;
}

async function servedKeys(): Promise<string[]> {
  const response = await fetch(`${app.url}/.well-known/jwks.json`);
  const { keys } = (await response.json()) as { keys: Record<string, unknown>[] };
  for (const key of keys) {
    // `d` is the private part, which must never be served.
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    expect(key).toMatchObject({ alg: 'EdDSA', crv: 'Ed25519', kty: 'OKP', use: 'sig' });
  }
  return keys.map((key) => String(key['kid']));
}

function partOf(jwt: string, part: 0 | 1): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt.split('.')[part] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>;
}

// @spec SS7
test('should expire a JWT after five minutes, but not its session', async () => {
  const browser = await signedIn();
  const { jwt, expires_at, session_id } = await refresh(browser, app);
  const claims = partOf(jwt, 1);
  expect(claims).toMatchObject({ iss: app.url, aud: app.url, sid: session_id, provider: 'local', subject: 'ada' });
  expect(claims['sub']).toMatch(/^hum_/);
  expect(Number(claims['exp']) - Number(claims['iat'])).toBe(5 * MINUTE);
  expect(new Date(expires_at).getTime() / 1000).toBeCloseTo(Number(claims['exp']), -1);
  app.clock.advance(5 * MINUTE - 20);
  expect((await check(app, { jwt })).session?.sessionId).toBe(session_id);
  app.clock.advance(21);
  expect(await check(app, { jwt })).toMatchObject({ code: 'session_invalid' });
  const next = await refresh(browser, app);
  expect(next.session_id).toBe(session_id);
  expect((await check(app, { jwt: next.jwt })).session?.sessionId).toBe(session_id);
});

// @spec SS8
test('should expire a session after a week without a refresh', async () => {
  const browser = await signedIn();
  app.clock.advance(7 * DAY - MINUTE);
  expect(await refreshStatus(browser, app)).toBe(200);
  app.clock.advance(7 * DAY + 1);
  expect(await refreshStatus(browser, app)).toBe(401);
});

// @spec SS8
test('should expire a session a month after the sign-in in spite of refreshes, with its last JWT', async () => {
  const browser = await signedIn();
  for (let day = 1; day < 30; day += 1) {
    app.clock.advance(DAY);
    expect(await refreshStatus(browser, app)).toBe(200);
  }
  app.clock.advance(DAY - 2 * MINUTE);
  const last = await refresh(browser, app);
  expect(last.expires_at).toBe(last.session_expires_at);
  app.clock.advance(2 * MINUTE + 1);
  expect(await check(app, { jwt: last.jwt })).toMatchObject({ code: 'session_invalid' });
  expect(await refreshStatus(browser, app)).toBe(401);
});

test('should sign with a new key after a month, and serve the old key until its last JWT expires', async () => {
  expect(await servedKeys()).toEqual([]);
  const first = partOf((await refresh(await signedIn(), app)).jwt, 0)['kid'];
  expect(await servedKeys()).toEqual([first]);

  app.clock.advance(30 * DAY - MINUTE);
  const browser = await signedIn();
  const old = (await refresh(browser, app)).jwt;
  expect(partOf(old, 0)).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: first });

  app.clock.advance(2 * MINUTE);
  const newJwt = (await refresh(browser, app)).jwt;
  const second = partOf(newJwt, 0)['kid'];
  expect(second).not.toBe(first);
  expect(await servedKeys()).toEqual([second, first]);
  for (const jwt of [old, newJwt]) expect((await check(app, { jwt })).session?.account.subject).toBe('ada');

  app.clock.advance(2 * 60 * MINUTE);
  expect(await servedKeys()).toEqual([second]);
});

test('should create one key for two concurrent first sign-ins', async () => {
  await Promise.all(['ada', 'bert', 'cleo', 'dora'].map((subject) => signIn(new Browser(), app, subject)));
  expect(await servedKeys()).toHaveLength(1);
});
