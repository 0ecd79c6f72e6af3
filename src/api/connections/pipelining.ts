/** Limit of pipelined requests (RFC 9112 §9.3.2). */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { handleAsPlainHttp } from './other-upgrades';

/** A request as Node's parser creates it. */
interface ParsedRequest extends IncomingMessage {
  upgrade?: boolean;
}

/** The HTTP parser that Node attaches to a connection. */
interface ParsedSocket extends Socket {
  readonly parser?: { onIncoming: (request: ParsedRequest, keepAlive: boolean) => number } | null;
}

// The parser stops after the headers, as for an upgrade.
const STOP_PARSING = 2;

const deferredRequests = new WeakSet<IncomingMessage>();

/** Whether the request only waits for earlier answers of its connection. It is not an upgrade. */
export function isDeferred(request: IncomingMessage): boolean {
  return deferredRequests.has(request);
}

/**
 * Limits the requests that run at the same time on one connection.
 *
 * Node starts every request of a received chunk in one turn of the event loop, and a chunk of 64 KiB holds thousands. So
 * the parser stops at the first request past the limit, and continues when the earlier ones are answered. Node stops
 * parsing only for upgrades, so such a request is treated like an upgrade that is not supported.
 *
 * @param onDeferred called when a request has to wait
 */
export function limitPipelining(http: Server, maxRequests: number, onDeferred: () => void): void {
  const running = new WeakMap<Socket, number>();
  const count = (socket: Socket): number => running.get(socket) ?? 0;
  http.on('connection', (socket: ParsedSocket) => {
    const { parser } = socket;
    if (!parser) return;
    const { onIncoming } = parser;
    parser.onIncoming = (request, keepAlive) => {
      if (request.upgrade === true || count(socket) < maxRequests) return onIncoming(request, keepAlive);
      deferredRequests.add(request);
      request.upgrade = true;
      onDeferred();
      return STOP_PARSING;
    };
  });
  http.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    running.set(socket, count(socket) + 1);
    response.once('close', () => running.set(socket, count(socket) - 1));
  });
  http.on('upgrade', (request, socket, head) => {
    if (isDeferred(request)) handleAsPlainHttp(http, request, socket, head);
  });
}
