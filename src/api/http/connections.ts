/** Limits of connections and of unread answers, as hooks of the HTTP server. */
import type { FastifyInstance } from 'fastify';
import type { TrustedProxies } from '../auth/client-address';
import { ConnectionLimit } from '../connections/connection-limit';
import { limitPipelining } from '../connections/pipelining';
import { isLarge, type UnreadAnswers } from '../connections/unread-answers';
import type { Services } from '../../operations/context';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller whose unread bytes the answer counts for. Undefined: the address. */
    reader: string | undefined;
  }
}

interface ConnectionDeps {
  readonly services: Pick<Services, 'settings' | 'metrics'>;
  readonly unreadAnswers: UnreadAnswers;
  readonly proxies: TrustedProxies;
}

/** Limits connections by address, pipelined requests by connection, and unread answers by caller. */
export function limitConnections(app: FastifyInstance, { services, unreadAnswers, proxies }: ConnectionDeps): void {
  const { settings, metrics } = services;
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
