import { createHmac, timingSafeEqual } from 'node:crypto';
import type { EventType } from './schema';

export type WebhookErrorCode =
  | 'header_missing'
  | 'header_malformed'
  | 'timestamp_out_of_range'
  | 'key_version_unknown'
  | 'signature_mismatch'
  | 'body_malformed';

/** The delivery is not authentic. Answer it with 400 and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';

  constructor(
    readonly code: WebhookErrorCode,
    detail: string,
  ) {
    super(detail);
  }

  /** @deprecated The older name of `code`. */
  get fault(): WebhookErrorCode {
    return this.code;
  }
}

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookDelivery {
  /** Node's `req.headers`, or a `Headers`. */
  readonly headers: HeaderValues | Headers;
  /** The raw body, because parsed and serialized JSON has other bytes. */
  readonly body: string | Uint8Array;
  /** Secrets (`whsec_…`) by key version: `{ 1: …, 2: … }`. Keep an old one while deliveries still use it. */
  readonly secrets: Readonly<Record<number | string, string>>;
  readonly now?: Date;
  /** Largest distance of `webhook-timestamp` from now in seconds; default 300. */
  readonly toleranceSeconds?: number;
}

type Dotted<Type extends string> = Type extends `${infer Subject}_${infer Change}`
  ? `${Lowercase<Subject>}.${Lowercase<Change>}`
  : never;

/** Types of events as webhooks and REST spell them: `trade.completed`. */
export type WebhookEventType = Dotted<EventType>;

/** The payload of a webhook. Its `data` has the names of REST, by the type of the event. */
export interface WebhookEvent {
  readonly id: string;
  /** The same as `id`. */
  readonly event_id: string;
  readonly type: WebhookEventType;
  readonly timestamp: string;
  readonly sequence: number;
  readonly cursor: string;
  readonly subject_key: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface VerifiedWebhook<T = WebhookEvent> {
  /** Id of the event, equal on every retry. Deduplicate by it. */
  readonly id: string;
  readonly timestamp: Date;
  readonly keyVersion: string;
  readonly payload: T;
}

/**
 * Verifies a webhook by Standard Webhooks. It uses the secret of the version in `X-SVC-Webhook-Key-Version`, because a
 * retry may have an older version than the newest. Throws WebhookError.
 */
export function verifyWebhook<T = WebhookEvent>(delivery: WebhookDelivery): VerifiedWebhook<T> {
  const { headers, body, secrets, now = new Date(), toleranceSeconds = 300 } = delivery;
  const keys = keysOf(secrets);
  const id = header(headers, 'webhook-id');
  const timestamp = timestampOf(header(headers, 'webhook-timestamp'));
  const signatures = header(headers, 'webhook-signature');
  const keyVersion = header(headers, 'x-svc-webhook-key-version');
  if (Math.abs(now.getTime() / 1000 - timestamp) > toleranceSeconds) {
    throw new WebhookError('timestamp_out_of_range', 'webhook-timestamp is too far from now');
  }
  const key = keys.get(keyVersion);
  if (key === undefined) throw new WebhookError('key_version_unknown', 'there is no secret for this key version');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  if (!signatures.split(' ').some((signature) => isMatching(signature, expected))) {
    throw new WebhookError('signature_mismatch', 'no v1 signature matches the body');
  }
  return { id, timestamp: new Date(timestamp * 1000), keyVersion, payload: payloadOf(body) as T };
}

function header(headers: HeaderValues | Headers, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : plain(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookError('header_missing', `${name} is missing or repeated`);
}

function plain(headers: HeaderValues, name: string): string | readonly string[] | undefined {
  const [key, second] = Object.keys(headers).filter((key) => key.toLowerCase() === name);
  return key === undefined || second !== undefined ? undefined : headers[key];
}

function timestampOf(text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new WebhookError('header_malformed', 'webhook-timestamp is not in unix seconds');
  return Number(text);
}

/** A wrong secret is an error of the receiver, so it must not look like a forged delivery. */
function keysOf(secrets: unknown): ReadonlyMap<string, Buffer> {
  const named = typeof secrets === 'object' && secrets !== null ? Object.entries(secrets) : [];
  if (named.length === 0) throw new TypeError("secrets must have the secrets by key version: { 1: 'whsec_…' }");
  return new Map(named.map(([version, secret]) => [version, keyOf(secret)]));
}

// Standard Webhooks allows no other sizes.
const MIN_KEY_BYTES = 24;
const MAX_KEY_BYTES = 64;

const withoutPadding = (base64: string): string => base64.replace(/=+$/, '');
const isPadded = (base64: string): boolean => !base64.endsWith('=') || base64.length % 4 === 0;

function keyOf(secret: unknown): Buffer {
  const base64 = typeof secret === 'string' && secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : '';
  const key = Buffer.from(base64, 'base64');
  // `Buffer` skips wrong characters, so a damaged secret would be another key that matches no delivery.
  const isWhole = withoutPadding(key.toString('base64')) === withoutPadding(base64) && isPadded(base64);
  if (!isWhole || key.length < MIN_KEY_BYTES || key.length > MAX_KEY_BYTES)
    throw new TypeError('a webhook secret is whsec_ and the base64 of 24 to 64 bytes, and this one is damaged');
  return key;
}

function isMatching(signature: string, expected: Buffer): boolean {
  if (!signature.startsWith('v1,')) return false;
  const actual = Buffer.from(signature.slice('v1,'.length), 'base64');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function payloadOf(body: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new WebhookError('body_malformed', 'the signed body is not JSON');
  }
}
