import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pathPrefix } from '../../../domain/url';
import type { Database } from '../../../database/transactions/database';
import type { Services } from '../../../operations/context';
import type { TrustedProxies } from '../../auth/client-address';
import type { SignInLimit } from '../../auth/rate-limit';
import { bodyOf } from '../signed';
import { AuthorizationServer, type ForwardedAnswer } from './authorization-server';
import { Consent } from './consent';
import type { Page } from './consent-page';
import { resourceMetadata } from './metadata';
import { OAUTH_PATHS, RESOURCE_METADATA_PATH, SERVER_METADATA_PATHS } from './paths';

export interface OauthDeps {
  readonly store: Database;
  readonly services: Services;
  readonly proxies: TrustedProxies;
  readonly signInLimit: SignInLimit;
  readonly publicFetch: typeof fetch;
}

const BODY_BYTES = 32 * 1024;
const METADATA_CACHED = 'public, max-age=300';

/** Whether humans can sign in here, so that they can connect applications. */
export function isOauthAvailable({ settings }: Pick<Services, 'settings'>): boolean {
  return settings.oidcIssuer !== undefined || settings.env !== 'production';
}

/** Adds the authorization server and the metadata that leads applications to it. */
export function addOauthRoutes(
  app: FastifyInstance,
  deps: OauthDeps,
  allowOnly: (url: string, methods: readonly string[]) => void,
): void {
  const { services, proxies, signInLimit } = deps;
  if (!isOauthAvailable(services)) return;
  const server = new AuthorizationServer(deps);
  const consent = new Consent({ ...deps, server });
  const route = (
    method: 'GET' | 'POST',
    url: string,
    handler: (request: FastifyRequest) => Promise<ForwardedAnswer | Page>,
  ): void => {
    app.route({
      method,
      url,
      bodyLimit: BODY_BYTES,
      handler: async (request, reply) => send(reply, await handler(request)),
    });
  };
  const count = (request: FastifyRequest): void => signInLimit.count(proxies.clientAddress(request.raw));
  const library = (request: FastifyRequest) =>
    server.answer({
      method: request.method === 'POST' ? 'POST' : 'GET',
      target: request.url,
      contentType: request.headers['content-type'],
      accept: request.headers.accept,
      cookie: request.headers.cookie,
      body: bodyOf(request),
    });
  // Each of them may write a row, and none has a signature.
  const counted = (request: FastifyRequest) => {
    count(request);
    return library(request);
  };

  for (const url of metadataPaths(services)) {
    route('GET', url, () =>
      server
        .answer({ method: 'GET', target: SERVER_METADATA_PATHS[0] })
        .then((answer) => ({ ...answer, headers: { ...answer.headers, 'cache-control': METADATA_CACHED } })),
    );
    allowOnly(url, ['GET']);
  }
  for (const url of [RESOURCE_METADATA_PATH, `${RESOURCE_METADATA_PATH}/mcp`]) {
    route('GET', url, () => Promise.resolve(json(resourceMetadata(services.publicUrl()))));
    allowOnly(url, ['GET']);
  }
  route('GET', OAUTH_PATHS.authorization, counted);
  route('GET', `${OAUTH_PATHS.authorization}/:uid`, counted);
  route('POST', OAUTH_PATHS.registration, counted);
  route('POST', OAUTH_PATHS.token, counted);
  route('POST', OAUTH_PATHS.revocation, counted);
  route('GET', OAUTH_PATHS.jwks, library);
  const consentPath = `${OAUTH_PATHS.consent}/:uid`;
  route('GET', consentPath, (request) => {
    count(request);
    return consent.show(consentRequest(request));
  });
  route('POST', consentPath, (request) => {
    count(request);
    const form = new URLSearchParams(bodyOf(request)?.toString('utf8') ?? '');
    return consent.decide({ ...consentRequest(request), origin: request.headers.origin, form });
  });
  const { authorization, registration, token, revocation, jwks } = OAUTH_PATHS;
  for (const url of [registration, token, revocation]) allowOnly(url, ['POST']);
  for (const url of [authorization, `${authorization}/:uid`, jwks]) allowOnly(url, ['GET']);
  allowOnly(consentPath, ['GET', 'POST']);
}

/** The paths of the server's metadata. A client puts the path of the issuer at the end (RFC 8414 §3.1). */
function metadataPaths({ settings, publicUrl }: Services): readonly string[] {
  const prefix = settings.publicUrlGiven ? pathPrefix(publicUrl()) : '';
  return prefix === ''
    ? SERVER_METADATA_PATHS
    : [...SERVER_METADATA_PATHS, ...SERVER_METADATA_PATHS.map((path) => `${path}${prefix}`)];
}

function consentRequest(request: FastifyRequest) {
  const { uid } = request.params as { readonly uid: string };
  return { uid, cookie: request.headers.cookie, requestId: request.id };
}

function json(body: object): ForwardedAnswer {
  const headers = { 'content-type': 'application/json', 'cache-control': METADATA_CACHED };
  return { status: 200, headers, body: JSON.stringify(body) };
}

function send(reply: FastifyReply, { status, headers, body }: ForwardedAnswer | Page): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
