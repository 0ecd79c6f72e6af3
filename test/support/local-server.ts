import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Listens on a free port of 127.0.0.1, and returns the port. */
export async function listenLocally(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Listens on a free port of 127.0.0.1, and returns the address. */
export async function serveLocally(server: HttpServer): Promise<string> {
  return `http://127.0.0.1:${String(await listenLocally(server))}`;
}

/** Closes a server and its connections. */
export function stopServer(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
