import type { FastifyInstance } from 'fastify';
import { invalid } from '../domain/errors';

/**
 * 400 for a request with two Host headers (RFC 9112 §3.2): Node takes the first, and whoever passed it on may have gone by
 * the last. Nothing more is read from such a connection.
 */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hostsIn(request.raw.rawHeaders) <= 1) {
      done();
      return;
    }
    void reply.header('connection', 'close');
    done(invalid([{ pointer: '', detail: 'must have one Host header' }]));
  });
}

/** Of every request: without a list of its names. */
function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
