import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CompiledRoute } from '../rest/compile/compile';
import type { Deprecation } from '../rest/routes/route';
import type { LongResponse } from '../responses/response';
import { refuseOthers } from './methods';
import { RestAdapter } from './rest-adapter';
import { answerSigned, type SignedDeps } from './signed';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Adds the REST routes, with OPTIONS and 405 for the other methods of their paths. */
export function addRestRoutes(app: FastifyInstance, routes: readonly CompiledRoute[], deps: SignedDeps): void {
  for (const route of routes) addRoute(app, route, deps);
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method);
    addOtherMethods(app, urlOf(path), new Set(methods));
  }
}

/** Converts `{principal_key}` to the `:principal_key` of the router. */
function urlOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function addRoute(app: FastifyInstance, route: CompiledRoute, deps: SignedDeps): void {
  const headers = { 'cache-control': 'no-store', ...deprecation(route.deprecated) };
  app.route({
    method: route.method,
    url: urlOf(route.path),
    handler: async (request, reply) => {
      const params = request.params as Readonly<Record<string, string>>;
      const adapter = new RestAdapter(route, params, deps.services.publicUrl());
      return send(reply, await answerSigned(deps, request, adapter), headers);
    },
  });
}

function send(
  reply: FastifyReply,
  { status, headers, body }: LongResponse,
  routeHeaders: Readonly<Record<string, string>>,
): FastifyReply {
  const links = [headers['link'], routeHeaders['link']].filter((link) => link !== undefined);
  return reply
    .code(status)
    .headers({ ...routeHeaders, ...headers, ...(links.length > 0 && { link: links.join(', ') }) })
    .send(body);
}

/** Returns the headers of a deprecated route (RFC 9745, RFC 8594). */
function deprecation(deprecated: Deprecation | undefined): Record<string, string> {
  if (!deprecated) return {};
  const { since, sunset, link } = deprecated;
  return {
    deprecation: `@${String(Math.floor(since.getTime() / 1000))}`,
    ...(sunset && { sunset: sunset.toUTCString() }),
    ...(link !== undefined && { link: `<${link}>; rel="deprecation"; type="text/html"` }),
  };
}

/** Answers OPTIONS with `Allow` and other methods with 405, both without authentication. */
function addOtherMethods(app: FastifyInstance, url: string, routeMethods: ReadonlySet<string>): void {
  const methods = METHODS.filter((method) => routeMethods.has(method));
  // Fastify adds a HEAD route for every GET route.
  const allow = [...methods, ...(routeMethods.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
  app.route({
    method: 'OPTIONS',
    url,
    handler: (_, reply) => reply.code(204).header('allow', allow.join(', ')).send(),
  });
  refuseOthers(app, url, [...methods, 'OPTIONS'], allow);
}
