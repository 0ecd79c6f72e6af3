import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Receives webhooks in its own process, reads each one and answers 204. */

export type SinkNews = { readonly url: string } | { readonly received: number; readonly at: number };

let received = 0;
let reportedCount = 0;
const TELL_MS = 5;

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    received += 1;
    response.writeHead(204).end();
  });
});
// Keeps the connections of a pool open as long as the bench runs.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const news: SinkNews = { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` };
  process.send?.(news);
});
setInterval(() => {
  if (received === reportedCount) return;
  reportedCount = received;
  const news: SinkNews = { received, at: performance.timeOrigin + performance.now() };
  process.send?.(news);
}, TELL_MS);
process.on('disconnect', () => process.exit());
