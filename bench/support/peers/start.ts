import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { asApplication } from '../session';

/** A server of another framework, in a process of its own. */
export interface Peer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Connections of each peer, as many as the service has. */
const CONNECTIONS = 12;

/**
 * Starts one of `servers/`. Resolves when it answers and rejects if it ends instead. It ends together with this
 * process.
 */
export async function startPeer(
  folder: string,
  file: string,
  database: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Peer> {
  const child = fork(join(folder, 'servers', file), [], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
      DATABASE_URL: asApplication(database),
      CONNECTIONS: String(CONNECTIONS),
      ...env,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return untilReady(file, child);
}

/** Waits for the address that the child sends as its first message. */
export async function untilReady(name: string, child: ChildProcess): Promise<Peer> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${name} ended with ${String(code)}`)));
    child.once('message', ({ url: at }: { readonly url: string }) => resolve(at));
  });
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
