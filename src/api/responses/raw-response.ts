import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { securityHeaders } from './security-headers';

/**
 * Writes a response to a bare socket and closes the connection.
 * It is for cases without a framework reply: a malformed request and a refused upgrade.
 */
export function respondRaw(
  socket: Duplex,
  requestId: string,
  answer: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string },
  publicUrl: string,
): void {
  const { status, body } = answer;
  const headers = {
    ...answer.headers,
    ...securityHeaders(publicUrl),
    'cache-control': 'no-store',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    'x-request-id': requestId,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}
