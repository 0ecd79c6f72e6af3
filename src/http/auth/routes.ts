import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../operations/context';
import { asRefusal } from '../answer';
import { problem } from '../problem';
import { CALLBACK_PATH, SessionOver, type SignInDoor } from './door';
import type { AuthAnswer, AuthRequest } from './exchange';
import { failedPage } from './pages';

// same-origin: the addresses here hold codes and states; without any referrer browsers would leave Origin out of forms.
const COMMON = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

type Handler = (request: AuthRequest) => AuthAnswer | Promise<AuthAnswer>;

/** Every path of signing in, with its one method. */
function routesOf(door: SignInDoor): readonly (readonly ['GET' | 'POST', string, Handler])[] {
  return [
    ['GET', '/auth/login', (request) => door.login(request)],
    ['GET', CALLBACK_PATH, (request) => door.callback(request)],
    ['GET', '/auth/signed-in', () => door.signedIn()],
    ['POST', '/auth/refresh', (request) => door.refresh(request)],
    ['POST', '/auth/logout', (request) => door.logout(request)],
    ['GET', '/.well-known/jwks.json', () => door.keySet()],
  ];
}

export function addAuthRoutes(
  app: FastifyInstance,
  { signIn, services }: { readonly signIn: SignInDoor; readonly services: Services },
  allowOnly: (url: string, methods: readonly string[]) => void,
): void {
  for (const [method, url, handler] of routesOf(signIn)) {
    app.route({
      method,
      url,
      handler: async (request, reply) => send(reply, await answered(handler, request, services)),
    });
    allowOnly(url, [method]);
  }
}

async function answered(handler: Handler, request: FastifyRequest, services: Services): Promise<AuthAnswer> {
  const page = request.headers.accept?.includes('text/html') === true;
  try {
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
    return refusal instanceof SessionOver
      ? { ...answer, headers: { ...answer.headers, 'set-cookie': refusal.cleared } }
      : answer;
  }
}

function send(reply: FastifyReply, { status, headers, body }: AuthAnswer): FastifyReply {
  return reply
    .code(status)
    .headers({ ...COMMON, ...headers })
    .send(body);
}
