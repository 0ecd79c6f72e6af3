import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../domain/errors/errors';

/** A client that sends nothing for this time while the server closes is disconnected. */
const MAX_SILENCE_MS = 1_000;

/** A socket with two members of Node's HTTP server: the response in progress, and the parser until an upgrade. */
type HttpSocket = Socket & {
  readonly _httpMessage?: (ServerResponse & { readonly req: IncomingMessage }) | null;
  readonly parser?: object | null;
};

export interface CloseOptions {
  /** All connections are cut after this time. */
  readonly graceMs: number;
  /** Answers a client whose request did not arrive completely. */
  readonly refuse: (socket: Socket, refusal: Refusal) => void;
}

/** The refusal of a request that arrives while the server closes. */
export function stoppingRefusal(): Refusal {
  return new Refusal('service_unavailable', 'The service is stopping and did not process the request. Send it again.');
}

/**
 * Ends the connections of an HTTP server when it stops.
 *
 * States: serving → draining → closing. A draining server serves requests, and closes each connection after its
 * response. A closing server accepts no connections and refuses new requests, but finishes those in progress.
 */
export class ServerLifecycle {
  private state: 'serving' | 'draining' | 'closing' = 'serving';
  /** The open sockets, with the bytes that each had received at the last check. */
  private readonly sockets = new Map<HttpSocket, number>();

  /** Whether the server is draining or closing. */
  get isStopping(): boolean {
    return this.state !== 'serving';
  }

  get isClosing(): boolean {
    return this.state === 'closing';
  }

  /** Follows the connections of a server. Node has no public list of them. */
  track(server: Server): void {
    server.on('connection', (socket: Socket) => {
      // An upgrade that is handled as plain HTTP emits its connection again.
      if (this.sockets.has(socket)) return;
      this.sockets.set(socket, 0);
      socket.once('close', () => this.sockets.delete(socket));
    });
  }

  /** Tells load balancers by `/readyz` that the server stops. */
  drain(): void {
    if (this.state === 'serving') this.state = 'draining';
  }

  /**
   * Closes the listener, then all connections.
   *
   * A connection ends after its response, after a silent second, or at the end of the grace. Node's own timeouts do not
   * apply any more: they end with the listener.
   * @returns the number of connections that were cut at the end of the grace
   */
  async close(app: FastifyInstance, { graceMs, refuse }: CloseOptions): Promise<number> {
    this.state = 'closing';
    const closed = app.close();
    this.disconnectSilent(app.server, refuse, false);
    const checking = setInterval(() => this.disconnectSilent(app.server, refuse, true), MAX_SILENCE_MS);
    let cut = 0;
    const grace = setTimeout(() => {
      cut = this.sockets.size;
      for (const socket of this.sockets.keys()) socket.destroy();
    }, graceMs);
    try {
      await closed;
      return cut;
    } finally {
      clearInterval(checking);
      clearTimeout(grace);
    }
  }

  private disconnectSilent(server: Server, refuse: CloseOptions['refuse'], hasBaseline: boolean): void {
    server.closeIdleConnections();
    for (const [socket, bytesBefore] of this.sockets) {
      this.sockets.set(socket, socket.bytesRead);
      if (hasBaseline && socket.bytesRead === bytesBefore && awaitsRequest(socket)) disconnect(socket, refuse);
    }
  }
}

/** Whether the rest of a request is missing. An upgraded socket ends with the WebSocket server. */
function awaitsRequest({ parser, _httpMessage: response }: HttpSocket): boolean {
  return Boolean(parser) && response?.req.complete !== true;
}

function disconnect(socket: HttpSocket, refuse: CloseOptions['refuse']): void {
  const hasResponse = socket._httpMessage?.headersSent === true;
  if (socket.bytesRead > 0 && !hasResponse && socket.writable) refuse(socket, stoppingRefusal());
  socket.destroySoon();
}
