import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Whether a request asks for what we can become: a WebSocket, by GET (RFC 6455 §4.1). */
export function asksForWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.trim().toLowerCase() === 'websocket';
}

/**
 * Gives a request that offers another protocol back to HTTP: who offers one must be answered in this one where the server
 * does not care for it (RFC 9110 §7.8), and `curl --http2` and Java's HttpClient offer h2c with every first request. Node
 * has stopped reading at the end of the headers by then, so they are read once more, without the word that stopped it;
 * everything else of the request, and what is signed of it, is as it arrived.
 */
export function giveBack(http: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  whenAnswered(socket, () => {
    socket.unshift(Buffer.concat([headersOf(request), head]));
    http.emit('connection', socket);
  });
}

/**
 * Answers go in the order of their requests (RFC 9112 §9.3.2): those before this one on its connection are waited for,
 * because Node keeps their order for each `connection` it was told of. Whoever hangs up meanwhile is no fault of ours.
 */
function whenAnswered(socket: Duplex & { readonly _httpMessage?: ServerResponse | null }, then: () => void): void {
  const answering = socket._httpMessage;
  if (!answering) {
    if (!socket.destroyed) then();
    return;
  }
  const ignore = (): void => undefined;
  socket.on('error', ignore);
  answering.once('close', () => {
    // The next one in the queue is put there at the end of this one.
    setImmediate(() => {
      socket.off('error', ignore);
      whenAnswered(socket, then);
    });
  });
}

function headersOf({ method = 'GET', url = '/', httpVersion, rawHeaders }: IncomingMessage): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const value = rawHeaders[at + 1] ?? '';
    lines.push(`${name}: ${name.toLowerCase() === 'connection' ? withoutUpgrade(value) : value}`);
  }
  // HTTP's own encoding: every byte is a character (RFC 9110 §5.5).
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

function withoutUpgrade(connection: string): string {
  return connection
    .split(',')
    .filter((option) => option.trim().toLowerCase() !== 'upgrade')
    .join(',');
}
