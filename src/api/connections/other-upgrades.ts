/** Upgrade requests that do not ask for a WebSocket. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Whether a request asks for a WebSocket: a GET with `Upgrade: websocket` (RFC 6455 §4.1). */
export function isWebSocketUpgrade({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.trim().toLowerCase() === 'websocket';
}

/**
 * Handles an upgrade request as a plain HTTP request.
 *
 * A server that does not support the offered protocol answers in HTTP (RFC 9110 §7.8). `curl --http2` and Java's
 * HttpClient offer h2c with every first request. Node stops parsing after the headers of an upgrade request, so the
 * headers are parsed again without the `Upgrade` option of `Connection`. Everything else stays unchanged, also the
 * signed parts.
 */
export function handleAsPlainHttp(http: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  stopReading(socket);
  afterEarlierResponses(socket, () => {
    socket.unshift(Buffer.concat([serializeHeaders(request), head]));
    http.emit('connection', socket);
  });
}

/** The part of a connection that reads from the network. */
interface ReadHandle {
  reading: boolean;
  readStop(): void;
}

/**
 * Stops reading until the received bytes are parsed, as Node does when a stream holds enough bytes.
 *
 * Node starts to read when a connection is emitted again. So each such request would add a chunk of 64 KiB to the memory.
 */
export function stopReading({ _handle: handle }: Duplex & { readonly _handle?: ReadHandle | null }): void {
  if (!handle?.reading) return;
  handle.reading = false;
  handle.readStop();
}

/**
 * Calls back after the responses to all earlier requests of the connection.
 *
 * Responses go in the order of their requests (RFC 9112 §9.3.2), but Node keeps this order only within one `connection`
 * event. Errors of a client that disconnects meanwhile are ignored.
 */
function afterEarlierResponses(
  socket: Duplex & { readonly _httpMessage?: ServerResponse | null },
  callback: () => void,
): void {
  const response = socket._httpMessage;
  if (!response) {
    if (!socket.destroyed) callback();
    return;
  }
  const ignore = (): void => undefined;
  socket.on('error', ignore);
  response.once('close', () => {
    // Node sets the next queued response after this event.
    setImmediate(() => {
      socket.off('error', ignore);
      afterEarlierResponses(socket, callback);
    });
  });
}

/** Writes the request's headers again. */
function serializeHeaders({ method = 'GET', url = '/', httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const value = rawHeaders[at + 1] ?? '';
    lines.push(`${name}: ${name.toLowerCase() === 'connection' ? withoutUpgrade(value) : value}`);
  }
  // In HTTP headers, every byte is one character (RFC 9110 §5.5).
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

function withoutUpgrade(connection: string): string {
  return connection
    .split(',')
    .filter((option) => option.trim().toLowerCase() !== 'upgrade')
    .join(',');
}
