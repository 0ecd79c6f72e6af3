import { createHmac, timingSafeEqual } from 'node:crypto';

export type WebhookFault =
  | 'header_missing'
  | 'header_malformed'
  | 'timestamp_out_of_range'
  | 'key_version_unknown'
  | 'signature_mismatch'
  | 'body_malformed';

/** The delivery is not to be believed; answer it with 400 and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';

  constructor(
    readonly fault: WebhookFault,
    detail: string,
  ) {
    super(detail);
  }
}

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookDelivery {
  /** As they came: node's `req.headers`, or a `Headers`. */
  readonly headers: HeaderValues | Headers;
  /** The raw body; JSON that was parsed and written again has other bytes. */
  readonly body: string | Uint8Array;
  /** `whsec_…` by key version: `{ 1: …, 2: … }`. Keep a retired one until deliveries signed with it have run out. */
  readonly secrets: Readonly<Record<number | string, string>>;
  readonly now?: Date;
  /** How far `webhook-timestamp` may be from now, in seconds; default 300. */
  readonly toleranceSeconds?: number;
}

export interface VerifiedWebhook<T = unknown> {
  /** The event's id, the same on every retry: what to deduplicate by. */
  readonly id: string;
  readonly timestamp: Date;
  readonly keyVersion: string;
  readonly payload: T;
}

/**
 * Verifies a webhook (Standard Webhooks; events §2) with the secret of the version that `X-SVC-Webhook-Key-Version`
 * names, not the newest: a retry in flight may carry an older version right after a rotation. Throws WebhookError.
 */
export function verifyWebhook<T = unknown>(delivery: WebhookDelivery): VerifiedWebhook<T> {
  const { headers, body, secrets, now = new Date(), toleranceSeconds = 300 } = delivery;
  const id = header(headers, 'webhook-id');
  const timestamp = timestampOf(header(headers, 'webhook-timestamp'));
  const signatures = header(headers, 'webhook-signature');
  const keyVersion = header(headers, 'x-svc-webhook-key-version');
  if (Math.abs(now.getTime() / 1000 - timestamp) > toleranceSeconds) {
    throw new WebhookError('timestamp_out_of_range', 'webhook-timestamp is too far from now');
  }
  const secret = Object.hasOwn(secrets, keyVersion) ? secrets[keyVersion] : undefined;
  if (secret === undefined) throw new WebhookError('key_version_unknown', 'no secret of the key version named');
  const wanted = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest();
  if (!signatures.split(' ').some((signature) => isMatching(signature, wanted))) {
    throw new WebhookError('signature_mismatch', 'no signature of scheme v1 fits the body');
  }
  return { id, timestamp: new Date(timestamp * 1000), keyVersion, payload: payloadOf(body) as T };
}

function header(headers: HeaderValues | Headers, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : plain(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError('header_missing', `${name} is missing, or there more than once`);
}

function plain(headers: HeaderValues, name: string): string | readonly string[] | undefined {
  const found = Object.keys(headers).filter((key) => key.toLowerCase() === name);
  const [key, second] = found;
  return key === undefined || second !== undefined ? undefined : headers[key];
}

function timestampOf(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new WebhookError('header_malformed', 'webhook-timestamp is not in unix seconds');
  return Number(text);
}

function keyOf(secret: string): Buffer {
  const base64 = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : '';
  const key = Buffer.from(base64, 'base64');
  // The receiver's own mistake: an empty key would take anybody's signature.
  if (key.length < 16) throw new TypeError('a webhook secret is whsec_ and base64');
  return key;
}

function isMatching(signature: string, wanted: Buffer): boolean {
  if (!signature.startsWith('v1,')) return false;
  const given = Buffer.from(signature.slice('v1,'.length), 'base64');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function payloadOf(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookError('body_malformed', 'the body is signed but is no JSON');
  }
}
