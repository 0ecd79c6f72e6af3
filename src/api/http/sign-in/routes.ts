import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../../operations/context';
import type { Refusal } from '../../../domain/errors/errors';
import { pathPrefix } from '../../../domain/url';
import { asRefusal } from '../../graphql/execution/errors';
import { problem } from '../problem';
import type { TrustedProxies } from '../../auth/client-address';
import { RateLimited } from '../../auth/rate-limit';
import { CALLBACK_PATH, SessionExpired, type SignInController } from './controller';
import type { AuthResponse, AuthRequest } from './types';
import { failedPage } from './pages';

// These addresses contain codes and states. With `no-referrer` browsers would omit Origin from forms.
const COMMON = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
} as const;

export const JWKS_PATH = '/.well-known/jwks.json';

export interface AuthDeps {
  readonly signIn: SignInController;
  readonly services: Services;
  readonly proxies: TrustedProxies;
}

type Handler = (request: AuthRequest) => AuthResponse | Promise<AuthResponse>;

interface AuthRoute {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly handler: Handler;
}

/** Returns the sign-in routes; each path has one method. */
function routesOf(controller: SignInController): readonly AuthRoute[] {
  return [
    { method: 'GET', url: '/auth/login', handler: (request) => controller.login(request) },
    { method: 'GET', url: CALLBACK_PATH, handler: (request) => controller.callback(request) },
    { method: 'GET', url: '/auth/signed-in', handler: () => controller.signedIn() },
    { method: 'POST', url: '/auth/refresh', handler: (request) => controller.refresh(request) },
    { method: 'POST', url: '/auth/logout', handler: (request) => controller.logout(request) },
    { method: 'GET', url: '/.well-known/jwks.json', handler: () => controller.keySet() },
  ];
}

export function addAuthRoutes(
  app: FastifyInstance,
  deps: AuthDeps,
  allowOnly: (url: string, methods: readonly string[]) => void,
): void {
  for (const route of routesOf(deps.signIn)) {
    const { method, url } = route;
    app.route({
      method,
      url,
      handler: async (request, reply) => send(reply, await answer(route, request, deps)),
    });
    allowOnly(url, [method]);
  }
}

async function answer(
  { handler }: AuthRoute,
  request: FastifyRequest,
  { services, proxies }: AuthDeps,
): Promise<AuthResponse> {
  const wantsPage = request.headers.accept?.includes('text/html') === true;
  try {
    return await handler({
      host: request.headers.host,
      search: request.raw.url?.replace(/^[^?]*/, '') ?? '',
      cookie: request.headers.cookie,
      origin: request.headers.origin,
      address: proxies.clientAddress(request.raw),
      page: wantsPage,
    });
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal.code === 'internal_error')
      services.log.error({ requestId: request.id, err: error }, 'a request failed');
    const { status } = refusal.entry;
    // Only the path is shown, because the query may contain a code of the provider.
    const path = request.url.replace(/\?.*$/, '');
    const response =
      wantsPage && request.method === 'GET'
        ? failedPage(status, pathPrefix(services.publicUrl()))
        : problem(refusal, request.id, path, services.publicUrl());
    return { ...response, headers: { ...response.headers, ...ownHeaders(refusal) } };
  }
}

function ownHeaders(refusal: Refusal): Record<string, string | string[]> {
  if (refusal instanceof SessionExpired) return { 'set-cookie': refusal.cookies };
  return refusal instanceof RateLimited ? refusal.headers : {};
}

function send(reply: FastifyReply, { status, headers, body }: AuthResponse): FastifyReply {
  return reply
    .code(status)
    .headers({ ...COMMON, ...headers })
    .send(body);
}
