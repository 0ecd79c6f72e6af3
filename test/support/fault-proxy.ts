import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { listenLocally } from './local-server';

/** A TCP proxy that fails as networks fail, before PostgreSQL or before the service; not a test. */

/**
 * The treatment of bytes by the proxy:
 * - `pass` forwards them;
 * - `stall` holds them in both directions until it passes again: a very slow network;
 * - `deaf` forwards requests and drops responses: a commit succeeds without an acknowledgement;
 * - `mute` drops requests: the client waits for a response to a lost request;
 * - `refuse` resets new connections; existing connections continue.
 *
 * In `deaf` and `mute` connections are half open: the end of one side is hidden from the other.
 * Dropped bytes cannot be recovered, so a mode change resets these connections.
 */
export type Mode = 'pass' | 'stall' | 'deaf' | 'mute' | 'refuse';

export interface Target {
  readonly port: number;
  readonly host?: string;
}

/** The two sockets of one connection. */
class Pair {
  private hasLostBytes = false;

  constructor(
    readonly client: Socket,
    readonly server: Socket,
    private mode: Mode,
  ) {
    this.carry(client, server, 'mute');
    this.carry(server, client, 'deaf');
    this.apply(mode);
  }

  apply(mode: Mode): void {
    if (this.hasLostBytes && mode !== this.mode) {
      this.reset();
      return;
    }
    this.mode = mode;
    for (const socket of [this.client, this.server]) {
      if (mode === 'stall') socket.pause();
      else socket.resume();
    }
  }

  /** Sends RST in both directions instead of an orderly end. */
  reset(): void {
    for (const socket of [this.client, this.server]) if (!socket.destroyed) reset(socket);
  }

  private carry(from: Socket, to: Socket, swallowedIn: Mode): void {
    from.on('data', (bytes: Buffer) => {
      if (this.mode === swallowedIn) this.hasLostBytes = true;
      else if (!to.destroyed) to.write(bytes);
    });
    from.on('error', () => this.ended(() => this.reset()));
    from.on('end', () => this.ended(() => to.end()));
    from.on('close', () => this.ended(() => to.destroySoon()));
  }

  private ended(forward: () => void): void {
    if (this.mode === 'deaf' || this.mode === 'mute') this.hasLostBytes = true;
    else forward();
  }
}

/** Destroys a socket that is shutting down, because Node leaves it open when its reset fails. */
function reset(socket: Socket): void {
  if (socket.writableEnded && !socket.writableFinished) socket.destroy();
  else socket.resetAndDestroy();
}

export class FaultProxy {
  private readonly pairs = new Set<Pair>();
  private mode: Mode = 'pass';

  private constructor(
    private readonly server: Server,
    private readonly target: Target,
    readonly port: number,
  ) {
    server.on('connection', (client) => this.accept(client));
  }

  /** Listens on a free port of 127.0.0.1; the target may start later. */
  static async open(target: Target): Promise<FaultProxy> {
    const server = createServer();
    return new FaultProxy(server, target, await listenLocally(server));
  }

  get connections(): number {
    return this.pairs.size;
  }

  /** Sets the mode of existing and new connections; connections with lost bytes are reset. */
  become(mode: Mode): void {
    this.mode = mode;
    for (const pair of this.pairs) pair.apply(mode);
  }

  /** Sets the mode of existing connections only; new connections keep the previous mode. */
  turn(mode: Mode): void {
    for (const pair of this.pairs) pair.apply(mode);
  }

  /** Resets every existing connection and returns their number; the mode decides about new ones. */
  cut(): number {
    const there = [...this.pairs];
    for (const pair of there) pair.reset();
    return there.length;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.cut();
    await closed;
  }

  private accept(client: Socket): void {
    if (this.mode === 'refuse') {
      client.on('error', () => undefined).resetAndDestroy();
      return;
    }
    const { port, host = '127.0.0.1' } = this.target;
    const server = createConnection({ port, host, noDelay: true });
    client.setNoDelay(true);
    const pair = new Pair(client, server, this.mode);
    this.pairs.add(pair);
    const gone = (): void => {
      if (client.destroyed && server.destroyed) this.pairs.delete(pair);
    };
    client.on('close', gone);
    server.on('close', gone);
  }
}

/** The database URL through the proxy. */
export function throughProxy(databaseUrl: string, proxy: Pick<FaultProxy, 'port'>): string {
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return url.href;
}
