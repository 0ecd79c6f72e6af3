import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Caller } from '../../domain/sessions/caller';
import { Refusal } from '../../domain/errors/errors';
import { formatRefusal } from '../graphql/execution/errors';
import { asRefusal } from '../graphql/execution/errors';
import { refusalHeaders } from '../responses/response';
import { newRequestId } from '../auth/request-id';
import type { Authenticator } from '../auth/authenticator';
import { envelopeOfConnectionParams, type EnvelopeRequest, parseEnvelope } from '../auth/envelope';
import { defaultPort, hostRefusal } from '../auth/hosts';
import { type RateLimit, RateLimited } from '../auth/rate-limit';
import { respondRaw } from '../responses/raw-response';
import { challenge } from '../responses/challenge';
import type { Services } from '../../operations/context';
import type { Clock, Log } from '../../operations/ports';

export interface DoorDeps {
  readonly services: Services;
  readonly authenticator: Authenticator;
  /** The same that requests are counted by: a proof, and a subscription, is a read. */
  readonly rateLimit: RateLimit;
  readonly clock: Clock;
  readonly log: Log;
}

const PATH = '/graphql';

/** What is kept of an upgrade request, for a proof that comes later. */
export interface Upgrade extends Pick<EnvelopeRequest, 'target' | 'rawHeaders'> {
  /** The peer's, of its socket. */
  readonly address: string | undefined;
}

/** The upgrade request as the signature sees it. */
export function envelopeOf(request: IncomingMessage): EnvelopeRequest {
  return {
    method: request.method ?? 'GET',
    target: request.url ?? '/',
    rawHeaders: request.rawHeaders,
    body: undefined,
  };
}

/**
 * Who signed the headers of an upgrade; undefined when they carry no signature: `connectionParams` will have to.
 * @throws Refusal 404 for another path or host, and whatever the envelope is refused with
 */
export async function callerOfUpgrade(deps: DoorDeps, request: IncomingMessage): Promise<Caller | undefined> {
  const strange = hostRefusal(deps.services.settings, request.headers.host);
  if (strange) throw strange;
  if ((request.url ?? '').split('?')[0] !== PATH) throw new Refusal('route_not_found');
  const signed = 'signature' in request.headers || 'signature-input' in request.headers;
  return signed ? prove(deps, envelopeOf(request), request.socket.remoteAddress) : undefined;
}

/** Who signed `connectionParams`. @throws Refusal as the envelope is refused with, 429 included */
export async function callerOfParams(deps: DoorDeps, upgrade: Upgrade, params: unknown): Promise<Caller> {
  return prove(deps, envelopeOfConnectionParams(upgrade, params), upgrade.address);
}

async function prove(
  { services, authenticator, rateLimit, clock }: DoorDeps,
  envelope: EnvelopeRequest,
  address: string | undefined,
): Promise<Caller> {
  const now = clock.now();
  const parsed = parseEnvelope(envelope, {
    now,
    windowSeconds: services.settings.signatureWindowSeconds,
    defaultPort: defaultPort(services.settings.publicUrl),
  });
  const sender = await authenticator.verify(parsed, now, address);
  rateLimit.consume(sender, 'read');
  return authenticator.resolveCaller(sender);
}

/** Answers an upgrade that is refused as the same request by POST would be, and ends the connection. */
export function refuseUpgrade(deps: DoorDeps, request: IncomingMessage, socket: Duplex, error: unknown): void {
  const refusal = asRefusal(error);
  const id = newRequestId(deps);
  if (refusal.code === 'internal_error') deps.log.error({ requestId: id, err: error }, 'an upgrade failed');
  const { status } = refusal.entry;
  const body = JSON.stringify({ errors: [formatRefusal(refusal, id)] });
  const headers: Record<string, string> = {
    ...refusalHeaders(refusal),
    ...(status === 401 ? challenge(envelopeOf(request)) : {}),
    ...(status === 429 ? { 'retry-after': '60' } : {}),
    ...(error instanceof RateLimited ? error.headers : {}),
    'content-type': 'application/json; charset=utf-8',
  };
  respondRaw(socket, id, { status, headers, body });
}
