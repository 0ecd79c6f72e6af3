import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/errors/errors';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/**
 * 405 with `Allow` for every method of a path but those there. It is said before a body is read: a method that is not
 * taken comes before a body that is too large (contract §5).
 */
export function refuseOthers(
  app: FastifyInstance,
  url: string,
  there: readonly string[],
  allow: readonly string[] = there,
): void {
  const refuse = (_: FastifyRequest, reply: FastifyReply): Promise<never> => {
    void reply.header('allow', allow.join(', '));
    return Promise.reject(new Refusal('method_not_allowed', `The path takes ${allow.join(', ')}.`));
  };
  const method = METHODS.filter((one) => !there.includes(one));
  app.route({ method, url, onRequest: refuse, handler: refuse });
}
