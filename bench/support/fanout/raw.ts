import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';

/** Opens `ws` alone. A number in the address identifies the socket. The address goes to the parent process. */
export function openSockets(): ReadonlyMap<number, Duplex> {
  const sockets = new Map<number, Duplex>();
  const webSockets = new WebSocketServer({ noServer: true, clientTracking: false, perMessageDeflate: false });
  const http = createServer();
  http.on('upgrade', (request, socket, head) => {
    webSockets.handleUpgrade(request, socket, head, () => {
      sockets.set(Number(new URL(request.url ?? '/', 'http://bare').searchParams.get('n')), socket);
    });
  });
  http.listen(0, '127.0.0.1', () => {
    process.send?.({ url: `ws://127.0.0.1:${String((http.address() as AddressInfo).port)}/` });
  });
  return sockets;
}

/** Encodes the text as a finished frame. */
export function encodeFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = payload.length < 126 ? [0x81, payload.length] : [0x81, 126, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from(head), payload]);
}
