import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { createSigner, httpbis } from 'http-message-signatures';
import { createSignatureSync } from 'http-message-sig';
import { isInnerList, parseDictionary, type Dictionary } from 'structured-headers';
import { Refusal } from '../../../src/domain/errors/errors';
import { parseContentDigest } from '../../../src/api/auth/envelope/digest';
import { parseSignature, parseSignatureInput } from '../../../src/api/auth/envelope/grammar';
import type { EnvelopeRequest } from '../../../src/api/auth/envelope';
import { digestOf, FOUR, verify, KEY_ID, list, NOW, PARAMETERS, SECRET } from './support';
import { runs } from '../../support/runs';

const VALID = `ats=${list([...FOUR, 'x-agent-id'])}${PARAMETERS};expires=${NOW + 9};nonce="a\\"b"`;
const BYTES = `ats=:${Buffer.alloc(32, 7).toString('base64')}:`;

/** Texts near the grammar: a valid one with removed, inserted or repeated parts. */
function textsNear(valid: string): fc.Arbitrary<string> {
  const pieces = [
    '"',
    '\\',
    '(',
    ')',
    ';',
    '=',
    ':',
    ',',
    ' ',
    '\t',
    '@',
    '?1',
    '-',
    '.',
    '1',
    'a',
    'A',
    '*',
    'é',
    '\n',
    'ats=',
    ';x=y',
    '";sf "',
  ];
  const edit = fc.record({
    at: fc.nat(valid.length),
    cut: fc.integer({ min: 0, max: 4 }),
    put: fc.oneof(fc.constant(''), fc.constantFrom(...pieces), fc.string({ maxLength: 3 })),
  });
  return fc
    .array(edit, { maxLength: 3 })
    .map((edits) =>
      edits.reduce(
        (text, { at, cut: removed, put: inserted }) => text.slice(0, at) + inserted + text.slice(at + removed),
        valid,
      ),
    );
}

function parseOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return undefined;
  }
}

function parseWithLibrary(text: string): Dictionary {
  // An error of the library for an accepted text fails the property.
  return parseDictionary(text);
}

// @spec AU12
describe('the grammar against structured-headers', () => {
  it('should parse an accepted Signature-Input like the library, and refuse what it refuses', () => {
    let accepted = 0;
    fc.assert(
      fc.property(textsNear(VALID), (text) => {
        const parsed = parseOrUndefined(() => parseSignatureInput(text));
        if (!parsed) return;
        accepted += 1;
        const dictionary = parseWithLibrary(text);
        const member = dictionary.get('ats');
        expect([...dictionary.keys()]).toEqual(['ats']);
        if (!member || !isInnerList(member)) throw new Error('no inner list there');
        expect(member[0]).toEqual(parsed.components.map((name) => [name, new Map()]));
        expect([...member[1]]).toEqual([...parsed.parameters].map(([name, { value }]) => [name, value]));
      }),
      runs(5000, 600),
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it('should parse an accepted Signature to the same bytes as the library', () => {
    let accepted = 0;
    fc.assert(
      fc.property(textsNear(BYTES), (text) => {
        const parsed = parseOrUndefined(() => parseSignature(text));
        if (!parsed) return;
        accepted += 1;
        const item = parseWithLibrary(text).get('ats');
        expect(Buffer.from(item?.[0] as ArrayBuffer)).toEqual(parsed);
      }),
      runs(3000, 300),
    );
    expect(accepted).toBeGreaterThan(50);
  });

  it('should parse an accepted Content-Digest to the same bytes as the library', () => {
    let accepted = 0;
    fc.assert(
      fc.property(textsNear(`${digestOf('a')}, sha-512=:AAAA:`), (text) => {
        const parsed = parseOrUndefined(() => parseContentDigest(text));
        if (!parsed) return;
        accepted += 1;
        const libraryMembers = [...parseWithLibrary(text)].map(([name, item]) => [
          name,
          Buffer.from(item[0] as ArrayBuffer),
        ]);
        expect(libraryMembers).toEqual([...parsed]);
      }),
      runs(3000, 300),
    );
    expect(accepted).toBeGreaterThan(50);
  });
});

const token = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
const segment = fc.stringMatching(/^[A-Za-z0-9_~-]{1,12}$/);
const arbitraryRequest = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  target: fc
    .tuple(fc.array(segment, { maxLength: 4 }), fc.array(fc.tuple(segment, segment), { maxLength: 3 }))
    .map(
      ([path, query]) => `/${path.join('/')}${query.length ? `?${query.map((pair) => pair.join('=')).join('&')}` : ''}`,
    ),
  headers: fc.dictionary(
    fc.constantFrom('idempotency-key', 'x-agent-id', 'x-acting-provider', 'x-acting-subject', 'accept'),
    token,
    {
      noNullPrototype: true,
    },
  ),
  body: fc.option(fc.string({ minLength: 1, unit: 'grapheme' }), { nil: undefined }),
  host: fc.constantFrom('api.example.com', 'api.example.com:8443', '127.0.0.1:4000'),
  shuffle: fc.nat(1000),
});

type Given = typeof arbitraryRequest extends fc.Arbitrary<infer T> ? T : never;

function prepare(request: Given): {
  headers: Record<string, string>;
  components: string[];
} {
  const headers: Record<string, string> = { ...request.headers };
  if (request.body !== undefined) headers['content-digest'] = digestOf(request.body);
  const components = [...FOUR, ...Object.keys(headers)];
  const offset = request.shuffle % components.length;
  return { headers, components: [...components.slice(offset), ...components.slice(0, offset)] };
}

function receivedRequest(request: Given, headers: Record<string, string | string[]>): EnvelopeRequest {
  const rawHeaders = [['Host', request.host], ...Object.entries(headers)].flat(2);
  const body = request.body === undefined ? undefined : Buffer.from(request.body);
  return { method: request.method, target: request.target, rawHeaders, body };
}

describe('signatures of other libraries are verified', () => {
  it('http-message-signatures', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRequest, async (request) => {
        const { headers, components } = prepare(request);
        const message = await httpbis.signMessage(
          {
            key: createSigner(SECRET, 'hmac-sha256', KEY_ID),
            name: 'ats',
            fields: components,
            params: ['keyid', 'alg', 'created', 'tag', 'expires', 'nonce'],
            paramValues: {
              created: new Date(NOW * 1000),
              expires: new Date((NOW + 30) * 1000),
              tag: 'ats-v1',
              nonce: 'n-1',
            },
          },
          { method: request.method, url: `https://${request.host}${request.target}`, headers },
        );
        expect(verify(receivedRequest(request, message.headers)).code).toBe('accepted');
      }),
      runs(300),
    );
  });

  it('http-message-sig', () => {
    fc.assert(
      fc.property(arbitraryRequest, (request) => {
        const { headers, components } = prepare(request);
        const fields = createSignatureSync(
          {
            kind: 'request',
            method: request.method,
            targetUri: `https://${request.host}${request.target}`,
            fields: Object.entries(headers).map(([name, value]) => ({ name, value })),
          },
          {
            label: 'ats',
            components,
            parameters: { created: NOW, keyid: KEY_ID, tag: 'ats-v1' },
            signer: { algorithm: 'hmac-sha256', sign: (data) => createHmac('sha256', SECRET).update(data).digest() },
          },
        );
        const sent = { ...headers, 'Signature-Input': fields.signatureInput, Signature: fields.signature };
        expect(verify(receivedRequest(request, sent)).code).toBe('accepted');
      }),
      runs(300),
    );
  });
});
