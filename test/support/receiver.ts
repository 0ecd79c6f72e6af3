import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A real local server that records the webhooks it receives; not a test. */

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** `performance.now()` after the whole body arrived. */
  readonly at: number;
}

/** The accept backlog: with less, a thousand concurrent connections would retry after a second. */
const BACKLOG = 4096;

export type Behaviour = (...args: [...Parameters<RequestListener>, Received]) => void;

export interface Receiver {
  url(path: string): string;
  readonly port: number;
  readonly received: Received[];
  of(path: string): Received[];
  /** Sets the behaviour of a path; without one it answers 204. */
  on(path: string, behaviour: Behaviour): void;
  /** The number of connections so far. */
  connections(): number;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const behaviours = new Map<string, Behaviour>();
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const one = { path, headers: request.headers, body: Buffer.concat(chunks).toString(), at: performance.now() };
      received.push(one);
      const behaviour = behaviours.get(path);
      if (behaviour) behaviour(request, response, one);
      else response.writeHead(204).end();
    });
  });
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', BACKLOG, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${String(port)}${path}`,
    port,
    received,
    of: (path) => received.filter((one) => one.path === path),
    on: (path, behaviour) => void behaviours.set(path, behaviour),
    connections: () => connections,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
