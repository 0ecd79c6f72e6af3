import { acceptSignature, envelopeOfConnectionParams, parseEnvelope } from '../../../src/api/auth/envelope';
import {
  FOUR,
  verify,
  verdictOn,
  KEY_ID,
  list,
  NOW,
  OPTIONS,
  PARAMETERS,
  signed,
  withHeader,
  type Draft,
} from './support';

const at = (seconds: number): string => `${list(FOUR)};created=${seconds};keyid="${KEY_ID}";tag="ats-v1"`;

describe('the signed-request envelope', () => {
  it.each<[string, Draft]>([
    ['a GET', {}],
    ['a body whose digest is covered', { method: 'POST', body: '{"a":1}' }],
    ['an empty body without a digest', { method: 'POST', body: '', input: `${list(FOUR)}${PARAMETERS}` }],
    ['additional covered components', { headers: [['Accept', 'application/json']] }],
    [
      'white space that the RFC allows, signed verbatim',
      { input: `(  "@query" "@path"  "@authority" "@method" )${PARAMETERS}` },
    ],
    ['spaces after a semicolon', { input: `${list(FOUR)}${PARAMETERS.replaceAll(';', ';  ')}` }],
    ['created 300 seconds ago', { input: at(NOW - 300) }],
    ['created 60 seconds ahead', { input: at(NOW + 60) }],
    ['expires now', { input: `${list(FOUR)}${PARAMETERS};expires=${NOW}` }],
    ['an escaped nonce', { input: `${list(FOUR)}${PARAMETERS};nonce="a\\"b\\\\c"` }],
    ['a header padded with white space', { headers: [['X-Agent-Id', ' \tagt_1\t ']] }],
  ])('accepts %s', (_name, draft) => {
    expect(verify(signed(draft)).code).toBe('accepted');
  });

  it.each<[string, string]>([
    ['a component parameter', `("@method" "@authority" "@path" "@query";req)${PARAMETERS}`],
    ['a duplicate component', `${list([...FOUR, '@path'])}${PARAMETERS}`],
    ['an unknown @ component', `${list([...FOUR, '@request-target'])}${PARAMETERS}`],
    ['an upper-case component', `${list([...FOUR, 'Host'])}${PARAMETERS}`],
    ['an escaped component name', `${list([...FOUR, 'ho\\"st'])}${PARAMETERS}`],
    ['an empty component name', `${list([...FOUR, ''])}${PARAMETERS}`],
    ['components without a space between', `("@method""@authority" "@path" "@query")${PARAMETERS}`],
    ['a tab inside the list', `("@method"\t"@authority" "@path" "@query")${PARAMETERS}`],
    ['a token for a component', `(method "@authority" "@path" "@query")${PARAMETERS}`],
    ['an unclosed list', `("@method" "@authority" "@path" "@query"${PARAMETERS}`],
    ['a duplicate parameter', `${list(FOUR)}${PARAMETERS};created=${NOW}`],
    ['an unknown parameter', `${list(FOUR)}${PARAMETERS};x=1`],
    ['a parameter without a value', `${list(FOUR)}${PARAMETERS};nonce`],
    ['a space before a semicolon', `${list(FOUR)} ${PARAMETERS}`],
    ['a tab after a semicolon', `${list(FOUR)}${PARAMETERS.replace(';', ';\t')}`],
    ['an integer of 16 digits', `${list(FOUR)}${PARAMETERS};expires=1000000000000000`],
    ['a decimal', `${list(FOUR)};created=${NOW}.0;keyid="${KEY_ID}";tag="ats-v1"`],
    ['a date', `${list(FOUR)};created=@${NOW};keyid="${KEY_ID}";tag="ats-v1"`],
    ['a string for created', `${list(FOUR)};created="${NOW}";keyid="${KEY_ID}";tag="ats-v1"`],
    ['an integer for keyid', `${list(FOUR)};created=${NOW};keyid=7;tag="ats-v1"`],
    ['a token for tag', `${list(FOUR)};created=${NOW};keyid="${KEY_ID}";tag=ats-v1`],
    ['no created', `${list(FOUR)};keyid="${KEY_ID}";tag="ats-v1"`],
    ['no keyid', `${list(FOUR)};created=${NOW};tag="ats-v1"`],
    ['an empty keyid', `${list(FOUR)};created=${NOW};keyid="";tag="ats-v1"`],
    ['no tag', `${list(FOUR)};created=${NOW};keyid="${KEY_ID}"`],
    ['another tag', `${list(FOUR)};created=${NOW};keyid="${KEY_ID}";tag="ats-v2"`],
    ['another algorithm', `${list(FOUR)}${PARAMETERS};alg="ed25519"`],
    ['an item instead of a list', `"@method"${PARAMETERS}`],
    ['a trailing comma', `${list(FOUR)}${PARAMETERS},`],
    ['a second label', `${list(FOUR)}${PARAMETERS}, cdn=("@method")`],
    ['the same label twice', `${list(FOUR)}${PARAMETERS}, ats=("@method")`],
    ['a control character', `${list(FOUR)}${PARAMETERS};nonce="a\u0001"`],
    ['non-ASCII text', `${list(FOUR)}${PARAMETERS};nonce="é"`],
  ])('refuses as malformed %s', (_name, input) => {
    expect(verify(signed({ input })).code).toBe('signature_malformed');
  });

  it.each<[string, (value: string) => string]>([
    ['another label', (value) => value.replace('ats=', 'sig=')],
    ['a parameter on the signature', (value) => `${value};a=1`],
    ['base64 without padding', (value) => value.replace('=:', ':')],
    ['base64url', (value) => value.replace(/^ats=:...../, 'ats=:__--_')],
    ['base64 with spare bits set', (value) => value.replace(/[AEIMQUYcgkosw048]=:$/, 'B=:')],
    ['a token', () => 'ats=abc'],
    ['nothing', () => ''],
    ['white space inside the bytes', (value) => value.replace('ats=:', 'ats=: ')],
    ['a line break', (value) => `${value}\r\n b`],
  ])('refuses as malformed a Signature with %s', (_name, change) => {
    expect(verify(withHeader(signed(), 'signature', change)).code).toBe('signature_malformed');
  });

  it('refuses a request without one of the two headers as missing', () => {
    const { rawHeaders, ...rest } = signed();
    expect(verify({ ...rest, rawHeaders: rawHeaders.slice(0, -2) }).code).toBe('signature_missing');
    expect(verify({ ...rest, rawHeaders: rawHeaders.slice(0, 2) }).code).toBe('signature_missing');
  });

  it('refuses a repeated covered header', () => {
    const request = signed({ headers: [['X-Agent-Id', 'agt_1']] });
    const repeated = { ...request, rawHeaders: [...request.rawHeaders, 'x-agent-id', 'agt_1'] };
    expect(verify(repeated).code).toBe('signature_malformed');
    const hosts = { ...request, rawHeaders: [...request.rawHeaders, 'HOST', 'api.example.com'] };
    expect(verify(hosts).code).toBe('signature_malformed');
    const inputs = { ...request, rawHeaders: [...request.rawHeaders, ...signed().rawHeaders.slice(-4)] };
    expect(verify(inputs).code).toBe('signature_malformed');
  });

  it('refuses a folded or a non-ASCII covered header', () => {
    const request = signed({ headers: [['X-Agent-Id', 'agt_1']] });
    expect(verify(withHeader(request, 'x-agent-id', () => 'a\r\n "@path": /b')).code).toBe('signature_malformed');
    expect(verify(withHeader(request, 'x-agent-id', () => 'é')).code).toBe('signature_malformed');
  });

  it('refuses a request target in absolute form, because it has its own authority', () => {
    expect(verify({ ...signed(), target: 'https://other.example/graphql' }).code).toBe('signature_malformed');
  });

  // @spec AU7
  // @id signed-headers-required
  it.each([
    'idempotency-key',
    'x-agent-id',
    'x-acting-provider',
    'x-acting-subject',
    'authorization',
    'mcp-method',
    'mcp-name',
    'mcp-protocol-version',
  ])('requires %s to be covered when the request carries it', (name) => {
    const verdict = verify(signed({ headers: [[name, 'v']], input: `${list(FOUR)}${PARAMETERS}` }));
    expect(verdict.refusal).toMatchObject({ code: 'signature_incomplete', members: { missing: [name] } });
  });

  // @spec AU6
  it.each(FOUR)('always requires %s', (name) => {
    const verdict = verify(signed({ input: `${list(FOUR.filter((other) => other !== name))}${PARAMETERS}` }));
    expect(verdict.refusal).toMatchObject({ code: 'signature_incomplete', members: { missing: [name] } });
  });

  it('refuses a component that is covered and absent as incomplete', () => {
    const absent = verify(signed({ input: `${list([...FOUR, 'x-agent-id'])}${PARAMETERS}` }));
    expect(absent.refusal).toMatchObject({ code: 'signature_incomplete', members: { missing: ['x-agent-id'] } });
    const { rawHeaders, ...rest } = signed();
    const hostless = verify({ ...rest, rawHeaders: rawHeaders.slice(2) });
    expect(hostless.refusal).toMatchObject({ code: 'signature_incomplete', members: { missing: ['@authority'] } });
  });

  // @spec AU8
  it.each([
    ['created 301 seconds ago', at(NOW - 301), 301],
    ['created 61 seconds ahead', at(NOW + 61), -61],
    ['that expired a second ago', `${list(FOUR)}${PARAMETERS};expires=${NOW - 1}`, 0],
    ['created before 1970', at(-5), NOW + 5],
  ])('refuses as expired a signature %s, with the time and the skew', (_name, input, skew) => {
    expect(verify(signed({ input })).refusal).toMatchObject({
      code: 'signature_expired',
      members: { server_time: '2026-11-20T09:30:00.000Z', skew_seconds: skew },
    });
  });

  it('uses the configured window', () => {
    const request = signed({ input: at(NOW - 11) });
    expect(verify(request, { ...OPTIONS, windowSeconds: 11 }).code).toBe('accepted');
    expect(verify(request, { ...OPTIONS, windowSeconds: 10 }).code).toBe('signature_expired');
  });

  it.each<[string, (value: string) => string]>([
    ['without sha-256', (value) => value.replace('sha-256', 'sha-512')],
    ['of other bytes', () => `sha-256=:${Buffer.alloc(32).toString('base64')}:`],
    ['that is not a dictionary of bytes', () => 'sha-256=abc'],
    ['with sha-256 twice', (value) => `${value}, ${value}`],
    ['with a trailing comma', (value) => `${value},`],
  ])('refuses a Content-Digest %s', (_name, change) => {
    const request = withHeader(signed({ method: 'POST', body: '{}' }), 'content-digest', change);
    expect(verify(request).code).toBe('content_digest_mismatch');
  });

  it('ignores digests of other algorithms', () => {
    const request = signed({ method: 'POST', body: '{}' });
    const both = withHeader(request, 'content-digest', (value) => `unixsum=:AAAA:,\t${value}`);
    expect(parseEnvelope(both, OPTIONS).values.get('content-digest')).toContain('unixsum');
  });

  it('checks in the order missing, malformed, incomplete, expired, digest', () => {
    const headers = [['x-agent-id', 'a']] as const;
    const stale = `;created=1;keyid="${KEY_ID}";tag="ats-v1"`;
    const incomplete = signed({ method: 'POST', body: '{}', headers, input: `${list(FOUR)}${stale}` });
    expect(verify(incomplete).code).toBe('signature_incomplete');
    const all = list([...FOUR, 'x-agent-id', 'content-digest']);
    const expired = signed({ method: 'POST', body: '{}', headers, input: `${all}${stale}` });
    expect(verify({ ...expired, body: Buffer.from('[]') }).code).toBe('signature_expired');
    expect(verify(signed({ input: `("@method")${stale};x=1` })).code).toBe('signature_malformed');
  });
});

describe('Accept-Signature', () => {
  it('lists the required components of any request, and of this one', () => {
    expect(acceptSignature()).toBe(`ats=${list(FOUR)};created;alg="hmac-sha256";tag="ats-v1"`);
    const request = signed({ method: 'POST', body: '{}', headers: [['Idempotency-Key', 'k']] });
    expect(acceptSignature(request)).toContain(list([...FOUR, 'content-digest', 'idempotency-key']));
  });
});

describe('connectionParams', () => {
  const headers = [['x-agent-id', 'agt_1']] as const;
  const request = signed({ headers });
  const params = {
    'x-agent-id': 'agt_1',
    'signature-input': request.rawHeaders.at(-3),
    signature: request.rawHeaders.at(-1),
  };
  const upgrade = { target: '/graphql', rawHeaders: ['Host', 'API.example.com:443', 'X-Acting-Subject', 'unsigned'] };

  it('carry the same signature over GET, authority, path, query and the sent fields', () => {
    expect(verify(envelopeOfConnectionParams(upgrade, params)).code).toBe('accepted');
    expect(verify(envelopeOfConnectionParams({ ...upgrade, target: '/graphql?x' }, params)).code).toBe(
      'credential_invalid',
    );
    expect(verify(envelopeOfConnectionParams(upgrade, { ...params, 'x-agent-id': 'agt_2' })).code).toBe(
      'credential_invalid',
    );
  });

  it('must cover each sent field', () => {
    const verdict = verify(envelopeOfConnectionParams(upgrade, { ...params, 'x-acting-provider': 'p' }));
    expect(verdict.refusal?.members).toEqual({ missing: ['x-acting-provider'] });
  });

  it.each([undefined, null, 'x', [], {}, { signature: 'ats=:AAAA:' }])(
    'without a signature are signature_missing: %j',
    (params) => {
      expect(verdictOn(() => envelopeOfConnectionParams(upgrade, params))).toBe('signature_missing');
    },
  );

  it('accept only strings', () => {
    expect(verdictOn(() => envelopeOfConnectionParams(upgrade, { ...params, signature: ['a'] }))).toBe(
      'signature_malformed',
    );
  });
});
