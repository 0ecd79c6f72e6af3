import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that the suite calls. */
export interface Target {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Listens on a free port of this machine. */
export async function listen(server: Server, stop: () => Promise<void> = () => Promise.resolve()): Promise<Target> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/mcp`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await stop();
    },
  };
}
