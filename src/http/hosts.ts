import type { FastifyInstance } from 'fastify';
import { invalid } from '../domain/errors';

/**
 * 400 for a request with two Host headers (RFC 9112 §3.2): Node takes the first, and whoever passed it on may have gone by
 * the last. Nothing more is read from such a connection.
 */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply) => {
    const { rawHeaders } = request.raw;
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length <= 1) return Promise.resolve();
    void reply.header('connection', 'close');
    return Promise.reject(invalid([{ pointer: '', detail: 'must have one Host header' }]));
  });
}
