import { Refusal } from '../../../domain/errors/errors';
import { LABEL } from './grammar';
import type { Message } from './message';
import type { Parameter } from './scanner';

const TAG = 'ats-v1';
const ALGORITHM = 'hmac-sha256';

const REQUIRED_COMPONENTS = ['@method', '@authority', '@path', '@query'] as const;

/** Headers that decide the effect, the caller and the reading of the body; the signature must cover each one sent. */
const REQUIRED_WHEN_PRESENT = [
  'idempotency-key',
  'x-agent-id',
  'x-acting-provider',
  'x-acting-subject',
  'authorization',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
] as const;

const MAX_CLOCK_SKEW_SECONDS = 60;

export interface SignatureParameters {
  readonly keyId: string;
  /** Unix seconds. */
  readonly created: number;
  /** Unix seconds; the last second in which the signature is valid. */
  readonly expires: number | undefined;
  readonly nonce: string | undefined;
}

/** Returns the components that the signature of a request must cover. */
export function requiredComponents(message: Message): readonly string[] {
  return [
    ...REQUIRED_COMPONENTS,
    ...(message.body ? ['content-digest'] : []),
    ...REQUIRED_WHEN_PRESENT.filter((name) => message.hasField(name)),
  ];
}

/** Formats `Accept-Signature` (RFC 9421 §5.1) with the components that a signature must cover. */
export function acceptSignature(message?: Message): string {
  const components = message ? requiredComponents(message) : REQUIRED_COMPONENTS;
  const list = components.map((name) => `"${name}"`).join(' ');
  return `${LABEL}=(${list});created;alg="${ALGORITHM}";tag="${TAG}"`;
}

/** Reads the parameters. @throws Refusal 401 `signature_malformed` for a missing, unknown or mistyped parameter */
export function readParameters(parameters: ReadonlyMap<string, Parameter>): SignatureParameters {
  const remaining = new Map(parameters);
  const text = (name: string): string | undefined => {
    const parameter = remaining.get(name);
    remaining.delete(name);
    if (parameter && parameter.type !== 'string') throw malformed(`the parameter ${name} must be a string`);
    return parameter?.value;
  };
  const integer = (name: string): number | undefined => {
    const parameter = remaining.get(name);
    remaining.delete(name);
    if (parameter && parameter.type !== 'integer') throw malformed(`the parameter ${name} must be an integer`);
    return parameter?.value;
  };
  const created = integer('created');
  const keyId = text('keyid');
  const tag = text('tag');
  const algorithm = text('alg');
  const read = { expires: integer('expires'), nonce: text('nonce') };
  if (remaining.size > 0)
    throw malformed('only the parameters created, keyid, tag, alg, expires and nonce are allowed');
  if (created === undefined) throw malformed('the parameter created is missing');
  if (keyId === undefined || keyId === '') throw malformed('the parameter keyid is missing');
  if (tag !== TAG) throw malformed(`the parameter tag must be "${TAG}"`);
  if (algorithm !== undefined && algorithm !== ALGORITHM) throw malformed(`the parameter alg must be "${ALGORITHM}"`);
  return { keyId, created, ...read };
}

/**
 * Checks that the signature is valid at `now`.
 *
 * `created` must be between `now` minus the window and `now` plus 60 s. After `expires`, the signature is invalid.
 * @throws Refusal 401 `signature_expired`; `skew_seconds` is the server's time minus `created`
 */
export function checkWindow(parameters: SignatureParameters, now: Date, windowSeconds: number): void {
  const { created, expires } = parameters;
  const seconds = Math.floor(now.getTime() / 1000);
  const inWindow = created >= seconds - windowSeconds && created <= seconds + MAX_CLOCK_SKEW_SECONDS;
  if (inWindow && (expires === undefined || seconds <= expires)) return;
  const detail = inWindow
    ? 'The signature has expired. Sign the request again.'
    : 'The signature was created outside the accepted window. Check your clock and sign the request again.';
  throw new Refusal('signature_expired', detail, { server_time: now.toISOString(), skew_seconds: seconds - created });
}

function malformed(what: string): Refusal {
  return new Refusal('signature_malformed', `Signature-Input: ${what}`);
}
