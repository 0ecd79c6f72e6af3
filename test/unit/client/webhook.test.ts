import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookError, type WebhookDelivery } from '../../../src/client';

const secretOf = (bytes: Buffer): string => ['whsec_', bytes.toString('base64')].join('');
const first = secretOf(randomBytes(32));
const two = secretOf(randomBytes(32));
const now = new Date('2026-11-20T09:30:00.000Z');
const body = '{"id":"evt_1","type":"trade.completed","data":{"title":"Nørd ✓"}}';

/** Signs a delivery with the official package. */
function delivery(secret: string, version: string, change: Record<string, string> = {}): WebhookDelivery {
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(now.getTime() / 1000),
    'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
    'x-svc-webhook-key-version': version,
    ...change,
  };
  return { headers, body, secrets: { 1: first, 2: two }, now };
}

function codeOf(signed: WebhookDelivery): string {
  try {
    verifyWebhook(signed);
    return 'none';
  } catch (error) {
    if (error instanceof WebhookError) return error.code;
    throw error;
  }
}

describe('verifyWebhook', () => {
  it('verifies a signature of the standardwebhooks package with the secret of its version', () => {
    expect(verifyWebhook(delivery(first, '1'))).toEqual({
      id: 'evt_1',
      timestamp: now,
      keyVersion: '1',
      payload: JSON.parse(body) as unknown,
    });
    expect(verifyWebhook(delivery(two, '2')).keyVersion).toBe('2');
  });

  // @spec WH4
  it('does not use the latest secret for an older version', () => {
    expect(codeOf(delivery(two, '1'))).toBe('signature_mismatch');
    expect(codeOf(delivery(first, '2'))).toBe('signature_mismatch');
    expect(codeOf(delivery(first, '3'))).toBe('key_version_unknown');
    expect(codeOf(delivery(first, 'constructor'))).toBe('key_version_unknown');
  });

  it('fails with an error that has its code under the older name too', () => {
    expect(() => verifyWebhook(delivery(two, '1'))).toThrow(
      expect.objectContaining({ code: 'signature_mismatch', fault: 'signature_mismatch' }) as Error,
    );
  });

  it('accepts headers of any case, raw bytes, a Headers object, and one of several signatures', () => {
    const signed = delivery(first, '1');
    const headers = Object.entries(signed.headers as Record<string, string>);
    const upper = Object.fromEntries(headers.map(([name, value]) => [name.toUpperCase(), value]));
    expect(codeOf({ ...signed, headers: upper, body: Buffer.from(body) })).toBe('none');
    expect(codeOf({ ...signed, headers: new Headers(headers) })).toBe('none');
    const fitting = new Webhook(first).sign('evt_1', now, body);
    expect(codeOf(delivery(first, '1', { 'webhook-signature': `v1a,AAAA v1,AAAA ${fitting}` }))).toBe('none');
  });

  it.each<[string, Partial<WebhookDelivery>]>([
    ['another body', { body: `${body} ` }],
    ['bytes that are not the same', { body: Buffer.from(body, 'latin1') }],
  ])('refuses %s', (_name, change) => {
    expect(codeOf({ ...delivery(first, '1'), ...change })).toBe('signature_mismatch');
  });

  it.each([
    ['another id', { 'webhook-id': 'evt_2' }, 'signature_mismatch'],
    ['another time', { 'webhook-timestamp': String(now.getTime() / 1000 + 1) }, 'signature_mismatch'],
    ['no signature of v1', { 'webhook-signature': 'v2,AAAA' }, 'signature_mismatch'],
    ['an empty signature', { 'webhook-signature': 'v1,' }, 'signature_mismatch'],
    ['an empty header', { 'webhook-signature': '' }, 'header_missing'],
    ['a time that is none', { 'webhook-timestamp': '1e9' }, 'header_malformed'],
  ])('refuses %s', (_name, change, code) => {
    expect(codeOf(delivery(first, '1', change))).toBe(code);
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-svc-webhook-key-version'])(
    'requires %s once',
    (name) => {
      const signed = delivery(first, '1');
      const headers = signed.headers as Record<string, string>;
      const without = Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name));
      expect(codeOf({ ...signed, headers: without })).toBe('header_missing');
      expect(codeOf({ ...signed, headers: { ...headers, [name.toUpperCase()]: 'x' } })).toBe('header_missing');
    },
  );

  it('refuses a timestamp outside the tolerance', () => {
    const moved = (seconds: number): WebhookDelivery => ({
      ...delivery(first, '1'),
      now: new Date(now.getTime() + seconds * 1000),
    });
    expect([300, -300].map((seconds) => codeOf(moved(seconds)))).toEqual(['none', 'none']);
    expect([301, -301].map((seconds) => codeOf(moved(seconds)))).toEqual(Array(2).fill('timestamp_out_of_range'));
    expect(codeOf({ ...moved(11), toleranceSeconds: 10 })).toBe('timestamp_out_of_range');
  });

  it.each([
    ['a character that is no base64', first.replace('whsec_', 'whsec_…')],
    ['a wrong character inside', `${first.slice(0, 20)}!${first.slice(21)}`],
    ['a lost character', `${first.slice(0, 20)}${first.slice(21)}`],
    ['a lost end', first.slice(0, 30)],
    ['too few bytes', secretOf(randomBytes(23))],
    ['too many bytes', secretOf(randomBytes(65))],
    ['the alphabet of URLs', secretOf(Buffer.alloc(32, 0xff)).replace(/\//g, '_')],
  ])('throws a TypeError if a secret has %s', (_name, secret) => {
    expect(() => verifyWebhook({ ...delivery(first, '1'), secrets: { 1: secret } })).toThrow(TypeError);
  });

  it('accepts a secret without the padding of base64', () => {
    expect(codeOf({ ...delivery(first, '1'), secrets: { 1: first.replace(/=+$/, '') } })).toBe('none');
  });

  it.each<unknown>([{ 1: '' }, { 1: first, 2: 'abc' }, {}, 'whsec_text', undefined])(
    'throws a TypeError if the receiver’s own secrets are %j, also for a forged delivery',
    (secrets) => {
      const forged = { ...delivery(first, '3'), secrets: secrets as WebhookDelivery['secrets'] };
      expect(() => verifyWebhook(forged)).toThrow(TypeError);
    },
  );
});
