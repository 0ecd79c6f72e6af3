import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/errors/errors';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/**
 * Answers 405 with `Allow` for every other method of a path.
 * It answers before the body is read, so that 405 takes precedence over a body that is too large (413).
 */
export function refuseOthers(
  app: FastifyInstance,
  url: string,
  methods: readonly string[],
  allow: readonly string[] = methods,
): void {
  const refuse = (_: FastifyRequest, reply: FastifyReply): Promise<never> => {
    void reply.header('allow', allow.join(', '));
    return Promise.reject(
      new Refusal('method_not_allowed', `The path allows only these methods: ${allow.join(', ')}.`),
    );
  };
  const method = METHODS.filter((name) => !methods.includes(name));
  app.route({ method, url, onRequest: refuse, handler: refuse });
}
