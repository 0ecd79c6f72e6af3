import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../../domain/errors/errors';
import { macOf, signatureBase } from './base';
import { checkContentDigest } from './digest';
import { parseSignature, parseSignatureInput, type SignatureInput } from './grammar';
import { Message, type EnvelopeRequest } from './message';
import * as profile from './profile';

export interface EnvelopeOptions {
  readonly now: Date;
  /** How old a signature may be (`ATS_SIGNATURE_WINDOW_SECONDS`). */
  readonly windowSeconds: number;
  /** The default port of the scheme of `ATS_PUBLIC_URL`. */
  readonly defaultPort: 80 | 443;
}

/** An envelope that lacks nothing but the proof that the signer knows the secret. */
export interface ParsedEnvelope extends profile.SignatureParameters {
  readonly base: string;
  readonly signature: Buffer;
  /** The covered components in the order received. */
  readonly components: readonly string[];
  /** The values of the covered components: the only ones of the request that are signed. */
  readonly values: ReadonlyMap<string, string>;
}

/**
 * Reads the signed-request envelope, profile `ats-v1` (contract §3; RFC 9421, RFC 9530), and checks everything that
 * needs no secret. Throws 401, the first that applies: `signature_missing`, `signature_malformed`,
 * `signature_incomplete {missing}`, `signature_expired {server_time, skew_seconds}`, `content_digest_mismatch`.
 */
export function parseEnvelope(request: EnvelopeRequest, options: EnvelopeOptions): ParsedEnvelope {
  const message = new Message(request, options.defaultPort);
  if (!message.hasField('signature-input') || !message.hasField('signature')) throw new Refusal('signature_missing');
  const input = parseSignatureInput(message.field('signature-input') ?? '');
  const signature = parseSignature(message.field('signature') ?? '');
  const parameters = profile.readParameters(input.parameters);
  const values = valuesOf(message, input);
  requireAll(message, input, values);
  profile.checkWindow(parameters, options.now, options.windowSeconds);
  const digest = values.get('content-digest');
  if (digest !== undefined) checkContentDigest(digest, message.body ?? Buffer.alloc(0));
  const base = signatureBase(input.components, (name) => values.get(name), input.verbatim);
  return { ...parameters, base, signature, components: input.components, values };
}

/**
 * Whether the MAC is that of the secret (the whole `sk_live_…` string). False is 401 `credential_invalid`; for an
 * unknown key call it with a dummy secret, so that both take the same time.
 */
export function isMacValid(parsed: Pick<ParsedEnvelope, 'base' | 'signature'>, secret: string): boolean {
  const wanted = macOf(parsed.base, Buffer.from(secret, 'ascii'));
  return parsed.signature.length === wanted.length && timingSafeEqual(parsed.signature, wanted);
}

/** The value of the header `Accept-Signature` for a 401: the components wanted of this request, or of any. */
export function acceptSignature(request?: EnvelopeRequest): string {
  // The default port plays no part in which components are wanted.
  return profile.acceptSignature(request && new Message(request, 443));
}

function valuesOf(message: Message, input: SignatureInput): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const name of input.components) {
    const value = message.component(name);
    if (value !== undefined) values.set(name, value);
  }
  return values;
}

/** A required component that is not covered, or one covered that the request does not have. */
function requireAll(message: Message, input: SignatureInput, values: ReadonlyMap<string, string>): void {
  const wanted = new Set([...profile.requiredComponents(message), ...input.components]);
  const missing = [...wanted].filter((name) => !values.has(name));
  if (missing.length === 0) return;
  throw new Refusal('signature_incomplete', `Not covered, or covered and absent: ${missing.join(', ')}`, { missing });
}
