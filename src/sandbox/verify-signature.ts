import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticator } from '../api/auth/authenticator';
import type { TrustedProxies } from '../api/auth/client-address';
import type { ParsedEnvelope } from '../api/auth/envelope';
import type { PublicAddress } from '../api/auth/public-address';
import { headerOf, incomingRequest } from '../api/http/signed';
import { invalidMember, Refusal } from '../domain/errors/errors';
import type { Clock } from '../operations/ports';
import { firstDifference, type LineDifference } from './signature-check';

/** Advice for a 401 `credential_invalid` in a sandbox. */
export const SIGNATURE_REMEDY =
  'Check that the API key and the secret are of one credential file of this sandbox. If you sign yourself, send the same ' +
  'request to POST /sandbox/verify-signature. It answers what the service would sign. If that equals what you signed, ' +
  'the key or the secret is wrong.';

/** The header with the client's own signature base, in base64. It cannot be in the body, whose digest the base contains. */
const BASE_HEADER = 'x-signature-base';

interface Deps {
  readonly authenticator: Pick<Authenticator, 'verify'>;
  readonly publicAddress: Pick<PublicAddress, 'parse'>;
  readonly proxies: TrustedProxies;
  readonly clock: Clock;
}

/** The answer, in REST's names. */
interface Verdict {
  readonly valid: boolean;
  /** Why the signature is invalid; null if it is valid. */
  readonly detail: string | null;
  readonly signature_base: string;
  /** Null: the bases are equal, or the client sent none. */
  readonly first_difference: LineDifference | null;
}

/**
 * Adds `POST /sandbox/verify-signature`. It answers the signature base that the service built from the request as it
 * arrived, and the first line in which the client's base differs.
 */
export function addVerifySignature(server: FastifyInstance, deps: Deps): void {
  server.post('/sandbox/verify-signature', (request) => verifySignature(deps, request));
}

/** @throws Refusal 401 for an envelope without a base, such as one with malformed headers */
async function verifySignature(deps: Deps, request: FastifyRequest): Promise<Verdict> {
  const now = deps.clock.now();
  const parsed = deps.publicAddress.parse(incomingRequest(request), request.raw, now);
  const clientBase = clientBaseOf(request);
  const detail = await errorOf(deps, parsed, now, request);
  return {
    valid: detail === null,
    detail,
    signature_base: parsed.base,
    first_difference: clientBase === undefined ? null : firstDifference(parsed.base, clientBase),
  };
}

/** Returns why the signature is invalid. Null: it is valid. */
async function errorOf(
  { authenticator, proxies }: Deps,
  parsed: ParsedEnvelope,
  now: Date,
  request: FastifyRequest,
): Promise<string | null> {
  try {
    await authenticator.verify(parsed, now, () => proxies.clientAddress(request.raw));
    return null;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'credential_invalid') return error.message;
    throw error;
  }
}

/** @throws Refusal 400 if the header is not base64 */
function clientBaseOf(request: FastifyRequest): string | undefined {
  const header = headerOf(request, BASE_HEADER);
  if (header === undefined) return undefined;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(header)) {
    throw invalidMember('', 'needs X-Signature-Base in base64, without line breaks');
  }
  return Buffer.from(header, 'base64').toString('utf8');
}
