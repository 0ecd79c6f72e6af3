import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Target } from './fault-proxy';
import { askedBy, asksForEncryption, beginsRequest, endsRequest, isReady, type Message, Messages } from './wire';

/** A proxy between a process and PostgreSQL that knows requests from answers: it counts round trips and strikes at one. Not a test. */

/** A request that PostgreSQL answers: a round trip, once it has been. */
export interface Trip {
  /** Of the connection, in the order in which they were made. */
  readonly connection: number;
  /** The name of the statement, or its text. */
  readonly statement: string;
}

/** A moment of a round trip: before PostgreSQL sees the request, or after it did it and before anybody hears of it. */
export type When = 'before' | 'after';

/** What is done at a trip; undefined: nothing. The connection stands still until it has been done. */
export interface Watcher {
  /** `hold`: PostgreSQL does what is asked, and its answer waits here. */
  seen(trip: Trip): When | 'hold' | undefined;
  /** Called at the moment that `seen` named; the connection is ended afterwards. */
  strike(trip: Trip): Promise<void>;
  /** Called when the whole of a kept answer is here; it goes on when the promise settles. */
  waitForRelease?(trip: Trip): Promise<void>;
}

const NOBODY: Watcher = { seen: () => undefined, strike: () => Promise.resolve() };

class Connection {
  private readonly asking = new Messages(false);
  private readonly answering = new Messages(true);
  private request: Message[] = [];
  /** The trip whose answer is not passed on before something is done, and what of the answer is here. */
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
    const trip = { connection: this.number, statement: askedBy(request) };
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
  /** Told of every trip from when it is set. */
  watcher: Watcher = NOBODY;
  private readonly connections = new Set<Connection>();
  private made = 0;

  private constructor(
    private readonly server: Server,
    private target: Target,
  ) {
    server.on('connection', (client) => this.accept(client));
  }

  /** Listens on a free port of 127.0.0.1. */
  static async open(target: Target): Promise<WireProxy> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return new WireProxy(server, target);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Leads to another server from now on, as a load balancer or a floating address does after a failover. */
  turn(target: Target): void {
    this.target = target;
    this.cut();
  }

  /** Ends every connection that is there. */
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
