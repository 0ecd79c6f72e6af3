import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/errors/errors';
import { limits } from '../graphql/execution/limits';
import type { CompiledRoute } from '../rest/compile/compile';
import { AGENT_CARD_PATH, type AgentCards } from './agent-cards';
import { asRefusal } from '../graphql/execution/errors';
import type { HttpResponse } from '../responses/response';
import { rejectMalformedRequest } from './client-error';
import { addAuthRoutes, type AuthDeps } from './sign-in/routes';
import type { GraphqlAdapter } from './graphql-adapter';
import type { Health } from './health';
import { hostRefusal, requireOneHost } from '../auth/hosts';
import { refuseOthers } from './methods';
import { problem } from './problem';
import { addApiDocs } from './api-docs';
import { newRequestId } from '../auth/request-id';
import { drainBody, isRespondedEarly } from './drain-body';
import { addRestRoutes } from './rest-routes';
import { routeClass } from './route-class';
import { challenge } from '../responses/challenge';
import { answerSigned, incomingRequest, bodyOf, headerOf, type SignedDeps } from './signed';
import type { StripeWebhook } from './stripe-webhook';

export interface ServerDeps extends SignedDeps, AuthDeps {
  readonly graphql: GraphqlAdapter;
  readonly restRoutes: readonly CompiledRoute[];
  readonly stripeWebhook: StripeWebhook;
  readonly health: Health;
  readonly agentCards: AgentCards;
}

// A client that sends slowly holds a socket, not the server: headers in 10 s, the whole request in 20 s.
const HEADERS_MS = 10_000;
const REQUEST_MS = 20_000;
// An answer of which nothing is read for so long is read by nobody, and is as much memory as it is long. Node looks twice
// before it believes that: after 20 s the connection is cut.
const MAX_UNREAD_MS = 10_000;
// Node looks at its timeouts so often; by default so rarely that a slow client gets three times what it should.
const TIMEOUT_CHECK_MS = 1_000;
// Longer than the idle time of common proxies, so that they close first and no request is lost on a dying connection.
const KEEP_ALIVE_MS = 72_000;
const MAX_PARAMETER_LENGTH = 1_024;
const STRIPE_BODY_BYTES = 1024 * 1024;

/** The HTTP server: every path, and what all of them have in common. */
export function createServer(deps: ServerDeps): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // A missing Host is refused by ourselves: Node's answer is empty.
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS, requireHostHeader: false },
    genReqId: () => newRequestId(deps),
    clientErrorHandler: (error, socket) => {
      rejectMalformedRequest(error, socket, newRequestId(deps), deps.services.publicUrl());
    },
    // The request id is ours: one taken from the caller could not be looked up.
    requestIdHeader: false,
    // A key that is far too long is still a key that is not there: 404 of its noun.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: MAX_PARAMETER_LENGTH },
    // A path that cannot be decoded is no path.
    frameworkErrors: (_, request, reply) => {
      void reply.header('x-request-id', request.id);
      send(reply, problem(new Refusal('route_not_found'), request.id, request.url, deps.services.publicUrl()));
    },
  });
  // Signatures and Stripe's door need the bytes that arrived; whoever wants JSON parses them.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
  // A GET may have a body, and then a digest of it (contract §3): whoever does not read it cannot ask for that.
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  // What else somebody expects is not looked at (RFC 9110 §10.1.1); Node would answer it with nothing but a status.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Hooks that wait for nothing say so: a promise each would cost every request.
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id);
    if (isRespondedEarly(request.raw)) drainBody(request.raw);
    reply.raw.setTimeout(MAX_UNREAD_MS, () => reply.raw.destroy());
    // Whatever does not say otherwise is of one caller and one moment.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (reply.statusCode === 401) reply.headers(challenge(incomingRequest(request)));
    done();
  });
  requireOneHost(app);
  app.addHook('onRequest', (request, _reply, done) => {
    const strange = hostRefusal(deps.services.settings, request.headers.host);
    // Before a body is read: what is sent to nowhere is not too large either.
    done(strange ?? (request.is404 ? new Refusal('route_not_found') : undefined));
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeClass(request.routeOptions.url);
    deps.services.metrics.requestAnswered(route, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  addRoutes(app, deps);
  addRefusals(app, deps);
  return app;
}

const GRAPHQL_PATH = '/graphql';

function addRoutes(app: FastifyInstance, deps: ServerDeps): void {
  app.route({
    method: ['GET', 'POST'],
    url: GRAPHQL_PATH,
    handler: async (request, reply) => {
      // Which of two media types it is, is a matter of Accept.
      void reply.header('vary', 'Accept');
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
  for (const url of ['/api/v1/health', '/readyz']) {
    app.route({ method: 'GET', url, handler: async (_request, reply) => send(reply, await deps.health.ready()) });
  }
  app.route({ method: 'GET', url: '/livez', handler: (_request, reply) => send(reply, deps.health.live()) });
  addRestRoutes(app, deps.restRoutes, deps);
  addAuthRoutes(app, deps, (url, methods) => {
    refuseOthers(app, url, methods);
  });
  addApiDocs(app, (url, methods) => {
    refuseOthers(app, url, methods);
  });
  refuseOthers(app, GRAPHQL_PATH, ['GET', 'POST']);
  refuseOthers(app, '/api/v1/webhooks/stripe', ['POST']);
  for (const url of ['/api/v1/health', '/readyz', '/livez', AGENT_CARD_PATH]) refuseOthers(app, url, ['GET']);
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
    return send(
      reply,
      isGraphql
        ? graphql.respondRefused(incomingRequest(request), refusal)
        : problem(refusal, request.id, request.url, services.publicUrl()),
    );
  });
}

function httpRefusal(error: unknown, bodyLimit: number | undefined): Refusal {
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      return new Refusal('payload_too_large', undefined, { maximum_bytes: bodyLimit ?? limits.bodyBytes });
    }
    if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupported_media_type');
    if ('statusCode' in error && error.statusCode === 400) {
      return new Refusal('validation_failed', 'The HTTP request is malformed.', { fields: [] });
    }
  }
  return asRefusal(error);
}

function agentKeyOf({ params }: FastifyRequest): string {
  return (params as { readonly agentKey: string }).agentKey;
}

function send(reply: FastifyReply, answer: HttpResponse): FastifyReply {
  return reply.code(answer.status).headers(answer.headers).send(answer.body);
}
