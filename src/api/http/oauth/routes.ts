import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatOauthScopes, oauthScopes } from '../../../domain/sessions/oauth';
import { pathPrefix } from '../../../domain/url';
import type { Database } from '../../../database/transactions/database';
import type { Services } from '../../../operations/context';
import type { TrustedProxies } from '../../auth/client-address';
import type { SignInLimit } from '../../auth/rate-limit';
import type { AuthResponse } from '../sign-in/types';
import { bodyOf } from '../signed';
import { AuthorizationServer, type ForwardedRequest } from './authorization-server';
import { Consent } from './consent';
import { failedPage } from './consent-page';
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
/** More than the longest client id and redirect URI together. */
const MAX_TARGET_LENGTH = 6_000;
/** Everybody may read the metadata, from every page. */
const PUBLIC = { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' };

/** Whether humans can sign in here, so they can connect applications. */
export function isOauthAvailable({ settings }: Pick<Services, 'settings'>): boolean {
  return settings.oidcIssuer !== undefined || settings.env !== 'production';
}

interface Route {
  readonly url: string;
  readonly GET?: Handler;
  readonly POST?: Handler;
}

type Handler = (request: FastifyRequest) => Promise<AuthResponse>;

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
      counted(route, (request) => signInLimit.countAuthorization(proxies.clientAddress(request.raw))),
    ),
    ...tokenRoutes(server, deps),
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
  const read = async (): Promise<AuthResponse> => {
    const answer = await server.answer({ method: 'GET', target: SERVER_METADATA_PATHS[0] });
    if (answer.status !== 200) return answer;
    // The library lists the scopes of ID tokens, which are not issued.
    return json({ ...(JSON.parse(answer.body) as object), scopes_supported: oauthScopes });
  };
  const jwks = (): Promise<AuthResponse> => server.answer({ method: 'GET', target: OAUTH_PATHS.jwks });
  const ofResource: Handler = () => Promise.resolve(json(resourceMetadata(services.publicUrl())));
  return [
    ...serverMetadataPaths(services).map((url) => ({ url, GET: readOnce(read) })),
    { url: OAUTH_PATHS.jwks, GET: readOnce(jwks) },
    ...resourceMetadataPaths(services).map((url) => ({ url, GET: ofResource })),
  ];
}

/** Returns a handler that stores the first answer, which depends on the settings only. An error is read again. */
function readOnce(read: () => Promise<AuthResponse>): Handler {
  let stored: AuthResponse | undefined;
  return async () => {
    const answer = stored ?? (await read());
    if (answer.status === 200) stored = answer;
    return answer;
  };
}

/** The endpoints that the library answers. */
function libraryRoutes(server: AuthorizationServer): Route[] {
  const { authorization, registration } = OAUTH_PATHS;
  const forward: Handler = (request) => server.answer(forwarded(request));
  const authorize: Handler = async (request) => {
    // The parameters are stored until the consent. PostgreSQL stores no zero bytes.
    if (request.url.length > MAX_TARGET_LENGTH || request.url.includes('%00'))
      return failedPage(400, 'The address of the request is too long, or contains a zero byte.');
    return server.answer(forwarded(request, withScope(request.url)));
  };
  // The library reads no query here, and a foreign one makes it fail.
  const resume: Handler = (request) => server.answer(forwarded(request, request.url.replace(/\?.*$/, '')));
  return [
    { url: authorization, GET: authorize },
    { url: `${authorization}/:uid`, GET: resume },
    { url: registration, POST: forward },
  ];
}

/**
 * The endpoints that applications call. The users of an application in the web share its address.
 * So a request counts for its token, and for the address only if it fails or makes the service read a document.
 */
function tokenRoutes(server: AuthorizationServer, { proxies, signInLimit }: OauthDeps): Route[] {
  const forward: Handler = async (request) => {
    signInLimit.countToken(bodyOf(request)?.toString('latin1') ?? '');
    const countAddress = (): void => signInLimit.countUnknownToken(proxies.clientAddress(request.raw));
    const fetches: { count: number; refusal?: Error } = { count: 0 };
    const answer = await server.answer(forwarded(request), () => {
      fetches.count += 1;
      try {
        countAddress();
      } catch (refusal) {
        fetches.refusal = refusal as Error;
        throw refusal;
      }
    });
    if (fetches.refusal !== undefined) throw fetches.refusal;
    if (answer.status >= 400 && fetches.count === 0) countAddress();
    return answer;
  };
  return [OAUTH_PATHS.token, OAUTH_PATHS.revocation].map((url) => ({ url, POST: forward }));
}

function forwarded(request: FastifyRequest, target = request.url): ForwardedRequest {
  return {
    method: request.method === 'POST' ? 'POST' : 'GET',
    target,
    contentType: request.headers['content-type'],
    accept: request.headers.accept,
    cookie: request.headers.cookie,
    body: bodyOf(request),
  };
}

/** A request without a scope is one for reads. */
function withScope(target: string): string {
  const query = new URLSearchParams(target.split('?')[1] ?? '');
  if (query.has('scope')) return target;
  return `${target}${target.includes('?') ? '&' : '?'}scope=${encodeURIComponent(formatOauthScopes(['read']))}`;
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

/** The paths of the resource's metadata. A client puts the path of the resource at the end (RFC 9728 §3.1). */
function resourceMetadataPaths(services: Services): readonly string[] {
  const prefix = givenPrefix(services);
  const paths = [RESOURCE_METADATA_PATH, `${RESOURCE_METADATA_PATH}/mcp`];
  return prefix === '' ? paths : [...paths, `${RESOURCE_METADATA_PATH}${prefix}/mcp`];
}

/** The path of ATS_PUBLIC_URL. The address of a service without it has no path. */
function givenPrefix({ settings, publicUrl }: Pick<Services, 'settings' | 'publicUrl'>): string {
  return settings.publicUrlGiven ? pathPrefix(publicUrl()) : '';
}

/** The paths of the server's metadata. A client puts the path of the issuer at the end (RFC 8414 §3.1). */
function serverMetadataPaths(services: Services): readonly string[] {
  const prefix = givenPrefix(services);
  return prefix === ''
    ? SERVER_METADATA_PATHS
    : [...SERVER_METADATA_PATHS, ...SERVER_METADATA_PATHS.map((path) => `${path}${prefix}`)];
}

function consentRequest(request: FastifyRequest) {
  const { uid } = request.params as { readonly uid: string };
  return { uid, cookie: request.headers.cookie, requestId: request.id };
}

function json(body: object): AuthResponse {
  return { status: 200, headers: { 'content-type': 'application/json', ...PUBLIC }, body: JSON.stringify(body) };
}

function send(reply: FastifyReply, { status, headers, body }: AuthResponse): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
