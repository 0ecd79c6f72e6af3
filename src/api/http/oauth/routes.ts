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

interface Route {
  readonly url: string;
  readonly GET?: Handler;
  readonly POST?: Handler;
}

type Handler = (request: FastifyRequest) => Promise<ForwardedAnswer | Page>;

/** Adds the authorization server and the metadata that leads applications to it. */
export function addOauthRoutes(
  app: FastifyInstance,
  deps: OauthDeps,
  allowOnly: (url: string, methods: readonly string[]) => void,
): void {
  const { services, proxies, signInLimit } = deps;
  if (!isOauthAvailable(services)) return;
  const server = new AuthorizationServer(deps);
  const routes = [
    ...metadataRoutes(services, server),
    // Each of them may write a row, and none has a signature.
    ...[...libraryRoutes(server), consentRoute(new Consent({ ...deps, server }))].map((route) =>
      counted(route, (request) => signInLimit.count(proxies.clientAddress(request.raw))),
    ),
  ];
  for (const { url, ...handlers } of routes) {
    for (const [method, handler] of Object.entries(handlers)) {
      app.route({
        method,
        url,
        bodyLimit: BODY_BYTES,
        handler: async (request, reply) => send(reply, await handler(request)),
      });
    }
    allowOnly(url, Object.keys(handlers));
  }
}

function counted({ url, ...handlers }: Route, count: (request: FastifyRequest) => void): Route {
  const counting =
    (handler: Handler): Handler =>
    (request) => {
      count(request);
      return handler(request);
    };
  return {
    url,
    ...Object.fromEntries(Object.entries(handlers).map(([method, handler]) => [method, counting(handler)])),
  };
}

function metadataRoutes(services: Services, server: AuthorizationServer): Route[] {
  const ofServer: Handler = async () => {
    const answer = await server.answer({ method: 'GET', target: SERVER_METADATA_PATHS[0] });
    return { ...answer, headers: { ...answer.headers, 'cache-control': METADATA_CACHED } };
  };
  const ofResource: Handler = () => Promise.resolve(json(resourceMetadata(services.publicUrl())));
  return [
    ...serverMetadataPaths(services).map((url) => ({ url, GET: ofServer })),
    ...[RESOURCE_METADATA_PATH, `${RESOURCE_METADATA_PATH}/mcp`].map((url) => ({ url, GET: ofResource })),
  ];
}

/** The endpoints that the library answers. */
function libraryRoutes(server: AuthorizationServer): Route[] {
  const forward: Handler = (request) =>
    server.answer({
      method: request.method === 'POST' ? 'POST' : 'GET',
      target: request.url,
      contentType: request.headers['content-type'],
      accept: request.headers.accept,
      cookie: request.headers.cookie,
      body: bodyOf(request),
    });
  const { authorization, registration, token, revocation, jwks } = OAUTH_PATHS;
  return [
    ...[authorization, `${authorization}/:uid`, jwks].map((url) => ({ url, GET: forward })),
    ...[registration, token, revocation].map((url) => ({ url, POST: forward })),
  ];
}

function consentRoute(consent: Consent): Route {
  return {
    url: `${OAUTH_PATHS.consent}/:uid`,
    GET: (request) => consent.show(consentRequest(request)),
    POST: (request) =>
      consent.decide({
        ...consentRequest(request),
        origin: request.headers.origin,
        form: new URLSearchParams(bodyOf(request)?.toString('utf8') ?? ''),
      }),
  };
}

/** The paths of the server's metadata. A client puts the path of the issuer at the end (RFC 8414 §3.1). */
function serverMetadataPaths(services: Services): readonly string[] {
  const prefix = services.settings.publicUrlGiven ? pathPrefix(services.publicUrl()) : '';
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
