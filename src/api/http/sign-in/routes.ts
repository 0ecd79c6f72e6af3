import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../../operations/context';
import type { Refusal } from '../../../domain/errors/errors';
import { asRefusal } from '../../graphql/execution/errors';
import { problem } from '../problem';
import { RateLimited, type SignInLimit } from '../../auth/rate-limit';
import { CALLBACK_PATH, SessionExpired, type SignInController } from './controller';
import type { AuthResponse, AuthRequest } from './types';
import { failedPage } from './pages';

// same-origin: the addresses here hold codes and states; without any referrer browsers would leave Origin out of forms.
const COMMON = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

export interface AuthDeps {
  readonly signIn: SignInController;
  readonly signIns: SignInLimit;
  readonly services: Services;
}

type Handler = (request: AuthRequest) => AuthResponse | Promise<AuthResponse>;

interface AuthRoute {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly handler: Handler;
  /** Of what anybody may ask for, whatever writes or asks the provider: so many a minute and address. */
  readonly counted: boolean;
}

/** Every path of signing in, with its one method. */
function routesOf(door: SignInController): readonly AuthRoute[] {
  return [
    { method: 'GET', url: '/auth/login', handler: (request) => door.login(request), counted: true },
    { method: 'GET', url: CALLBACK_PATH, handler: (request) => door.callback(request), counted: true },
    { method: 'GET', url: '/auth/signed-in', handler: () => door.signedIn(), counted: false },
    { method: 'POST', url: '/auth/refresh', handler: (request) => door.refresh(request), counted: true },
    { method: 'POST', url: '/auth/logout', handler: (request) => door.logout(request), counted: true },
    { method: 'GET', url: '/.well-known/jwks.json', handler: () => door.keySet(), counted: false },
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
      handler: async (request, reply) => send(reply, await answered(route, request, deps)),
    });
    allowOnly(url, [method]);
  }
}

async function answered(
  { handler, counted }: AuthRoute,
  request: FastifyRequest,
  { services, signIns }: AuthDeps,
): Promise<AuthResponse> {
  const page = request.headers.accept?.includes('text/html') === true;
  try {
    if (counted) signIns.count(request.raw.socket.remoteAddress ?? '');
    return await handler({
      host: request.headers.host,
      search: request.raw.url?.replace(/^[^?]*/, '') ?? '',
      cookie: request.headers.cookie,
      origin: request.headers.origin,
      page,
    });
  } catch (error) {
    const refusal = asRefusal(error);
    if (refusal.code === 'internal_error')
      services.log.error({ requestId: request.id, err: error }, 'a request failed');
    const { status } = refusal.entry;
    // Where nothing but the path is shown: the query may hold a code of the provider's.
    const told = problem(refusal, request.id, request.url.replace(/\?.*$/, ''), services.publicUrl());
    const answer = page && request.method === 'GET' ? failedPage(status) : told;
    return { ...answer, headers: { ...answer.headers, ...ownHeaders(refusal) } };
  }
}

function ownHeaders(refusal: Refusal): Record<string, string | string[]> {
  if (refusal instanceof SessionExpired) return { 'set-cookie': refusal.cleared };
  return refusal instanceof RateLimited ? refusal.headers : {};
}

function send(reply: FastifyReply, { status, headers, body }: AuthResponse): FastifyReply {
  return reply
    .code(status)
    .headers({ ...COMMON, ...headers })
    .send(body);
}
