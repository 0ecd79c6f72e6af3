import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';

/** Runs in a process of its own: `ws` alone. A finished frame is written to the sockets it is for, and nothing else. */

export interface Send {
  /** The message's text. */
  readonly text: string;
  /** Of each event. */
  readonly to: readonly (readonly number[] | 'all')[];
}

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

function framed(text: string): Buffer {
  const payload = Buffer.from(text);
  const head = payload.length < 126 ? [0x81, payload.length] : [0x81, 126, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from(head), payload]);
}

process.on('message', ({ text, to }: Send) => {
  const frame = framed(text);
  for (const numbers of to) {
    if (numbers === 'all') for (const socket of sockets.values()) socket.write(frame);
    else for (const number of numbers) sockets.get(number)?.write(frame);
  }
});
process.on('disconnect', () => process.exit());
