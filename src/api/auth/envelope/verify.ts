import { timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../../domain/errors/errors';
import { macOf, signatureBase } from './base';
import { checkContentDigest } from './digest';
import { parseSignature, parseSignatureInput, type SignatureInput } from './grammar';
import { Message, type EnvelopeRequest } from './message';
import * as profile from './profile';

export interface EnvelopeOptions {
  readonly now: Date;
  /** The maximum age of a signature (`ATS_SIGNATURE_WINDOW_SECONDS`). */
  readonly windowSeconds: number;
  /** The default port for the scheme of `ATS_PUBLIC_URL`. */
  readonly defaultPort: 80 | 443;
  /** Other addresses of the same request that a client may have signed, because a proxy changed them. */
  readonly aliases?: Aliases | undefined;
}

/** The public authorities and the path prefix of the service. */
export interface Aliases {
  readonly authorities: readonly string[];
  /** The path of `ATS_PUBLIC_URL`, which the target lacks. */
  readonly prefix: string;
}

/** An envelope that passed every check except the MAC. */
export interface ParsedEnvelope extends profile.SignatureParameters {
  readonly base: string;
  /** The signature bases of the aliases. Only a MAC that does not fit `base` needs them. */
  readonly otherBases: () => readonly string[];
  readonly signature: Buffer;
  /** The covered components in the order received. */
  readonly components: readonly string[];
  /** The values of the covered components; everything else in the request is unsigned. */
  readonly values: ReadonlyMap<string, string>;
}

/**
 * Parses a signed request and checks everything that needs no secret.
 * @throws Refusal 401, the first that applies: `signature_missing`, `signature_malformed`, `signature_incomplete`,
 *   `signature_expired`, `content_digest_mismatch`
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
  const otherBases = () => (options.aliases === undefined ? [] : basesOf(options.aliases, input, values, base));
  return { ...parameters, base, otherBases, signature, components: input.components, values };
}

/** Returns the bases of every other pair of authority and path. */
function basesOf(
  { authorities, prefix }: Aliases,
  input: SignatureInput,
  values: ReadonlyMap<string, string>,
  base: string,
): readonly string[] {
  const received = { authority: values.get('@authority') ?? '', path: values.get('@path') ?? '' };
  const paths = prefix === '' ? [received.path] : [`${prefix}${received.path}`, received.path];
  const pairs = [received.authority, ...authorities].flatMap((authority) => paths.map((path) => ({ authority, path })));
  const bases = pairs.map(({ authority, path }) => {
    const replaced = new Map([...values, ['@authority', authority], ['@path', path]]);
    return signatureBase(input.components, (name) => replaced.get(name), input.verbatim);
  });
  return [...new Set(bases)].filter((other) => other !== base);
}

type SignedMessage = Pick<ParsedEnvelope, 'base' | 'otherBases' | 'signature'>;

/** Returns the signature base that the MAC fits with a secret (the whole `sk_live_…` string). Undefined: none. */
export function signedBase(parsed: SignedMessage, secret: string): string | undefined {
  const key = Buffer.from(secret, 'ascii');
  const fits = (base: string): boolean => {
    const expected = macOf(base, key);
    return parsed.signature.length === expected.length && timingSafeEqual(parsed.signature, expected);
  };
  return fits(parsed.base) ? parsed.base : parsed.otherBases().find(fits);
}

/**
 * Checks the MAC with a secret.
 * For an unknown key call it with a dummy secret, so that both cases take the same time.
 */
export function isMacValid(parsed: SignedMessage, secret: string): boolean {
  return signedBase(parsed, secret) !== undefined;
}

/** Returns the header `Accept-Signature` of a 401, for a request or for any request. */
export function acceptSignature(request?: EnvelopeRequest): string {
  // The required components do not depend on the default port.
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

/** @throws Refusal 401 `signature_incomplete` if a required component is not covered or a covered one is absent */
function requireAll(message: Message, input: SignatureInput, values: ReadonlyMap<string, string>): void {
  const required = new Set([...profile.requiredComponents(message), ...input.components]);
  const missing = [...required].filter((name) => !values.has(name));
  if (missing.length === 0) return;
  throw new Refusal(
    'signature_incomplete',
    `The signature must cover these components, and the request must have them: ${missing.join(', ')}.`,
    { missing },
  );
}
