import type { IncomingMessage } from 'node:http';

/** So much more is read, and so long nothing is waited for; 20 s in all, as for every request (server.ts). */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;
const MAX_SILENCE_MS = 2_000;

/** Whether a request is answered that is not there whole. */
export function isRespondedEarly({ complete, headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return hasBody && !complete;
}

/**
 * Reads on where a request is refused while its body is being sent, and drops it. Closed with bytes unread, a connection is
 * reset, and the answer may be lost with it (RFC 9112 §9.6). Who sends far more, or nothing more, is cut off.
 */
export function drainBody(incoming: IncomingMessage): void {
  const { socket } = incoming;
  let left = MAX_DRAINED_BYTES;
  const cutOff = (): void => void socket.destroy();
  const silence = setTimeout(cutOff, MAX_SILENCE_MS);
  // What Node does after the answer, with `Connection: close`: our side is closed, theirs once it has come to its end.
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (incoming.complete) close();
    else socket.end();
  };
  incoming.on('data', (bytes: Buffer) => {
    silence.refresh();
    left -= bytes.length;
    if (left < 0) cutOff();
  });
  incoming.once('close', () => clearTimeout(silence));
  incoming.once('end', () => {
    clearTimeout(silence);
    socket.destroySoon = close;
    if (socket.writableEnded) close();
  });
}
