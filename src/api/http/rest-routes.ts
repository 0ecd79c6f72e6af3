import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CompiledRoute } from '../rest/compile/compile';
import type { Deprecation } from '../rest/routes/route';
import type { HttpResponse } from '../responses/response';
import { refuseOthers } from './methods';
import { RestAdapter } from './rest-adapter';
import { answerSigned, type SignedDeps } from './signed';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Serves the table: each path with its methods, and what HTTP says of the others. */
export function addRestRoutes(app: FastifyInstance, routes: readonly CompiledRoute[], deps: SignedDeps): void {
  for (const route of routes) addRoute(app, route, deps);
  for (const path of new Set(routes.map((route) => route.path))) {
    const there = routes.filter((route) => route.path === path).map(({ method }) => method);
    addOthers(app, urlOf(path), new Set(there));
  }
}

/** `/principals/{principal_key}` as the router spells it. HEAD comes with GET. */
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
      const language = new RestAdapter(route, params, deps.services.publicUrl());
      return send(reply, await answerSigned(deps, request, language), headers);
    },
  });
}

function send(
  reply: FastifyReply,
  { status, headers, body }: HttpResponse,
  of: Readonly<Record<string, string>>,
): FastifyReply {
  const links = [headers['link'], of['link']].filter((link) => link !== undefined);
  return reply
    .code(status)
    .headers({ ...of, ...headers, ...(links.length > 0 && { link: links.join(', ') }) })
    .send(body);
}

/** RFC 9745 and RFC 8594: for how long a path is there still. */
function deprecation(deprecated: Deprecation | undefined): Record<string, string> {
  if (!deprecated) return {};
  const { since, sunset, link } = deprecated;
  return {
    deprecation: `@${String(Math.floor(since.getTime() / 1000))}`,
    ...(sunset && { sunset: sunset.toUTCString() }),
    ...(link !== undefined && { link: `<${link}>; rel="deprecation"; type="text/html"` }),
  };
}

/** OPTIONS tells what a path takes; any other method is 405. Neither asks who calls: the table is public. */
function addOthers(app: FastifyInstance, url: string, there: ReadonlySet<string>): void {
  const methods = METHODS.filter((method) => there.has(method));
  // A HEAD route comes with every GET route of its own accord.
  const allow = [...methods, ...(there.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
  app.route({
    method: 'OPTIONS',
    url,
    handler: (_, reply) => reply.code(204).header('allow', allow.join(', ')).send(),
  });
  refuseOthers(app, url, [...methods, 'OPTIONS'], allow);
}
