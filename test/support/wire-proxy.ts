import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { Target } from './fault-proxy';
import { listenLocally } from './local-server';
import { statementOf, asksForEncryption, beginsRequest, endsRequest, isReady, type Message, Messages } from './wire';

/** A proxy before PostgreSQL that counts round trips and can end one; not a test. */

/** A round trip: a request and the answer of PostgreSQL. */
export interface Trip {
  /** The number of the connection, in the order of their creation. */
  readonly connection: number;
  /** The name of the statement, or its text. */
  readonly statement: string;
}

/** The moment of a strike: before PostgreSQL gets the request, or before the client gets the answer. */
export type When = 'before' | 'after';

/** Decides about each round trip; undefined forwards it. The connection waits meanwhile. */
export interface Watcher {
  /** `hold`: PostgreSQL runs the statement, and the proxy holds its answer. */
  seen(trip: Trip): When | 'hold' | undefined;
  /** Called at the moment that `seen` named; the connection is ended afterwards. */
  strike(trip: Trip): Promise<void>;
  /** Called with the complete answer held; it is forwarded when the promise resolves. */
  waitForRelease?(trip: Trip): Promise<void>;
}

const PASSIVE_WATCHER: Watcher = { seen: () => undefined, strike: () => Promise.resolve() };

class Connection {
  private readonly asking = new Messages(false);
  private readonly answering = new Messages(true);
  private request: Message[] = [];
  /** The trip whose answer is held, and the bytes of the answer so far. */
  private awaited: { readonly trip: Trip; readonly strikes: boolean; readonly answer: Buffer[] } | undefined;
  private struck = false;

  constructor(
    private readonly client: Socket,
    private readonly server: Socket,
    private readonly number: number,
    private readonly watcher: () => Watcher,
  ) {
    client.on('data', (bytes: Buffer) => this.asking.push(bytes).forEach((message) => this.ask(message)));
    server.on('data', (bytes: Buffer) => this.answering.push(bytes).forEach((message) => this.answer(message)));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroySoon());
    }
  }

  end(): void {
    this.client.destroy();
    this.server.destroy();
  }

  private ask(message: Message): void {
    if (this.struck) return;
    if (asksForEncryption(message)) return void this.client.write('N');
    if (beginsRequest(message)) return void this.request.push(message);
    if (!endsRequest(message)) return void this.server.write(message.bytes);
    const request = [...this.request, message];
    this.request = [];
    const trip = { connection: this.number, statement: statementOf(request) };
    const when = this.watcher().seen(trip);
    if (when === 'before') {
      this.strike(trip);
      return;
    }
    if (when) this.awaited = { trip, strikes: when === 'after', answer: [] };
    this.server.write(Buffer.concat(request.map(({ bytes }) => bytes)));
  }

  private answer(message: Message): void {
    if (this.struck) return;
    if (!this.awaited) return void this.client.write(message.bytes);
    const { trip, strikes, answer } = this.awaited;
    answer.push(message.bytes);
    if (!isReady(message)) return;
    if (strikes) this.strike(trip);
    else void (this.watcher().waitForRelease?.(trip) ?? Promise.resolve()).then(() => this.passOn(answer));
  }

  private passOn(answer: readonly Buffer[]): void {
    this.awaited = undefined;
    this.client.write(Buffer.concat(answer));
  }

  private strike(trip: Trip): void {
    this.struck = true;
    void this.watcher()
      .strike(trip)
      .finally(() => this.end());
  }
}

export class WireProxy {
  /** Sees every trip from the time it is set. */
  watcher: Watcher = PASSIVE_WATCHER;
  private readonly connections = new Set<Connection>();
  private made = 0;

  private constructor(
    private readonly server: Server,
    private target: Target,
    readonly port: number,
  ) {
    server.on('connection', (client) => this.accept(client));
  }

  /** Listens on a free port of 127.0.0.1. */
  static async open(target: Target): Promise<WireProxy> {
    const server = createServer();
    return new WireProxy(server, target, await listenLocally(server));
  }

  /** Switches to another server, as a load balancer does after a failover. */
  turn(target: Target): void {
    this.target = target;
    this.cut();
  }

  /** Ends every existing connection. */
  cut(): void {
    for (const connection of [...this.connections]) connection.end();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.cut();
    await closed;
  }

  private accept(client: Socket): void {
    const { port, host = '127.0.0.1' } = this.target;
    const server = createConnection({ port, host, noDelay: true });
    client.setNoDelay(true);
    this.made += 1;
    const connection = new Connection(client, server, this.made, () => this.watcher);
    this.connections.add(connection);
    server.on('close', () => this.connections.delete(connection));
  }
}
