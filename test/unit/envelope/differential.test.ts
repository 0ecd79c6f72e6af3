import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { createSigner, httpbis } from 'http-message-signatures';
import { createSignatureSync } from 'http-message-sig';
import { isInnerList, parseDictionary, type Dictionary } from 'structured-headers';
import { Refusal } from '../../../src/domain/errors/errors';
import { parseContentDigest } from '../../../src/api/auth/envelope/digest';
import { parseSignature, parseSignatureInput } from '../../../src/api/auth/envelope/grammar';
import type { EnvelopeRequest } from '../../../src/api/auth/envelope';
import { digestOf, FOUR, judge, KEY_ID, list, NOW, PARAMETERS, SECRET } from './support';
import { runs } from '../../support/runs';

const VALID = `ats=${list([...FOUR, 'x-agent-id'])}${PARAMETERS};expires=${NOW + 9};nonce="a\\"b"`;
const BYTES = `ats=:${Buffer.alloc(32, 7).toString('base64')}:`;

/** Texts near the grammar: a valid one with pieces cut out, put in, or doubled. */
function near(valid: string): fc.Arbitrary<string> {
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
    .map((edits) => edits.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), valid));
}

function ours<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return undefined;
  }
}

function theirs(text: string): Dictionary {
  // A refusal there of what we have accepted fails the property: the error is let through.
  return parseDictionary(text);
}

// @spec AU12
describe('the grammar against structured-headers', () => {
  it('what is accepted as Signature-Input parses the same there, and what is refused there is refused', () => {
    let accepted = 0;
    fc.assert(
      fc.property(near(VALID), (text) => {
        const mine = ours(() => parseSignatureInput(text));
        if (!mine) return;
        accepted += 1;
        const dictionary = theirs(text);
        const member = dictionary.get('ats');
        expect([...dictionary.keys()]).toEqual(['ats']);
        if (!member || !isInnerList(member)) throw new Error('no inner list there');
        expect(member[0]).toEqual(mine.components.map((name) => [name, new Map()]));
        expect([...member[1]]).toEqual([...mine.parameters].map(([name, { value }]) => [name, value]));
      }),
      runs(5000, 600),
    );
    expect(accepted).toBeGreaterThan(100);
  });

  it('what is accepted as Signature is the same bytes there', () => {
    let accepted = 0;
    fc.assert(
      fc.property(near(BYTES), (text) => {
        const mine = ours(() => parseSignature(text));
        if (!mine) return;
        accepted += 1;
        const item = theirs(text).get('ats');
        expect(Buffer.from(item?.[0] as ArrayBuffer)).toEqual(mine);
      }),
      runs(3000, 300),
    );
    expect(accepted).toBeGreaterThan(50);
  });

  it('what is accepted as Content-Digest is the same bytes there', () => {
    let accepted = 0;
    fc.assert(
      fc.property(near(`${digestOf('a')}, sha-512=:AAAA:`), (text) => {
        const mine = ours(() => parseContentDigest(text));
        if (!mine) return;
        accepted += 1;
        const there = [...theirs(text)].map(([name, item]) => [name, Buffer.from(item[0] as ArrayBuffer)]);
        expect(there).toEqual([...mine]);
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

function prepare(given: Given): {
  headers: Record<string, string>;
  components: string[];
} {
  const headers: Record<string, string> = { ...given.headers };
  if (given.body !== undefined) headers['content-digest'] = digestOf(given.body);
  const components = [...FOUR, ...Object.keys(headers)];
  const turn = given.shuffle % components.length;
  return { headers, components: [...components.slice(turn), ...components.slice(0, turn)] };
}

function received(given: Given, headers: Record<string, string | string[]>): EnvelopeRequest {
  const rawHeaders = [['Host', given.host], ...Object.entries(headers)].flat(2);
  const body = given.body === undefined ? undefined : Buffer.from(given.body);
  return { method: given.method, target: given.target, rawHeaders, body };
}

describe('what strangers sign we verify', () => {
  it('http-message-signatures', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryRequest, async (given) => {
        const { headers, components } = prepare(given);
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
          { method: given.method, url: `https://${given.host}${given.target}`, headers },
        );
        expect(judge(received(given, message.headers)).code).toBe('accepted');
      }),
      runs(300),
    );
  });

  it('http-message-sig', () => {
    fc.assert(
      fc.property(arbitraryRequest, (given) => {
        const { headers, components } = prepare(given);
        const fields = createSignatureSync(
          {
            kind: 'request',
            method: given.method,
            targetUri: `https://${given.host}${given.target}`,
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
        expect(judge(received(given, sent)).code).toBe('accepted');
      }),
      runs(300),
    );
  });
});
