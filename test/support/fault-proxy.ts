import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP proxy that fails as networks fail: between the service and PostgreSQL, or between a client and the service. Not a test. */

/**
 * What the proxy does with bytes:
 * - `pass` forwards them;
 * - `stall` keeps them, either way, and forwards them once it passes again: a network slow beyond bearing;
 * - `deaf` forwards what the client says and swallows what it is answered: a commit happens and nobody hears of it;
 * - `mute` swallows what the client says: it waits for an answer to what never arrived;
 * - `refuse` resets whoever connects; connections that are there go on.
 *
 * In `deaf` and `mute` connections are half open: the end of one side is kept from the other too. What was swallowed cannot
 * be made up for, so these connections are reset when the mode changes.
 */
export type Mode = 'pass' | 'stall' | 'deaf' | 'mute' | 'refuse';

export interface Target {
  readonly port: number;
  readonly host?: string;
}

/** The two sockets of one connection. */
class Pair {
  private spoilt = false;

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
    if (this.spoilt && mode !== this.mode) {
      this.reset();
      return;
    }
    this.mode = mode;
    for (const socket of [this.client, this.server]) {
      if (mode === 'stall') socket.pause();
      else socket.resume();
    }
  }

  /** RST both ways, not an orderly end. */
  reset(): void {
    for (const socket of [this.client, this.server]) if (!socket.destroyed) reset(socket);
  }

  private carry(from: Socket, to: Socket, swallowedIn: Mode): void {
    from.on('data', (bytes: Buffer) => {
      if (this.mode === swallowedIn) this.spoilt = true;
      else if (!to.destroyed) to.write(bytes);
    });
    from.on('error', () => this.ended(() => this.reset()));
    from.on('end', () => this.ended(() => to.end()));
    from.on('close', () => this.ended(() => to.destroySoon()));
  }

  private ended(tell: () => void): void {
    if (this.mode === 'deaf' || this.mode === 'mute') this.spoilt = true;
    else tell();
  }
}

/** Node leaves a socket open whose reset fails, as it does while a shutdown is under way: nothing would be told, and the process not end. */
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
  ) {
    server.on('connection', (client) => this.accept(client));
  }

  /** Listens on a free port of 127.0.0.1; the target need not be there yet. */
  static async open(target: Target): Promise<FaultProxy> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return new FaultProxy(server, target);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get connections(): number {
    return this.pairs.size;
  }

  /** For connections that are there and those to come; connections of which something was swallowed are reset. */
  become(mode: Mode): void {
    this.mode = mode;
    for (const pair of this.pairs) pair.apply(mode);
  }

  /** For the connections that are there alone: `deaf` or `mute`, their other end has vanished, and whoever comes anew finds it. */
  turn(mode: Mode): void {
    for (const pair of this.pairs) pair.apply(mode);
  }

  /** Resets every connection that is there; how many. New ones are taken as the mode says. */
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

/** The address of that database through the proxy. */
export function throughProxy(databaseUrl: string, proxy: Pick<FaultProxy, 'port'>): string {
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return url.href;
}
