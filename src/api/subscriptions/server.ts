/** The WebSocket server of one process. */
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GraphQLSchema } from 'graphql';
import { CloseCode, handleProtocols, type Server as Protocol } from 'graphql-ws';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Caller } from '../../domain/sessions/caller';
import { Refusal } from '../../domain/errors/errors';
import { keyOf } from '../../domain/keys';
import type { DocumentCache } from '../graphql/execution/document-cache';
import { RateLimited } from '../auth/rate-limit';
import { newRequestId } from '../auth/request-id';
import { isTransient } from '../../database/connection/transient';
import type { Database } from '../../database/transactions/database';
import { DeliveryLatency } from './delivery-latency';
import { EventWaits } from './event-waits';
import {
  authenticateHeaders,
  authenticateParams,
  type HandshakeDeps,
  refuseUpgrade,
  toEnvelopeRequest,
} from './handshake';
import { MessageQueue } from './message-queue';
import { handleAsPlainHttp, isWebSocketUpgrade } from '../connections/other-upgrades';
import { isDeferred } from '../connections/pipelining';
import type { UnreadAnswers } from '../connections/unread-answers';
import { createProtocol } from './protocol';
import { closeCodes, SocketConnection, type SocketConnectionDeps } from './socket-connection';
import { SocketLimits } from './socket-limits';
import { SubscriptionHub } from './subscription-hub';

const MAX_FRAME_BYTES = 64 * 1024;
// A client may split a message into as many fragments, and the network into as many pieces.
const MAX_FRAGMENTS = 64;
const MAX_PIECES = 1_024;
// Clients that send no close frame within this time are cut off.
const CLOSE_TIMEOUT_MS = 1_000;

export interface SubscriptionServerDeps extends HandshakeDeps {
  readonly schema: GraphQLSchema;
  readonly documents: DocumentCache;
  readonly store: Database;
  readonly unreadAnswers: UnreadAnswers;
  /** Milliseconds between polls. A lost notification delays events and revocations by up to this time. */
  readonly pollMs?: number;
}

/**
 * Serves GraphQL subscriptions at /graphql.
 *
 * States: created → attached → stopped, by `attach` and `stop`.
 */
export class SubscriptionServer {
  /** Waits of requests, which count as sockets. */
  readonly waits: EventWaits;
  private readonly hub: SubscriptionHub;
  private readonly connections = new Set<SocketConnection>();
  private readonly limits: SocketLimits;
  private readonly connectionDeps: SocketConnectionDeps;
  /** Sockets without a verified signature, with the function that stops counting them. */
  private readonly releaseUnsigned = new Map<SocketConnection, () => void>();
  private readonly webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    // One message of a socket in a turn of the event loop, so that a flood does not delay other clients.
    allowSynchronousEvents: false,
    maxFragments: MAX_FRAGMENTS,
    maxBufferedChunks: MAX_PIECES,
    handleProtocols,
  });
  private readonly protocol: Protocol<SocketConnection>;
  private readonly detachListeners: (() => void)[] = [];
  private isStopping = false;

  constructor(private readonly deps: SubscriptionServerDeps) {
    const { services, unreadAnswers } = deps;
    this.limits = new SocketLimits(services.settings, services.metrics);
    this.connectionDeps = { settings: services.settings, metrics: services.metrics, unreadAnswers };
    this.webSockets.on('wsClientError', (error, socket, request) => {
      refuseUpgrade(deps, request, socket, new Refusal('validation_failed', `${error.message}.`, { fields: [] }));
    });
    this.webSockets.on('headers', (headers) => void headers.push(`x-request-id: ${newRequestId(deps)}`));
    this.hub = new SubscriptionHub(deps.store, deps.log, deps.pollMs);
    this.waits = new EventWaits({ db: deps.store, hub: this.hub, limits: this.limits, metrics: services.metrics });
    const latency = new DeliveryLatency(deps.store, deps.services.metrics);
    this.hub.onPoll(() => void latency.compareClocks());
    this.protocol = createProtocol({
      ...deps,
      hub: this.hub,
      latency,
      authenticate: (connection, params) => this.authenticate(connection, params),
    });
    this.hub.onPoll(() => this.closeSlowReaders());
  }

  /** Handles the upgrades of an HTTP server, and starts listening to the database. */
  attach(http: HttpServer): void {
    const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      if (isDeferred(request)) return;
      if (isWebSocketUpgrade(request)) void this.upgrade(request, socket, head);
      else handleAsPlainHttp(http, request, socket, head);
    };
    http.on('upgrade', upgrade);
    this.detachListeners.push(() => http.off('upgrade', upgrade));
    this.hub.start();
  }

  /** Closes every socket with 1001, ends every wait and stops listening. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.waits.stop();
    for (const detach of this.detachListeners.splice(0)) detach();
    const closed = [...this.connections].map(
      (connection) =>
        new Promise<void>((resolve) => {
          connection.socket.once('close', resolve);
          connection.close(closeCodes.goingAway, 'Going away');
        }),
    );
    const timer = setTimeout(() => {
      for (const { socket } of this.connections) socket.terminate();
    }, CLOSE_TIMEOUT_MS);
    await Promise.all(closed);
    clearTimeout(timer);
    await this.hub.stop();
  }

  private closeSlowReaders(): void {
    for (const connection of this.connections) {
      if (!connection.closeIfTooFarBehind() && !connection.cutIfTooSlow(performance.now())) continue;
      const { caller } = connection;
      this.deps.log.info({ credentialId: caller?.credentialId }, 'a socket was closed: its reader is too slow');
    }
  }

  private async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // A client may disconnect while its signature is checked. That is no error of the service.
    const ignore = (): void => undefined;
    socket.on('error', ignore);
    try {
      const caller = await authenticateHeaders(this.deps, request);
      if (this.isStopping) throw new Refusal('service_unavailable');
      const address = this.deps.proxies.clientAddress(request);
      const refusal = caller ? this.limits.refusalOf(caller) : this.limits.refusalOfUnsigned(address);
      if (refusal) throw refusal;
      socket.off('error', ignore);
      this.webSockets.handleUpgrade(request, socket, head, (opened) => this.open(opened, socket, request, caller));
    } catch (error) {
      refuseUpgrade(this.deps, request, socket, error);
    }
  }

  private open(socket: WebSocket, stream: Duplex, request: IncomingMessage, caller: Caller | undefined): void {
    const address = this.deps.proxies.clientAddress(request);
    const handshake = { ...toEnvelopeRequest(this.deps, request), upgrade: request };
    const connection = new SocketConnection(this.connectionDeps, socket, stream, handshake);
    this.connections.add(connection);
    this.deps.services.metrics.socketOpened();
    // `ws` closes the socket after an error, for example after a frame that is too large.
    socket.on('error', () => undefined);
    if (caller) this.assignCaller(connection, caller);
    else this.releaseUnsigned.set(connection, this.limits.addUnsigned(address));
    const onClosed = this.protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => connection.send(text),
        close: (code, reason) => connection.close(code ?? CloseCode.InternalServerError, reason ?? ''),
        onMessage: (handle) => {
          const queue = new MessageQueue(connection, (text) => this.handleMessage(connection, handle, text));
          socket.on('message', (data) => {
            const text = toText(data);
            if (connection.acceptMessage(text.length)) queue.enqueue(text);
          });
        },
      },
      connection,
    );
    const openedAt = performance.now();
    socket.once('close', (code, reason) => {
      this.logClosed(connection, code, performance.now() - openedAt);
      this.connections.delete(connection);
      this.endUnsigned(connection);
      this.deps.services.metrics.socketClosed();
      onClosed(code, String(reason)).catch((error: unknown) => this.closeAfterError(connection, error));
    });
  }

  /** Writes the line of a socket, as the request log writes one for each request. */
  private logClosed({ caller }: SocketConnection, closeCode: number, durationMs: number): void {
    const { settings, log } = this.deps.services;
    if (settings.requestLog !== 'on') return;
    const principalKey = caller?.kind === 'principal' ? keyOf('prn', caller.principalId) : undefined;
    log.info({ route: '/graphql', closeCode, durationMs: Math.round(durationMs), principalKey }, 'socket closed');
  }

  private async handleMessage(
    connection: SocketConnection,
    handle: (text: string) => Promise<void>,
    text: string,
  ): Promise<void> {
    try {
      await handle(text);
    } catch (error) {
      // graphql-ws throws for messages that only a server sends.
      if (isServerMessage(text)) connection.close(CloseCode.BadRequest, 'Not a message of a client');
      else this.closeAfterError(connection, error);
    }
  }

  private closeAfterError(connection: SocketConnection, error: unknown): void {
    // A client that signs `connectionParams` meets an outage here. A signed upgrade gets 503.
    if (isTransient(error)) this.deps.log.warn({ err: error }, 'a socket lost the database');
    else this.deps.log.error({ err: error }, 'a socket failed');
    connection.close(CloseCode.InternalServerError, 'Internal server error');
  }

  private async authenticate(connection: SocketConnection, params: unknown): Promise<boolean> {
    try {
      if (connection.handshake) {
        const caller = await authenticateParams(this.deps, connection.handshake, params);
        const refusal = this.limits.refusalOf(caller);
        if (refusal) connection.close(closeCodes.tooMany, refusal.message);
        else this.assignCaller(connection, caller);
      }
      connection.isAcknowledged = true;
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!(error instanceof RateLimited)) return false;
      connection.close(closeCodes.tooMany, 'Rate limited');
      return true;
    }
  }

  private endUnsigned(connection: SocketConnection): void {
    this.releaseUnsigned.get(connection)?.();
    this.releaseUnsigned.delete(connection);
  }

  /** Counts the socket for the caller, and closes it when the credential is revoked. */
  private assignCaller(connection: SocketConnection, caller: Caller): void {
    if (!connection.isOpen) return;
    const { credentialId } = caller;
    connection.authenticate(caller);
    this.endUnsigned(connection);
    const release = this.limits.add(caller);
    const unwatch = this.hub.credentials.onRevoked(credentialId, () =>
      connection.close(closeCodes.revoked, 'Credential revoked'),
    );
    connection.socket.once('close', () => {
      unwatch();
      release();
    });
  }
}

/** `ws` passes a frame as one Buffer by default. */
function toText(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : '';
}

/** Message types of graphql-transport-ws that only a server sends. */
const SERVER_MESSAGE_TYPES: ReadonlySet<unknown> = new Set(['connection_ack', 'next', 'error']);

function isServerMessage(text: string): boolean {
  try {
    const message = JSON.parse(text) as { readonly type?: unknown } | null;
    return SERVER_MESSAGE_TYPES.has(message?.type);
  } catch {
    return false;
  }
}

export function createSubscriptionServer(deps: SubscriptionServerDeps): SubscriptionServer {
  return new SubscriptionServer(deps);
}
