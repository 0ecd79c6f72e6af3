/** Limits of connections and of unread answers, as hooks of the HTTP server. */
import type { FastifyInstance } from 'fastify';
import type { TrustedProxies } from '../auth/client-address';
import { ConnectionLimit } from '../connections/connection-limit';
import { ConnectionRate, refuseConnections } from '../connections/connection-rate';
import { limitPipelining } from '../connections/pipelining';
import { RequestBodies, type RequestBody } from '../connections/request-bodies';
import { isLarge, type UnreadAnswers } from '../connections/unread-answers';
import type { Services } from '../../operations/context';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller whose unread bytes the answer counts for. Undefined: the address. */
    reader: string | undefined;
    /** The counted body. Undefined for a small one. */
    countedBody: RequestBody | undefined;
  }
}

// Smaller bodies are bounded by the number of connections.
const MIN_COUNTED_BYTES = 16 * 1024;

interface ConnectionDeps {
  readonly services: Pick<Services, 'settings' | 'metrics'>;
  readonly unreadAnswers: UnreadAnswers;
  readonly requestBodies: RequestBodies;
  readonly proxies: TrustedProxies;
}

/** Limits connections by address, pipelined requests by connection, and the bytes of bodies and answers by caller. */
export function limitConnections(app: FastifyInstance, deps: ConnectionDeps): void {
  const { services, unreadAnswers, proxies } = deps;
  const { settings, metrics } = services;
  const rate = new ConnectionRate(settings);
  refuseConnections(app.server, (address) => {
    if (proxies.includes(address) || rate.admits(address)) return true;
    metrics.limitReached('new_connections');
    return false;
  });
  const connections = new ConnectionLimit(
    settings.maxConnectionsPerAddress,
    () => metrics.limitReached('connections'),
    // The clients of a proxy share its connections.
    proxies.includes,
  );
  connections.attach(app.server);
  limitPipelining(app.server, settings.maxRequestsPerConnection, () => metrics.limitReached('pipelined_requests'));
  app.decorateRequest('reader', undefined);
  app.addHook('onRequest', (request, _reply, done) => done(connections.refusalOf(request.raw.socket)));
  countBodies(app, deps.requestBodies);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isLarge(payload) || reply.raw.destroyed) {
      done(null, payload);
      return;
    }
    const { socket } = request.raw;
    const body = unreadAnswers.stream(request.reader ?? proxies.clientAddress(request.raw), payload, () =>
      socket.destroy(),
    );
    // A response without a reader ends without reading the stream.
    reply.raw.once('close', () => body.destroy());
    reply.header('content-length', body.length);
    done(null, body);
  });
}

/** Counts each body that may be large, from its first byte to the end of the response. */
function countBodies(app: FastifyInstance, bodies: RequestBodies): void {
  app.decorateRequest('countedBody', undefined);
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { headers, socket } = request.raw;
    const isChunked = headers['transfer-encoding'] !== undefined;
    if (!isChunked && Number(headers['content-length'] ?? 0) <= MIN_COUNTED_BYTES) {
      done(null, payload);
      return;
    }
    try {
      const body = bodies.begin(() => socket.destroy());
      request.countedBody = body;
      request.raw.on('data', (chunk: Buffer) => bodies.receive(body, chunk.length));
      request.raw.once('close', () => bodies.complete(body));
      request.raw.once('end', () => bodies.complete(body));
      reply.raw.once('close', () => bodies.end(body));
      done(null, payload);
    } catch (error) {
      done(error as Error);
    }
  });
}
