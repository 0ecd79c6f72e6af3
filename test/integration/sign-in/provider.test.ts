import { createServer as createHttpServer } from 'node:http';
import { openIdentity } from '../../../src/adapters/identity';
import { startBuiltIn } from '../../../src/adapters/identity/built-in';
import { Refusal } from '../../../src/domain/errors/errors';
import type { Identity } from '../../../src/operations/sign-in-ports';
import { startTestApp } from '../../support/app';
import { type Forgery, RecordingProvider } from '../../support/recording-idp';
import { readableLog } from '../../support/service';
import { Browser, locationOf, refresh, signIn } from './support';
import { freePort } from '../../support/free-port';

/** An external identity provider, which is found by discovery and named by its issuer. */

test('should sign humans in at OIDC_ISSUER, and name the provider by its issuer', async () => {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${String(port)}`;
  const provider = await startBuiltIn(() => `${publicUrl}/auth/callback`, readableLog());
  const app = await startTestApp({
    PORT: String(port),
    ATS_PUBLIC_URL: publicUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
  });
  try {
    const browser = new Browser();
    expect((await signIn(browser, app, 'ada')).status).toBe(303);
    expect((await refresh(browser, app)).account).toEqual({ provider: provider.issuer, subject: 'ada' });
  } finally {
    await app.stop();
    await provider.stop();
  }
});

// @spec SS1
test('should refuse sessions of the built-in provider after OIDC_ISSUER is set, also of an operator’s name', async () => {
  const port = await freePort();
  const shared = { ATS_PUBLIC_URL: `http://127.0.0.1:${String(port)}`, ATS_ROLE: 'api', ATS_CONSOLE: 'on' };
  const before = await startTestApp({ ...shared, PORT: String(port) });
  const after = await startTestApp({
    ...shared,
    DATABASE_URL: before.ownerUrl,
    ATS_DATA_DIR: before.dataDir,
    OIDC_ISSUER: 'https://accounts.example',
    OIDC_CLIENT_ID: 'client',
    ATS_CONSOLE_OPERATORS: 'ada',
  });
  try {
    const browser = new Browser();
    await signIn(browser, before, 'ada');
    const me = async ({ url }: { readonly url: string }) => (await browser.get(`${url}/console/me`)).status;
    expect([await me(before), await me(after)]).toEqual([200, 401]);
    expect((await browser.post(`${after.url}/auth/refresh`, before.url)).status).toBe(401);
    // The session has not ended, so a sign-out still finds it.
    expect((await refresh(browser, before)).account).toEqual({ provider: 'local', subject: 'ada' });
  } finally {
    await after.stop();
    await before.stop();
  }
});

describe('An ID token', () => {
  const redirectUri = 'http://127.0.0.1:1/auth/callback';
  let provider: RecordingProvider;
  let identity: Identity;

  beforeEach(async () => {
    provider = new RecordingProvider(() => undefined);
    await provider.start();
    const { issuer, clientId, clientSecret } = provider;
    const common = { production: false, redirectUri: () => redirectUri, log: readableLog() };
    identity = openIdentity({ issuer, clientId, clientSecret, ...common });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await identity.stop();
    provider.stop();
  });

  async function account(ageSeconds = 0): Promise<string> {
    const proof = { ...identity.newOidcTransaction(redirectUri), ageSeconds };
    const sent = await fetch(await identity.signInUrl(proof), { redirect: 'manual' });
    return (await identity.account(proof, new URL(locationOf(sent)).search)).subject;
  }

  // @spec SS12
  test.each<Forgery>([
    'alg none',
    'no signature',
    'another key',
    'unknown kid',
    'client secret as key',
    'changed claims',
  ])('has a signature that is always checked: %s is refused', async (forgery) => {
    provider.manner = forgery;
    await expect(account()).rejects.toMatchObject({ code: 'session_invalid' });
    provider.manner = 'right';
    expect(await account()).toBe(provider.subject);
  });

  test('has its signature checked with cached keys, which are read again for an unknown kid after a minute', async () => {
    expect([await account(), await account(), provider.keyRequests]).toEqual([provider.subject, provider.subject, 1]);
    provider.rotate('two');
    await expect(account()).rejects.toMatchObject({ code: 'session_invalid' });
    expect(provider.keyRequests).toBe(1);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    expect([await account(), provider.keyRequests]).toEqual([provider.subject, 2]);
  });

  // @spec SS13
  test('must be of a new authentication, for which the provider is asked', async () => {
    const address = new URL(await identity.signInUrl(identity.newOidcTransaction(redirectUri)));
    expect(address.searchParams.get('max_age')).toBe('60');
    for (const fresh of [undefined, 0, 60]) {
      provider.authenticatedBefore = fresh;
      expect(await account()).toBe(provider.subject);
    }
    for (const old of [180, 86_400, Number.NaN]) {
      provider.authenticatedBefore = old;
      await expect(account()).rejects.toMatchObject({ code: 'session_invalid' });
    }
  });

  test('may be of an authentication that took most of the time of the sign-in', async () => {
    provider.authenticatedBefore = 540;
    expect(await account(540)).toBe(provider.subject);
  });
});

test('should log a failed code without the code, the verifier and the client secret', async () => {
  const log = readableLog();
  const redirectUri = 'http://127.0.0.1:1/auth/callback';
  const provider = await startBuiltIn(() => redirectUri, log);
  const identity = openIdentity({ ...provider, production: false, redirectUri: () => redirectUri, log });
  try {
    const proof = identity.newOidcTransaction(redirectUri);
    const search = `?code=made-up&state=${proof.state}&iss=${encodeURIComponent(provider.issuer)}`;
    await expect(identity.account(proof, search)).rejects.toMatchObject({ code: 'session_invalid' });
    expect(log.lines.map(({ message }) => message)).toContain('a sign-in could not be completed');
    const logText = JSON.stringify(log.lines);
    for (const secret of ['made-up', proof.verifier, proof.state, provider.clientSecret]) {
      expect(logText).not.toContain(secret);
    }
  } finally {
    await identity.stop();
    await provider.stop();
  }
});

test('should answer 503 when the provider is unavailable, and try again with the next request', async () => {
  const port = await freePort();
  const app = await startTestApp({
    OIDC_ISSUER: `http://127.0.0.1:${String(port)}`,
    OIDC_CLIENT_ID: 'ours',
    OIDC_CLIENT_SECRET: 'secret',
  });
  try {
    const unavailable = await new Browser().get(`${app.url}/auth/login`, { accept: 'application/json' });
    expect([unavailable.status, unavailable.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await unavailable.json()).toMatchObject({ code: 'service_unavailable' });
    const restored = discoverable(`http://127.0.0.1:${String(port)}`);
    await restored.listening;
    try {
      const login = await new Browser().get(`${app.url}/auth/login`);
      expect(new URL(locationOf(login)).pathname).toBe('/authorize');
    } finally {
      await restored.close();
    }
  } finally {
    await app.stop();
  }
});

/** A minimal provider for discovery. */
function discoverable(issuer: string) {
  const server = createHttpServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
    );
  });
  return {
    listening: new Promise<void>((resolve) => server.listen(Number(new URL(issuer).port), '127.0.0.1', resolve)),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

test('should allow plain http only for a provider on this machine', async () => {
  const identity = openIdentity({
    issuer: 'http://identity.example',
    clientId: 'ours',
    clientSecret: 'secret',
    production: false,
    redirectUri: () => 'http://127.0.0.1/auth/callback',
    log: readableLog(),
  });
  const proof = identity.newOidcTransaction('http://127.0.0.1/auth/callback');
  await expect(identity.signInUrl(proof)).rejects.toMatchObject({ code: 'service_unavailable' });
});

// @spec SS11
test('should have no built-in provider in production', async () => {
  const identity = openIdentity({
    issuer: undefined,
    clientId: undefined,
    clientSecret: undefined,
    production: true,
    redirectUri: () => 'https://trade.example/auth/callback',
    log: readableLog(),
  });
  const signInUrl = identity.signInUrl(identity.newOidcTransaction('https://trade.example/auth/callback'));
  await expect(signInUrl).rejects.toBeInstanceOf(Refusal);
  await expect(signInUrl).rejects.toMatchObject({ code: 'route_not_found' });
  await identity.stop();
});

test('should begin the cookie names with __Host- on https', async () => {
  const app = await startTestApp({ ATS_PUBLIC_URL: 'https://trade.example' });
  try {
    const login = await fetch(`${app.url}/auth/login`, { redirect: 'manual' });
    expect(login.status).toBe(303);
    expect(new URL(locationOf(login)).searchParams.get('redirect_uri')).toBe('https://trade.example/auth/callback');
    const [set = ''] = login.headers.getSetCookie();
    expect(set).toMatch(/^__Host-ats_sign_in=[A-Za-z0-9_-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  } finally {
    await app.stop();
  }
});
