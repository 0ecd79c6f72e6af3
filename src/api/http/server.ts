import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/errors/errors';
import { SERVICE_CARD_PATH } from '../../domain/parties/service-card';
import { withoutPrefix } from '../../domain/url';
import { limits } from '../graphql/execution/limits';
import type { CompiledRoute } from '../rest/compile/compile';
import { AGENT_CARD_PATH, type AgentCards } from './agent-cards';
import { asRefusal } from '../graphql/execution/errors';
import type { LongResponse } from '../responses/response';
import { rejectMalformedRequest } from './client-error';
import { addAuthRoutes, type AuthDeps } from './sign-in/routes';
import type { Health } from './health';
import { type ServerLifecycle, stoppingRefusal } from './lifecycle';
import { requireOneHost } from '../auth/hosts';
import { refuseOthers } from './methods';
import { problem } from './problem';
import { addApiDocs } from './api-docs';
import { newRequestId } from '../auth/request-id';
import { drainBody, isRespondedEarly } from './drain-body';
import { addRestRoutes } from './rest-routes';
import { addMcpRoute } from './mcp/route';
import type { McpDeps } from './mcp/deps';
import { addOauthRoutes, type OauthDeps } from './oauth/routes';
import { isPublicDocument } from './public-documents';
import { graphqlPage, PAGE_HEADERS } from './public-files';
import type { ServiceCard } from './service-card';
import { routeClass } from './route-class';
import { challenge } from '../responses/challenge';
import { securityHeaders } from '../responses/security-headers';
import { answerSigned, incomingRequest, bodyOf, headerOf } from './signed';
import type { StripeWebhook } from './stripe-webhook';
import { limitConnections } from './connections';
import { bodyTooLarge } from './too-large';
import { RateLimited } from '../auth/rate-limit';

export interface ServerDeps extends McpDeps, AuthDeps, OauthDeps {
  readonly restRoutes: readonly CompiledRoute[];
  readonly stripeWebhook: StripeWebhook;
  readonly health: Health;
  readonly lifecycle: ServerLifecycle;
  readonly agentCards: AgentCards;
  readonly serviceCard: ServiceCard;
}

// Slow clients are disconnected, so that they do not occupy sockets.
const HEADERS_MS = 10_000;
const REQUEST_MS = 20_000;
// A response that the client does not read occupies memory. Node closes the connection after twice this time.
const MAX_UNREAD_MS = 10_000;
// With Node's default interval a slow client would get up to three times its timeout.
const TIMEOUT_CHECK_MS = 1_000;
// Longer than the idle time of common proxies: the proxy closes first, so that no request is lost.
const KEEP_ALIVE_MS = 72_000;
const MAX_PARAMETER_LENGTH = 1_024;
const STRIPE_BODY_BYTES = 1024 * 1024;

/** Creates the HTTP server with all routes, hooks and error handlers. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Fastify's own 503 is no problem document; a hook below refuses requests of a closing server.
    return503OnClosing: false,
    // `requireOneHost` refuses a missing Host, because Node would answer with an empty body.
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS, requireHostHeader: false },
    genReqId: () => newRequestId(deps),
    clientErrorHandler: (error, socket) => {
      rejectMalformedRequest(error, socket, newRequestId(deps), deps.services.publicUrl());
    },
    // A proxy may leave the path of ATS_PUBLIC_URL in the target, or remove it.
    rewriteUrl: (request: IncomingMessage) => withoutPrefix(request.url ?? '/', deps.publicAddress.prefix),
    // Ids of callers are not used, because they may not be unique.
    requestIdHeader: false,
    // An overlong key is an unknown key, so its route answers 404.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: (_, request, reply) => {
      refuseUnroutable(deps, request, reply);
    },
  });
  // Signatures of clients and of Stripe cover the received bytes, so handlers parse JSON themselves.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  // A GET may have a body, whose digest must be checked.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  // Unknown expectations are ignored (RFC 9110 §10.1.1); Node would answer only with a status.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // These hooks use callbacks, because promises would slow down every request.
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id).headers(securityHeaders(deps.services.publicUrl()));
    if (isPublicDocument(request)) reply.header('access-control-allow-origin', '*');
    if (isRespondedEarly(request.raw)) drainBody(request.raw);
    reply.raw.setTimeout(MAX_UNREAD_MS, () => reply.raw.destroy());
    // By default a response is valid only for its caller and its moment.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (deps.lifecycle.isStopping) reply.header('connection', 'close');
    if (reply.statusCode === 401) addChallenge(request, reply);
    done();
  });
  limitConnections(app, deps);
  requireOneHost(app);
  app.addHook('onRequest', (request, _reply, done) => {
    const { publicAddress, lifecycle } = deps;
    const refusal = lifecycle.isClosing ? stoppingRefusal() : publicAddress.refusalOf(request.raw);
    // 404 takes precedence over a body that is too large, so it is answered before the body is read.
    done(refusal ?? routeRefusal(request));
  });
  recordResponses(app, deps);
  addRoutes(app, deps);
  addRefusals(app, deps);
  return app;
}

/** Adds the challenge of signatures to a 401. A path with access tokens has its own challenge before it. */
function addChallenge(request: FastifyRequest, reply: FastifyReply): void {
  const own = reply.getHeader('www-authenticate');
  const { 'www-authenticate': signature = '', ...headers } = challenge(incomingRequest(request));
  // Some clients read the first challenge only.
  const challenges = own === undefined ? [signature] : [String(own), signature];
  reply.headers({ ...headers, 'www-authenticate': challenges.join(', ') });
}

/** Counts and logs each response. */
function recordResponses(app: FastifyInstance, { services, requestLog }: ServerDeps): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeClass(request.routeOptions.url);
    services.metrics.requestAnswered(route, reply.statusCode, reply.elapsedTime / 1000);
    requestLog.write(request, reply);
    done();
  });
}

const GRAPHQL_PATH = '/graphql';

function addRoutes(app: FastifyInstance, deps: ServerDeps): void {
  app.route({
    method: ['GET', 'POST'],
    url: GRAPHQL_PATH,
    handler: async (request, reply) => {
      // The media type depends on Accept.
      void reply.header('vary', 'Accept');
      const page = graphqlPage(request, deps.publicAddress.prefix);
      if (page !== undefined) return reply.code(401).headers(PAGE_HEADERS).send(page);
      return send(reply, await answerSigned(deps, request, deps.graphql));
    },
  });
  app.route({
    method: 'POST',
    url: '/api/v1/webhooks/stripe',
    bodyLimit: STRIPE_BODY_BYTES,
    handler: async (request, reply) => {
      const body = bodyOf(request) ?? Buffer.alloc(0);
      return send(reply, await deps.stripeWebhook.receive(body, headerOf(request, 'stripe-signature')));
    },
  });
  app.route({
    method: 'GET',
    url: AGENT_CARD_PATH,
    handler: async (request, reply) =>
      send(reply, await deps.agentCards.answer(agentKeyOf(request), headerOf(request, 'if-none-match'))),
  });
  app.route({
    method: 'GET',
    url: SERVICE_CARD_PATH,
    handler: async (request, reply) => send(reply, await deps.serviceCard.answer(headerOf(request, 'if-none-match'))),
  });
  for (const url of ['/api/v1/health', '/readyz']) {
    app.route({ method: 'GET', url, handler: async (_request, reply) => send(reply, await deps.health.ready()) });
  }
  app.route({ method: 'GET', url: '/livez', handler: (_request, reply) => send(reply, deps.health.live()) });
  const allowOnly = (url: string, methods: readonly string[]): void => refuseOthers(app, url, methods);
  addRestRoutes(app, deps.restRoutes, deps);
  addMcpRoute(app, deps);
  addAuthRoutes(app, deps, allowOnly);
  addOauthRoutes(app, deps, allowOnly);
  addApiDocs(app, allowOnly, deps.services.settings);
  allowOnly(GRAPHQL_PATH, ['GET', 'POST']);
  allowOnly('/api/v1/webhooks/stripe', ['POST']);
  for (const url of ['/api/v1/health', '/readyz', '/livez', AGENT_CARD_PATH, SERVICE_CARD_PATH])
    allowOnly(url, ['GET']);
}

function addRefusals(app: FastifyInstance, { services, graphql }: ServerDeps): void {
  app.setNotFoundHandler((request, reply) =>
    send(reply, problem(new Refusal('route_not_found'), request.id, request.url, services.publicUrl())),
  );
  app.setErrorHandler((error: unknown, request, reply) => {
    const refusal = httpRefusal(error, request.routeOptions.bodyLimit);
    if (refusal.code === 'internal_error')
      services.log.error({ requestId: request.id, err: error }, 'a request failed');
    const isGraphql = request.routeOptions.url === GRAPHQL_PATH;
    if (refusal instanceof RateLimited) reply.headers(refusal.headers);
    return send(
      reply,
      isGraphql
        ? graphql.respondRefused(incomingRequest(request), refusal)
        : problem(refusal, request.id, request.url, services.publicUrl()),
    );
  });
}

/** Returns 404 for an unknown path, and for `/trades/`, which the router takes for a trade with an empty key. */
function routeRefusal({ is404, params }: FastifyRequest): Refusal | undefined {
  if (is404) return new Refusal('route_not_found');
  for (const value of Object.values(params as Readonly<Record<string, string>>)) {
    if (value === '') return new Refusal('route_not_found', EMPTY_KEY);
  }
  return undefined;
}

const EMPTY_KEY = 'A key in this path is empty. Remove the slash at the end of the path, or insert the key.';

function httpRefusal(error: unknown, bodyLimit: number | undefined): Refusal {
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      return bodyTooLarge(bodyLimit ?? limits.bodyBytes);
    }
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupported_media_type');
    if ('statusCode' in error && error.statusCode === 400) {
      return new Refusal('validation_failed', 'The HTTP request is malformed. Check its headers and body.', {
        fields: [],
      });
    }
  }
  return asRefusal(error);
}

/** Answers a path that cannot be decoded as an unknown route. No hook runs for it. */
function refuseUnroutable({ services, lifecycle }: ServerDeps, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = lifecycle.isClosing ? stoppingRefusal() : new Refusal('route_not_found');
  void reply.header('x-request-id', request.id).headers(securityHeaders(services.publicUrl()));
  if (lifecycle.isStopping) void reply.header('connection', 'close');
  send(reply, problem(refusal, request.id, request.url, services.publicUrl()));
}

function agentKeyOf({ params }: FastifyRequest): string {
  return (params as { readonly agentKey: string }).agentKey;
}

function send(reply: FastifyReply, answer: LongResponse): FastifyReply {
  return reply.code(answer.status).headers(answer.headers).send(answer.body);
}
