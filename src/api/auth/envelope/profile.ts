import { Refusal } from '../../../domain/errors/errors';
import { LABEL } from './grammar';
import type { Message } from './message';
import type { Parameter } from './scanner';

const TAG = 'ats-v1';
const ALGORITHM = 'hmac-sha256';

const REQUIRED_COMPONENTS = ['@method', '@authority', '@path', '@query'] as const;

/** Headers that say what is done and for whom: a request that carries one must have signed it. */
const REQUIRED_WHEN_PRESENT = [
  'idempotency-key',
  'x-agent-id',
  'x-acting-provider',
  'x-acting-subject',
  'authorization',
] as const;

/** How far a signer's clock may run ahead of ours, in seconds. */
const MAX_CLOCK_SKEW_SECONDS = 60;

export interface SignatureParameters {
  readonly keyId: string;
  /** Unix seconds. */
  readonly created: number;
  /** Unix seconds; the last second in which the signature is taken. */
  readonly expires: number | undefined;
  readonly nonce: string | undefined;
}

/** The components this request has to cover (contract §3). */
export function requiredComponents(message: Message): readonly string[] {
  return [
    ...REQUIRED_COMPONENTS,
    ...(message.body ? ['content-digest'] : []),
    ...REQUIRED_WHEN_PRESENT.filter((name) => message.hasField(name)),
  ];
}

/** The value of `Accept-Signature` (RFC 9421 §5.1): what a signature over this request would have to cover. */
export function acceptSignature(message?: Message): string {
  const components = message ? requiredComponents(message) : REQUIRED_COMPONENTS;
  const list = components.map((name) => `"${name}"`).join(' ');
  return `${LABEL}=(${list});created;alg="${ALGORITHM}";tag="${TAG}"`;
}

/** Missing, unknown and of a wrong type alike: 401 `signature_malformed`. */
export function readParameters(parameters: ReadonlyMap<string, Parameter>): SignatureParameters {
  const left = new Map(parameters);
  const text = (name: string): string | undefined => {
    const parameter = left.get(name);
    left.delete(name);
    if (parameter && parameter.type !== 'string') throw malformed(`the parameter ${name} must be a string`);
    return parameter?.value;
  };
  const integer = (name: string): number | undefined => {
    const parameter = left.get(name);
    left.delete(name);
    if (parameter && parameter.type !== 'integer') throw malformed(`the parameter ${name} must be an integer`);
    return parameter?.value;
  };
  const created = integer('created');
  const keyId = text('keyid');
  const tag = text('tag');
  const algorithm = text('alg');
  const read = { expires: integer('expires'), nonce: text('nonce') };
  if (left.size > 0)
    throw malformed('the parameters are created, keyid, tag, alg, expires and nonce; there is another');
  if (created === undefined) throw malformed('the parameter created is missing');
  if (keyId === undefined || keyId === '') throw malformed('the parameter keyid is missing');
  if (tag !== TAG) throw malformed(`the parameter tag must be "${TAG}"`);
  if (algorithm !== undefined && algorithm !== ALGORITHM) throw malformed(`the parameter alg must be "${ALGORITHM}"`);
  return { keyId, created, ...read };
}

/**
 * 401 `signature_expired` outside [now − window, now + 60 s] or after `expires`. `skew_seconds` is our clock less
 * `created`: what a signer whose clock is off has to add to it.
 */
export function checkWindow(parameters: SignatureParameters, now: Date, windowSeconds: number): void {
  const { created, expires } = parameters;
  const seconds = Math.floor(now.getTime() / 1000);
  const inWindow = created >= seconds - windowSeconds && created <= seconds + MAX_CLOCK_SKEW_SECONDS;
  if (inWindow && (expires === undefined || seconds <= expires)) return;
  const detail = inWindow
    ? 'The signature was to expire before now'
    : 'The signature was created outside the accepted window';
  throw new Refusal('signature_expired', detail, { server_time: now.toISOString(), skew_seconds: seconds - created });
}

function malformed(what: string): Refusal {
  return new Refusal('signature_malformed', `Signature-Input: ${what}`);
}
