import type { Server } from 'node:http';
import { serveLocally, stopServer } from '../../test/support/local-server';

/** A server that the suite calls. */
export interface Target {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Listens on a free port of this machine. */
export async function listen(server: Server, stop: () => Promise<void> = () => Promise.resolve()): Promise<Target> {
  return {
    url: `${await serveLocally(server)}/mcp`,
    stop: async () => {
      await stopServer(server);
      await stop();
    },
  };
}
