import type { IncomingMessage } from 'node:http';

// The request timeout of `server.ts` limits the whole time to 20 s.
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;
const MAX_SILENCE_MS = 2_000;

/** Tells whether the response is sent before the whole request arrived. */
export function isRespondedEarly({ complete, headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && !complete;
}

/**
 * Reads and discards the rest of a request body after an early response.
 * If a connection closes with unread bytes, it is reset and the client may lose the response (RFC 9112 §9.6). A client
 * that sends too much or stops sending is disconnected.
 */
export function drainBody(incoming: IncomingMessage): void {
  const { socket } = incoming;
  let remainingBytes = MAX_DRAINED_BYTES;
  const disconnect = (): void => void socket.destroy();
  const silenceTimer = setTimeout(disconnect, MAX_SILENCE_MS);
  // Node calls `destroySoon` after a response with `Connection: close`. Until the body ends, close only our side.
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (incoming.complete) close();
    else socket.end();
  };
  incoming.on('data', (bytes: Buffer) => {
    silenceTimer.refresh();
    remainingBytes -= bytes.length;
    if (remainingBytes < 0) disconnect();
  });
  incoming.once('close', () => clearTimeout(silenceTimer));
  incoming.once('end', () => {
    clearTimeout(silenceTimer);
    socket.destroySoon = close;
    if (socket.writableEnded) close();
  });
}
