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
import { Hub } from './hub';
import { Inbox } from './message-queue';
import { Latency } from './delivery-latency';
import { asksForWebSocket, giveBack } from './other-upgrades';
import { createProtocol } from './protocol';
import { closeCodes, Session } from './socket-connection';
import { callerOfParams, callerOfUpgrade, type DoorDeps, envelopeOf, refuseUpgrade } from './handshake';

const FRAME_BYTES = 64 * 1024;
const SOCKETS_A_CREDENTIAL = 20;
// Time to say goodbye in; whoever does not is cut off.
const GOODBYE_MS = 1_000;

export interface SocketsDeps extends DoorDeps {
  readonly schema: GraphQLSchema;
  readonly documents: DocumentCache;
  readonly store: Database;
  /** Milliseconds between polls; longer ones than the default let nobody hear in time if a notification is lost. */
  readonly pollMs?: number;
}

/** The sockets of one process: GraphQL subscriptions at /graphql (contract §3). */
export class Sockets {
  readonly hub: Hub;
  private readonly sessions = new Set<Session>();
  private readonly ofCredential = new Map<string, number>();
  private readonly webSockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: FRAME_BYTES,
    perMessageDeflate: false,
    handleProtocols,
  });
  private readonly protocol: Protocol<Session>;
  private readonly detach: (() => void)[] = [];
  private stopping = false;

  constructor(private readonly deps: SocketsDeps) {
    this.webSockets.on('wsClientError', (error, socket, request) => {
      refuseUpgrade(deps, request, socket, new Refusal('validation_failed', `${error.message}.`, { fields: [] }));
    });
    this.webSockets.on('headers', (headers) => void headers.push(`x-request-id: ${newRequestId(deps)}`));
    this.hub = new Hub(deps.store, deps.log, deps.pollMs);
    const latency = new Latency(deps.store, deps.services.metrics);
    this.hub.onTick(() => void latency.look());
    this.protocol = createProtocol({
      ...deps,
      hub: this.hub,
      latency,
      admit: (session, params) => this.admit(session, params),
    });
    this.hub.onTick(() => {
      for (const session of this.sessions) {
        if (!session.checkBehind()) continue;
        deps.log.info({ credentialId: session.caller?.credentialId }, 'a socket was closed: its reader is too slow');
      }
    });
  }

  /** Takes the upgrades of an HTTP server, and begins to listen to the database. */
  attach(http: HttpServer): void {
    const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      if (asksForWebSocket(request)) void this.upgrade(request, socket, head);
      else giveBack(http, request, socket, head);
    };
    http.on('upgrade', upgrade);
    this.detach.push(() => http.off('upgrade', upgrade));
    this.hub.start();
  }

  /** Closes every socket with 1001 and stops listening. */
  async stop(): Promise<void> {
    this.stopping = true;
    for (const detach of this.detach.splice(0)) detach();
    const closed = [...this.sessions].map(
      (session) =>
        new Promise<void>((resolve) => {
          session.socket.once('close', resolve);
          session.close(closeCodes.goingAway, 'Going away');
        }),
    );
    const cut = setTimeout(() => {
      for (const { socket } of this.sessions) socket.terminate();
    }, GOODBYE_MS);
    await Promise.all(closed);
    clearTimeout(cut);
    await this.hub.stop();
  }

  private async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Whoever hangs up while we look at the signature is gone, and no fault of ours.
    const ignore = (): void => undefined;
    socket.on('error', ignore);
    try {
      const caller = await callerOfUpgrade(this.deps, request);
      if (this.stopping) throw new Refusal('service_unavailable');
      if (caller && this.isFull(caller)) throw new RateLimited('sockets', NO_ROOM, FULL);
      socket.off('error', ignore);
      this.webSockets.handleUpgrade(request, socket, head, (opened) => this.open(opened, socket, request, caller));
    } catch (error) {
      refuseUpgrade(this.deps, request, socket, error);
    }
  }

  private open(socket: WebSocket, wire: Duplex, request: IncomingMessage, caller: Caller | undefined): void {
    const session = new Session(socket, wire, { ...envelopeOf(request), address: request.socket.remoteAddress });
    this.sessions.add(session);
    this.deps.services.metrics.socketOpened();
    // A frame too large, a connection cut off: `ws` closes it, and there is nothing to add.
    socket.on('error', () => undefined);
    if (caller) this.enter(session, caller);
    const ended = this.protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) => session.send(text),
        close: (code, reason) => session.close(code ?? CloseCode.InternalServerError, reason ?? ''),
        onMessage: (take) => {
          const inbox = new Inbox(session, (text) => this.take(session, take, text));
          socket.on('message', (data) => inbox.receive(textOf(data)));
        },
      },
      session,
    );
    socket.once('close', (code, reason) => {
      this.sessions.delete(session);
      this.deps.services.metrics.socketClosed();
      ended(code, String(reason)).catch((error: unknown) => this.failed(session, error));
    });
  }

  private async take(session: Session, take: (text: string) => Promise<void>, text: string): Promise<void> {
    try {
      await take(text);
    } catch (error) {
      // The library throws for these too; nothing else is read twice.
      if (isOfServer(text)) session.close(CloseCode.BadRequest, 'Not a message of a client');
      else this.failed(session, error);
    }
  }

  private failed(session: Session, error: unknown): void {
    this.deps.log.error({ err: error }, 'a socket failed');
    session.close(CloseCode.InternalServerError, 'Internal server error');
  }

  private async admit(session: Session, params: unknown): Promise<boolean> {
    if (!session.upgrade) return true;
    try {
      const caller = await callerOfParams(this.deps, session.upgrade, params);
      if (!this.isFull(caller)) this.enter(session, caller);
      else session.close(closeCodes.tooMany, FULL);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!(error instanceof RateLimited)) return false;
      session.close(closeCodes.tooMany, 'Rate limited');
      return true;
    }
  }

  private isFull({ credentialId }: Caller): boolean {
    return (this.ofCredential.get(credentialId) ?? 0) >= SOCKETS_A_CREDENTIAL;
  }

  /** From here on the socket belongs to its credential, and ends with it. */
  private enter(session: Session, caller: Caller): void {
    if (!session.open) return;
    const { credentialId } = caller;
    session.enter(caller);
    this.ofCredential.set(credentialId, (this.ofCredential.get(credentialId) ?? 0) + 1);
    const release = this.hub.guard(credentialId, () => session.close(closeCodes.revoked, 'Credential revoked'));
    session.socket.once('close', () => {
      release();
      const left = (this.ofCredential.get(credentialId) ?? 1) - 1;
      if (left > 0) this.ofCredential.set(credentialId, left);
      else this.ofCredential.delete(credentialId);
    });
  }
}

/** `ws` gives frames as one Buffer, unless told otherwise. */
function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString() : '';
}

/** Messages of graphql-transport-ws that only a server sends. */
const OF_SERVER: ReadonlySet<unknown> = new Set(['connection_ack', 'next', 'error']);

function isOfServer(text: string): boolean {
  try {
    const message = JSON.parse(text) as { readonly type?: unknown } | null;
    return OF_SERVER.has(message?.type);
  } catch {
    return false;
  }
}

/** As the headers of a budget are (src/api/auth/rate-limit.ts); it has no window: room comes when a socket is closed. */
const NO_ROOM = { 'ratelimit-policy': `"sockets";q=${String(SOCKETS_A_CREDENTIAL)}`, ratelimit: '"sockets";r=0' };
const FULL = `At most ${String(SOCKETS_A_CREDENTIAL)} sockets a credential`;

export function createSockets(deps: SocketsDeps): Sockets {
  return new Sockets(deps);
}
