import { randomUUID } from 'node:crypto';
import { type Credential, signRequest } from '../../../src/client';
import { type FastSocket, openFast } from './socket';

/** Opens the sockets in its own process and records each arrival. */

export interface Connect {
  readonly url: string;
  readonly sockets: number;
  /** Distributed among the sockets in turn. If empty, the server is bare and needs none. */
  readonly credentials: readonly Credential[];
  readonly query: string;
  readonly after: string;
  /** Whether each arrival is reported, or only the last socket's. */
  readonly each: boolean;
}

export type LoadNews =
  | { readonly kind: 'subscribed' }
  | { readonly kind: 'failed'; readonly why: string }
  /** First message, so that the bare side can send the same. */
  | { readonly kind: 'sample'; readonly text: string }
  /** All sockets have the event with this number. */
  | { readonly kind: 'all'; readonly event: number; readonly at: number }
  /** Socket, time, socket, time … */
  | { readonly kind: 'each'; readonly arrivals: number[] };

const AT_ONCE = 100;
const TELL_MS = 5;

const report = (news: LoadNews): void => void process.send?.(news);

/** Milliseconds on a clock that all processes of the machine share. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

class Arrivals {
  private readonly arrivedCounts: Uint32Array;
  private readonly reached: number[] = [];
  private each: number[] = [];
  private sampled = false;

  constructor(private readonly options: Connect) {
    this.arrivedCounts = new Uint32Array(options.sockets);
    if (options.each) setInterval(() => this.flush(), TELL_MS);
  }

  text(socket: number, frame: Buffer): void {
    if (!this.sampled) {
      this.sampled = true;
      report({ kind: 'sample', text: frame.toString() });
    }
    if (this.options.each) {
      this.each.push(socket, now());
      return;
    }
    const event = this.arrivedCounts[socket] ?? 0;
    this.arrivedCounts[socket] = event + 1;
    const reached = (this.reached[event] ?? 0) + 1;
    this.reached[event] = reached;
    if (reached === this.options.sockets) report({ kind: 'all', event, at: now() });
  }

  private flush(): void {
    if (this.each.length === 0) return;
    report({ kind: 'each', arrivals: this.each });
    this.each = [];
  }
}

function connectOne(options: Connect, number: number, arrivals: Arrivals): Promise<FastSocket> {
  const { credentials, query, after } = options;
  const credential = credentials[number % Math.max(credentials.length, 1)];
  const url = new URL(options.url);
  if (!credential) url.search = `?n=${String(number)}`;
  const headers = credential
    ? signRequest({ method: 'GET', url: url.href, headers: {} }, { credential }, { now: new Date() }).headers
    : {};
  return new Promise((resolve, reject) => {
    let own: FastSocket | undefined;
    let acknowledged = credential === undefined;
    openFast(url, headers, {
      open: (socket) => {
        own = socket;
        if (credential) socket.send(JSON.stringify({ type: 'connection_init' }));
        else resolve(socket);
      },
      text: (frame) => {
        if (acknowledged) {
          arrivals.text(number, frame);
          return;
        }
        acknowledged = true;
        own?.send(JSON.stringify({ id: randomUUID(), type: 'subscribe', payload: { query, variables: { after } } }));
        if (own) resolve(own);
      },
      closed: (why) => {
        report({ kind: 'failed', why: `socket ${String(number)}: ${why}` });
        reject(new Error(why));
      },
    });
  });
}

async function connectAll(options: Connect): Promise<void> {
  const arrivals = new Arrivals(options);
  let next = 0;
  const line = async (): Promise<void> => {
    while (next < options.sockets) {
      next += 1;
      await connectOne(options, next - 1, arrivals);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, line));
  report({ kind: 'subscribed' });
}

process.on('message', (options: Connect) => {
  connectAll(options).catch((error: unknown) => {
    report({ kind: 'failed', why: String(error) });
  });
});
process.on('disconnect', () => process.exit());
