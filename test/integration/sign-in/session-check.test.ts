import { createHmac, createPublicKey, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { signRequest } from '../../../src/client';
import { startTestApp, useTestApp } from '../../support/app';
import { provisioned } from '../../support/parties';
import { Browser, check, refresh, type Refreshed, signIn } from './support';

/** The session check needs machine authentication, and a valid JWT, account and refresh session. */

const app = useTestApp();
let signedIn: Refreshed;
beforeAll(async () => {
  const browser = new Browser();
  await signIn(browser, app, 'ada');
  signedIn = await refresh(browser, app);
});

// @spec SS3
test('should return the human, the principals with roles, and the end of the session', async () => {
  const owner = app.consoleFor('bert', 'local');
  const { provisionPrincipal } = await owner.mutate<{ provisionPrincipal: { principal: { principalKey: string } } }>(
    `mutation ($input: ProvisionPrincipalInput!) { provisionPrincipal(input: $input) { principal { principalKey } } }`,
    { input: { displayName: 'Of Bert' } },
  );
  const other = await provisioned(app, 'somebody');
  await app.sql(
    `INSERT INTO binding (binding_id, principal_id, human_id, role, created_at)
     SELECT gen_random_uuid(), $1, human_id, 'viewer', now() FROM human WHERE provider = 'local' AND subject = 'bert'`,
    [other.principalId],
  );
  const browser = new Browser();
  await signIn(browser, app, 'bert');
  const { jwt, session_id, session_expires_at } = await refresh(browser, app);
  const { session } = await check(app, { jwt });
  expect(session).toEqual({
    sessionId: session_id,
    account: { provider: 'local', subject: 'bert' },
    principals: expect.arrayContaining([
      { principalKey: provisionPrincipal.principal.principalKey, role: 'OWNER' },
      { principalKey: other.principalKey, role: 'VIEWER' },
    ]) as unknown,
    expiresAt: session_expires_at,
  });
  expect(session?.sessionId).toMatch(/^ses_/);
});

test('should need no acting headers, but refuse those of another human than the JWT’s', async () => {
  const { jwt } = signedIn;
  const acting = { provider: 'local', subject: 'ada' };
  expect((await check(app, { jwt, acting })).session?.account).toEqual(acting);
  for (const other of [
    { provider: 'local', subject: 'bert' },
    { provider: 'test', subject: 'ada' },
  ]) {
    expect(await check(app, { jwt, acting: other })).toMatchObject({ code: 'session_invalid' });
  }
});

// @spec SS2
test('an agent and an operator get 403 platform_only, whatever JWT they send', async () => {
  const { credential } = await provisioned(app, 'an-owner');
  expect(await check(app, { jwt: signedIn.jwt, credential })).toMatchObject({ code: 'platform_only' });
  await expect(app.operator.queryOrThrow('{ sessionCheck { sessionId } }')).rejects.toMatchObject({
    code: 'platform_only',
  });
});

test('should refuse a request without a JWT', async () => {
  expect(await check(app, {})).toMatchObject({ code: 'session_invalid' });
});

test('should ignore a JWT that the signature does not cover', async () => {
  const unsigned = await check(app, { unsigned: `Bearer ${signedIn.jwt}` });
  expect(unsigned).toMatchObject({ status: 401, code: 'signature_incomplete' });
  const replaced = await check(app, { jwt: signedIn.jwt, unsigned: 'Bearer a.b.c' });
  expect(replaced).toMatchObject({ status: 401, code: 'credential_invalid' });
});

// @spec SS2
test('should not accept a JWT as a credential', async () => {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${signedIn.jwt}` },
    body: '{"query":"{ sessionCheck { sessionId } }"}',
  });
  expect(response.status).toBe(401);
});

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function decoded(jwt: string, part: 0 | 1): Record<string, unknown> {
  return JSON.parse(Buffer.from(jwt.split('.')[part] ?? '', 'base64url').toString()) as Record<string, unknown>;
}

/** Signs changed claims with another key. */
function forged(change: { header?: object; claims?: object }): string {
  const text = [
    encoded({ ...decoded(signedIn.jwt, 0), ...change.header }),
    encoded({ ...decoded(signedIn.jwt, 1), ...change.claims }),
  ].join('.');
  const { privateKey } = generateKeyPairSync('ed25519');
  return `${text}.${signBytes(null, Buffer.from(text), privateKey).toString('base64url')}`;
}

/** Uses the public key as an HMAC secret. */
async function hmacWithPublicKey(): Promise<string> {
  const response = await fetch(`${app.url}/.well-known/jwks.json`);
  const { keys } = (await response.json()) as { keys: { x: string }[] };
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: keys[0]?.x ?? '' };
  const pem = createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'pem', type: 'spki' });
  const text = `${encoded({ ...decoded(signedIn.jwt, 0), alg: 'HS256' })}.${signedIn.jwt.split('.')[1] ?? ''}`;
  return `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
}

const withoutSignature = (): string =>
  `${encoded({ alg: 'none', typ: 'JWT' })}.${signedIn.jwt.split('.')[1] ?? ''}.${Buffer.from('x').toString('base64url')}`;

test.each<[string, () => string | Promise<string>]>([
  ['another key', () => forged({})],
  ['an unknown key', () => forged({ header: { kid: 'unknown' } })],
  ['another human', () => forged({ claims: { subject: 'bert' } })],
  ['the algorithm none', withoutSignature],
  ['the public key as an HMAC secret', hmacWithPublicKey],
  ['a truncated signature', () => signedIn.jwt.slice(0, -4)],
  ['changed claims', () => signedIn.jwt.replace(/\.[^.]+\./, `.${encoded({ sid: 'ses_x' })}.`)],
  ['text that is not a JWT', () => 'a.b.c'],
])('a JWT forged with %s: 401 session_invalid', async (_, forge) => {
  expect(await check(app, { jwt: await forge() })).toMatchObject({ code: 'session_invalid' });
});

test('should refuse a JWT of another service', async () => {
  const otherService = await startTestApp({ ATS_PUBLIC_URL: 'http://127.0.0.1:1' });
  try {
    await otherService.sql('DELETE FROM session_key');
    const [key] = await app.sql('SELECT * FROM session_key');
    const columns = Object.keys(key ?? {});
    await otherService.sql(
      `INSERT INTO session_key (${columns.join(', ')}) VALUES (${columns.map((__, at) => `$${String(at + 1)}`).join(', ')})`,
      Object.values(key ?? {}),
    );
    expect(await check(otherService, { jwt: signedIn.jwt })).toMatchObject({ code: 'session_invalid' });
  } finally {
    await otherService.stop();
  }
});

// @spec SS1
test('should refuse with the same 401, whichever of the three is invalid', async () => {
  const signed = signRequest(
    {
      method: 'POST',
      url: `${app.url}/graphql`,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${forged({})}` },
      body: '{"query":"{ sessionCheck { sessionId } }"}',
    },
    { credential: app.console },
    { now: new Date() },
  );
  const response = await fetch(signed.url, { method: 'POST', headers: signed.headers, body: signed.body as string });
  const { errors } = (await response.json()) as { errors: { message: string; extensions: Record<string, unknown> }[] };
  expect(errors[0]?.extensions).toMatchObject({ code: 'session_invalid', status: 401 });
  expect(errors[0]?.message).toBe('The JWT, its account or its refresh session is no longer valid.');
});
