import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { macOf, signatureBase } from '../../../src/api/auth/envelope/base';
import { Message } from '../../../src/api/auth/envelope/message';
import { isMacValid, parseEnvelope, type EnvelopeOptions, type EnvelopeRequest } from '../../../src/api/auth/envelope';
import { verify } from './support';

interface Vector {
  name: string;
  now: number;
  secret: string[];
  keyid: string;
  request: { method: string; url: string; headers: Record<string, string>; body: string | null };
  signature_base?: string;
  signature_input?: string;
  signature?: string;
  expect_code?: string;
}

const file = join(__dirname, '../../vectors/signing.json');
const vectors = JSON.parse(readFileSync(file, 'utf8')) as { positive: Vector[]; negative: Vector[] };

/** Splits by hand, because a URL parser would normalize the parts. */
function split(vector: Vector): { request: EnvelopeRequest; options: EnvelopeOptions; secret: string } {
  const { method, url, headers, body } = vector.request;
  const [scheme = '', rest = ''] = url.split('://');
  const more: [string, string][] = [];
  if (vector.signature_input !== undefined) more.push(['Signature-Input', vector.signature_input]);
  if (vector.signature !== undefined) more.push(['Signature', vector.signature]);
  return {
    request: {
      method,
      target: rest.slice(rest.indexOf('/')),
      rawHeaders: [...Object.entries(headers), ...more].flat(),
      body: body === null ? undefined : Buffer.from(body),
    },
    options: { now: new Date(vector.now * 1000), windowSeconds: 300, defaultPort: scheme === 'https' ? 443 : 80 },
    secret: vector.secret.join(''),
  };
}

// @spec AU1
describe('the vectors of the profile', () => {
  it.each(vectors.positive.map((vector) => [vector.name, vector] as const))('accepts: %s', (_name, vector) => {
    const { request, options, secret } = split(vector);
    const parsed = parseEnvelope(request, options);
    expect(parsed.base).toBe(vector.signature_base);
    expect(parsed.keyId).toBe(vector.keyid);
    expect(isMacValid(parsed, secret)).toBe(true);
    expect(isMacValid(parsed, `${secret}x`)).toBe(false);
  });

  it.each(vectors.negative.map((vector) => [vector.name, vector] as const))('refuses: %s', (_name, vector) => {
    const { request, options, secret } = split(vector);
    expect(verify(request, options, secret).code).toBe(vector.expect_code);
  });

  it('has vectors of both kinds', () => {
    expect(vectors.positive.length).toBeGreaterThanOrEqual(6);
    expect(vectors.negative.length).toBeGreaterThanOrEqual(8);
  });
});

describe('RFC 9421', () => {
  it('B.2.5: signing a request using hmac-sha256', () => {
    const request: EnvelopeRequest = {
      method: 'POST',
      target: '/foo?param=Value&Pet=dog',
      rawHeaders: [
        ...['Host', 'example.com', 'Date', 'Tue, 20 Apr 2021 02:07:55 GMT', 'Content-Type', 'application/json'],
        ...['Content-Length', '18'],
      ],
      body: Buffer.from('{"hello": "world"}'),
    };
    const message = new Message(request, 443);
    const verbatim = '("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"';
    const base = signatureBase(['date', '@authority', 'content-type'], (name) => message.component(name), verbatim);
    expect(base).toBe(
      [
        '"date": Tue, 20 Apr 2021 02:07:55 GMT',
        '"@authority": example.com',
        '"content-type": application/json',
        `"@signature-params": ${verbatim}`,
      ].join('\n'),
    );
    const shared = 'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==';
    const mac = macOf(base, Buffer.from(shared, 'base64')).toString('base64');
    expect(mac).toBe('pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=');
  });
});
