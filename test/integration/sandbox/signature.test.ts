import { createClient, signRequest, type Credential } from '../../../src/client';
import { signatureBase } from '../../../src/api/auth/envelope/base';
import { startTestApp } from '../../support/app';
import { createParty } from '../../support/actors';
import { useSandbox } from './support';

/** POST /sandbox/verify-signature, for a client that signs another text than the service. */

const app = useSandbox();
let credential: Credential;
beforeAll(async () => {
  credential = (await createParty(app, 'Signer')).credential;
});

interface Verdict {
  readonly valid: boolean;
  readonly detail: string | null;
  readonly signature_base: string;
  readonly first_difference: { line: number; server: string | null; client: string | null } | null;
}

const BODY = '{"hello":"world"}';

/** Sends a signed request with the base that the client claims to have signed. */
async function check(change: (base: string) => string, headers: Record<string, string> = {}, url = app.url) {
  const target = `${url}/sandbox/verify-signature`;
  const signed = signRequest(
    { method: 'POST', url: target, headers: { 'content-type': 'application/json' }, body: BODY },
    { credential },
  );
  const base = change(baseOf(target, signed.headers));
  return fetch(target, {
    method: 'POST',
    headers: { ...signed.headers, 'x-signature-base': Buffer.from(base).toString('base64'), ...headers },
    body: BODY,
  });
}

/** The signature base of the client, built here from the headers that it sends. */
function baseOf(target: string, headers: Readonly<Record<string, string>>): string {
  const verbatim = (headers['signature-input'] ?? '').replace(/^ats=/, '');
  const components = Array.from(
    verbatim.slice(0, verbatim.indexOf(')')).matchAll(/"([^"]+)"/g),
    ([, name = '']) => name,
  );
  const { host, pathname } = new URL(target);
  const derived: Readonly<Record<string, string>> = {
    '@method': 'POST',
    '@authority': host,
    '@path': pathname,
    '@query': '?',
  };
  return signatureBase(components, (name) => derived[name] ?? headers[name], verbatim);
}

// @spec SB10
test('should answer the base that the service built, and no difference for the same base', async () => {
  const response = await check((base) => base);
  expect(response.status).toBe(200);
  const verdict = (await response.json()) as Verdict;
  expect(verdict).toMatchObject({ valid: true, detail: null, first_difference: null });
  expect(verdict.signature_base.split('\n')).toContain('"@path": /sandbox/verify-signature');
});

// @spec SB10
test('should answer the first line that differs', async () => {
  const response = await check((base) => base.replace('"@path": /sandbox/verify-signature', '"@path": /verify'));
  const { first_difference: difference, signature_base: base } = (await response.json()) as Verdict;
  expect(difference).toEqual({
    line: base.split('\n').indexOf('"@path": /sandbox/verify-signature') + 1,
    server: '"@path": /sandbox/verify-signature',
    client: '"@path": /verify',
  });
});

test('should answer a missing last line', async () => {
  const response = await check((base) => base.slice(0, base.lastIndexOf('\n')));
  const { first_difference: difference } = (await response.json()) as Verdict;
  expect(difference).toMatchObject({ client: null, server: expect.stringMatching(/^"@signature-params": /) as string });
});

test('should say that a MAC is invalid, and still answer the base', async () => {
  const mac = Buffer.alloc(32, 1).toString('base64');
  const response = await check((base) => base, { signature: `ats=:${mac}:` });
  const verdict = (await response.json()) as Verdict;
  expect(verdict).toMatchObject({ valid: false, first_difference: null });
  expect(verdict.detail).toContain(`the authority ${new URL(app.url).host} and the path /sandbox/verify-signature`);
});

test('should refuse a base that is not base64, and a request without a signature', async () => {
  expect((await check((base) => base, { 'x-signature-base': '???' })).status).toBe(400);
  expect((await fetch(`${app.url}/sandbox/verify-signature`, { method: 'POST' })).status).toBe(401);
});

// @spec SB10
test('should be the remedy of a wrong secret in a sandbox', async () => {
  const url = `${app.url}/api/v1/policies`;
  const wrong = {
    ...credential,
    signingSecret: credential.signingSecret.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a')),
  };
  const { headers } = signRequest({ method: 'GET', url }, { credential: wrong });
  const refused = (await (await fetch(url, { headers })).json()) as { code: string; remedy: string };
  expect(refused.code).toBe('credential_invalid');
  expect(refused.remedy).toContain('POST /sandbox/verify-signature');
});

/** The refusal of a request with this key. */
async function refusalFor(base: string, apiKey: string) {
  const url = `${base}/api/v1/policies`;
  const { headers } = signRequest({ method: 'GET', url }, { credential: { ...credential, apiKey } });
  const response = await fetch(url, { headers });
  return { status: response.status, ...((await response.json()) as { code: string; remedy: string }) };
}

// @spec SB10
test('should tell a key of a live service by its prefix, and a live service a test key', async () => {
  const refused = { status: 401, code: 'credential_invalid' };
  const live = await startTestApp({ ATS_ROLE: 'api' });
  try {
    const liveKey = (await createParty(live, 'Live')).credential.apiKey;
    const inSandbox = await refusalFor(app.url, liveKey);
    expect(inSandbox).toMatchObject(refused);
    expect(inSandbox.remedy).toMatch(/^This is a sandbox, and the key is of a live service\./);
    const inLive = await refusalFor(live.url, credential.apiKey);
    expect(inLive).toMatchObject(refused);
    expect(inLive.remedy).toMatch(/^This is a live service, and the key is a test key\./);
    // Keys that do not exist get the same advice.
    expect((await refusalFor(app.url, `ak_live_${'0'.repeat(26)}`)).remedy).toBe(inSandbox.remedy);
    expect((await refusalFor(live.url, `ak_test_${'0'.repeat(26)}`)).remedy).toBe(inLive.remedy);
    // A known key with a wrong secret gets that of an unknown one.
    const unknown = await refusalFor(live.url, `ak_live_${'0'.repeat(26)}`);
    expect((await refusalFor(live.url, liveKey)).remedy).toBe(unknown.remedy);
  } finally {
    await live.stop();
  }
});

// @spec SB10
test('should not exist in a live service, whose 401 names the authority and the path', async () => {
  const live = await startTestApp({ ATS_ROLE: 'api' });
  try {
    expect((await check((base) => base, {}, live.url)).status).toBe(404);
    const url = `${live.url}/api/v1/policies`;
    const { headers } = signRequest({ method: 'GET', url }, { credential });
    const refused = (await (await fetch(url, { headers })).json()) as { code: string; detail: string; remedy: string };
    expect(refused.code).toBe('credential_invalid');
    expect(refused.remedy).not.toContain('sandbox');
    expect(refused.detail).toContain(`the authority ${new URL(live.url).host} and the path /api/v1/policies`);
  } finally {
    await live.stop();
  }
});

// @spec SB18
test('the client checks its own signature, and that of another program', async () => {
  const client = createClient({ url: app.url, credential });
  expect(await client.sandbox.verifySignature()).toMatchObject({ valid: true, detail: null, firstDifference: null });
  const wrong = createClient({ url: app.url, credential: { ...credential, signingSecret: 'sk_test_wrong' } });
  expect(await wrong.sandbox.verifySignature()).toMatchObject({
    valid: false,
    detail: expect.stringContaining('signature') as unknown,
  });
  const target = `${app.url}/sandbox/verify-signature`;
  const { headers } = signRequest({ method: 'POST', url: target, body: BODY }, { credential });
  const signatureBase = baseOf(target, headers).replace('"@method": POST', '"@method": post');
  const check = await client.sandbox.verifySignature({ headers, body: BODY, signatureBase });
  expect(check).toMatchObject({
    valid: true,
    firstDifference: { line: 1 + signatureBase.split('\n').indexOf('"@method": post'), server: '"@method": POST' },
  });
  const changed = client.sandbox.verifySignature({ headers, body: `${BODY} ` });
  await expect(changed).rejects.toMatchObject({ code: 'content_digest_mismatch' });
});
