/** The WebSocket server of one process. */
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type { GraphQLSchema } from 'graphql';
import { CloseCode, handleProtocols, type Server as Protocol } from 'graphql-ws';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Caller } from '../../domain/sessions/caller';
import { Refusal } from '../../domain/errors/errors';
import type { DocumentCache } from '../graphql/execution/document-cache';
import { RateLimited } from '../auth/rate-limit';
import { newRequestId } from '../auth/request-id';
import type { Database } from '../../database/transactions/database';
import { DeliveryLatency } from './delivery-latency';
import {
  authenticateHeaders,
  authenticateParams,
  type HandshakeDeps,
  refuseUpgrade,
  toEnvelopeRequest,
} from './handshake';
import { MessageQueue } from './message-queue';
import { handleAsPlainHttp, isWebSocketUpgrade } from './other-upgrades';
import { createProtocol } from './protocol';
import { closeCodes, SocketConnection } from './socket-connection';
import { SubscriptionHub } from './subscription-hub';

const MAX_FRAME_BYTES = 64 * 1024;
const MAX_SOCKETS_PER_CREDENTIAL = 20;
// Clients that send no close frame within this time are cut off.
const CLOSE_TIMEOUT_MS = 1_000;

export interface SubscriptionServerDeps extends HandshakeDeps {
  readonly schema: GraphQLSchema;
  readonly documents: DocumentCache;
  readonly store: Database;
  /** Milliseconds between polls. A lost notification delays events and revocations by up to this time. */
  readonly pollMs?: number;
}

/**
 * Serves GraphQL subscriptions at /graphql.
 *
 * States: created → attached → stopped, by `attach` and `stop`.
 */
export class SubscriptionServer {
  private readonly hub: SubscriptionHub;
  private readonly connections = new Set<SocketConnection>();
  private readonly socketCounts = new Map<string, number>();
  private readonly webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    handleProtocols,
  });
  private readonly protocol: Protocol<SocketConnection>;
  private readonly detachListeners: (() => void)[] = [];
  private isStopping = false;

  constructor(private readonly deps: SubscriptionServerDeps) {
    this.webSockets.on('wsClientError', (error, socket, request) => {
      refuseUpgrade(deps, request, socket, new Refusal('validation_failed', `${error.message}.`, { fields: [] }));
    });
    this.webSockets.on('headers', (headers) => void headers.push(`x-request-id: ${newRequestId(deps)}`));
    this.hub = new SubscriptionHub(deps.store, deps.log, deps.pollMs);
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
      if (isWebSocketUpgrade(request)) void this.upgrade(request, socket, head);
      else handleAsPlainHttp(http, request, socket, head);
    };
    http.on('upgrade', upgrade);
    this.detachListeners.push(() => http.off('upgrade', upgrade));
    this.hub.start();
  }

  /** Closes every socket with 1001 and stops listening. */
  async stop(): Promise<void> {
    this.isStopping = true;
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
      if (!connection.closeIfTooFarBehind()) continue;
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
      if (caller && this.isAtLimit(caller)) throw new RateLimited('sockets', LIMIT_HEADERS, LIMIT_MESSAGE);
      socket.off('error', ignore);
      this.webSockets.handleUpgrade(request, socket, head, (opened) => this.open(opened, socket, request, caller));
    } catch (error) {
      refuseUpgrade(this.deps, request, socket, error);
    }
  }

  private open(socket: WebSocket, stream: Duplex, request: IncomingMessage, caller: Caller | undefined): void {
    const handshake = { ...toEnvelopeRequest(request), address: request.socket.remoteAddress };
    const connection = new SocketConnection(socket, stream, handshake);
    this.connections.add(connection);
    this.deps.services.metrics.socketOpened();
    // `ws` closes the socket after an error, for example after a frame that is too large.
    socket.on('error', () => undefined);
    if (caller) this.assignCaller(connection, caller);
    const onClosed = this.protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => connection.send(text),
        close: (code, reason) => connection.close(code ?? CloseCode.InternalServerError, reason ?? ''),
        onMessage: (handle) => {
          const queue = new MessageQueue(connection, (text) => this.handleMessage(connection, handle, text));
          socket.on('message', (data) => queue.enqueue(toText(data)));
        },
      },
      connection,
    );
    socket.once('close', (code, reason) => {
      this.connections.delete(connection);
      this.deps.services.metrics.socketClosed();
      onClosed(code, String(reason)).catch((error: unknown) => this.closeAfterError(connection, error));
    });
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
    this.deps.log.error({ err: error }, 'a socket failed');
    connection.close(CloseCode.InternalServerError, 'Internal server error');
  }

  private async authenticate(connection: SocketConnection, params: unknown): Promise<boolean> {
    if (!connection.handshake) return true;
    try {
      const caller = await authenticateParams(this.deps, connection.handshake, params);
      if (this.isAtLimit(caller)) connection.close(closeCodes.tooMany, LIMIT_MESSAGE);
      else this.assignCaller(connection, caller);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!(error instanceof RateLimited)) return false;
      connection.close(closeCodes.tooMany, 'Rate limited');
      return true;
    }
  }

  private isAtLimit({ credentialId }: Caller): boolean {
    return (this.socketCounts.get(credentialId) ?? 0) >= MAX_SOCKETS_PER_CREDENTIAL;
  }

  /** Counts the socket for the caller's credential, and closes it when the credential is revoked. */
  private assignCaller(connection: SocketConnection, caller: Caller): void {
    if (!connection.isOpen) return;
    const { credentialId } = caller;
    connection.authenticate(caller);
    this.socketCounts.set(credentialId, (this.socketCounts.get(credentialId) ?? 0) + 1);
    const unwatch = this.hub.credentials.onRevoked(credentialId, () =>
      connection.close(closeCodes.revoked, 'Credential revoked'),
    );
    connection.socket.once('close', () => {
      unwatch();
      const count = (this.socketCounts.get(credentialId) ?? 1) - 1;
      if (count > 0) this.socketCounts.set(credentialId, count);
      else this.socketCounts.delete(credentialId);
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

/** Rate limit headers without a window: capacity returns when a socket is closed. */
const LIMIT_HEADERS = {
  'ratelimit-policy': `"sockets";q=${String(MAX_SOCKETS_PER_CREDENTIAL)}`,
  ratelimit: '"sockets";r=0',
};
const LIMIT_MESSAGE = `At most ${String(MAX_SOCKETS_PER_CREDENTIAL)} sockets a credential`;

export function createSubscriptionServer(deps: SubscriptionServerDeps): SubscriptionServer {
  return new SubscriptionServer(deps);
}
