/** Authentication of a WebSocket upgrade. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Caller } from '../../domain/sessions/caller';
import { Refusal } from '../../domain/errors/errors';
import { withoutPrefix } from '../../domain/url';
import { asRefusal, formatRefusal } from '../graphql/execution/errors';
import { refusalHeaders } from '../responses/response';
import { newRequestId } from '../auth/request-id';
import type { Authenticator } from '../auth/authenticator';
import type { TrustedProxies } from '../auth/client-address';
import { envelopeOfConnectionParams, type EnvelopeRequest } from '../auth/envelope';
import type { PublicAddress } from '../auth/public-address';
import { type RateLimit, RateLimited } from '../auth/rate-limit';
import { respondRaw } from '../responses/raw-response';
import { challenge } from '../responses/challenge';
import type { Services } from '../../operations/context';
import type { Clock, Log } from '../../operations/ports';

export interface HandshakeDeps {
  readonly services: Services;
  readonly authenticator: Authenticator;
  /** Shared with HTTP requests: an authentication and a subscription each count as a read. */
  readonly rateLimit: RateLimit;
  readonly clock: Clock;
  readonly log: Log;
  readonly proxies: TrustedProxies;
  readonly publicAddress: PublicAddress;
}

const PATH = '/graphql';

/** The parts of an upgrade request that a later signature in `connectionParams` covers. */
export interface HandshakeRequest extends Pick<EnvelopeRequest, 'target' | 'rawHeaders'> {
  readonly upgrade: IncomingMessage;
}

/** Returns the parts of the upgrade request that a signature covers. */
export function toEnvelopeRequest(
  { publicAddress }: Pick<HandshakeDeps, 'publicAddress'>,
  request: IncomingMessage,
): EnvelopeRequest {
  return {
    method: request.method ?? 'GET',
    target: withoutPrefix(request.url ?? '/', publicAddress.prefix),
    rawHeaders: request.rawHeaders,
    body: undefined,
  };
}

/**
 * Authenticates the headers of an upgrade. Undefined: the signature has to come in `connectionParams`.
 * @throws Refusal 404 for another path or host; the envelope's errors, 429 included
 */
export async function authenticateHeaders(deps: HandshakeDeps, request: IncomingMessage): Promise<Caller | undefined> {
  const refusal = deps.publicAddress.refusalOf(request);
  if (refusal) throw refusal;
  if (withoutPrefix(request.url ?? '', deps.publicAddress.prefix).split('?')[0] !== PATH)
    throw new Refusal('route_not_found');
  const isSigned = 'signature' in request.headers || 'signature-input' in request.headers;
  return isSigned ? authenticate(deps, toEnvelopeRequest(deps, request), request) : undefined;
}

/** Authenticates `connectionParams`. @throws Refusal the envelope's errors, 429 included */
export async function authenticateParams(
  deps: HandshakeDeps,
  handshake: HandshakeRequest,
  params: unknown,
): Promise<Caller> {
  return authenticate(deps, envelopeOfConnectionParams(handshake, params), handshake.upgrade);
}

async function authenticate(deps: HandshakeDeps, envelope: EnvelopeRequest, upgrade: IncomingMessage): Promise<Caller> {
  const { authenticator, rateLimit, clock, proxies, publicAddress } = deps;
  const now = clock.now();
  const parsed = publicAddress.parse(envelope, upgrade, now);
  const sender = await authenticator
    .verify(parsed, now, () => proxies.clientAddress(upgrade))
    .catch((error: unknown) => {
      if (asRefusal(error).code === 'credential_invalid') publicAddress.explainFailure(upgrade, newRequestId(deps));
      throw error;
    });
  rateLimit.consume(sender, 'read');
  return authenticator.resolveCaller(sender);
}

/** Answers an upgrade with the error that a POST would get, and ends the connection. */
export function refuseUpgrade(deps: HandshakeDeps, request: IncomingMessage, socket: Duplex, error: unknown): void {
  const refusal = asRefusal(error);
  const id = newRequestId(deps);
  if (refusal.code === 'internal_error') deps.log.error({ requestId: id, err: error }, 'an upgrade failed');
  const { status } = refusal.entry;
  const body = JSON.stringify({ errors: [formatRefusal(refusal, id)] });
  const headers: Record<string, string> = {
    ...refusalHeaders(refusal),
    ...(status === 401 ? challenge(toEnvelopeRequest(deps, request)) : {}),
    ...(status === 429 ? { 'retry-after': '60' } : {}),
    ...(error instanceof RateLimited ? error.headers : {}),
    'content-type': 'application/json; charset=utf-8',
  };
  respondRaw(socket, id, { status, headers, body }, deps.services.publicUrl());
}
