import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Behaviour, Received, Receiver } from '../../../test/support/receiver';

/** Receivers of every kind that webhooks meet, behind one server. Not a test. */

/** Kinds with how many of 200 there are; those that are live take every event in the end. */
export const KINDS = {
  fine: { count: 70, live: true },
  slow: { count: 30, live: true },
  dripping: { count: 20, live: true },
  endless: { count: 10, live: true },
  busy: { count: 20, live: true },
  resetting: { count: 20, live: true },
  hanging: { count: 8, live: false },
  refusing: { count: 6, live: false },
  redirecting: { count: 6, live: false },
  gone: { count: 10, live: false },
} as const;
export type Kind = keyof typeof KINDS;

const DRIP_MS = 60;
const DRIPS = 5;
const SLOW_MS = 400;
const ELSEWHERE = '/elsewhere';

/** What came to the crowd. */
export class Crowd {
  /** Those answered 2xx to the end, and the times of the end. */
  readonly answered = new Set<Received>();
  private readonly seen = new Set<string>();
  private closed = 0;

  constructor(readonly receiver: Receiver) {}

  /** Places for receivers that refuse: a port at which nobody listens. */
  async open(): Promise<void> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    this.closed = (server.address() as AddressInfo).port;
    await new Promise((resolve) => server.close(resolve));
  }

  /** The URL of a new receiver of that kind. */
  urlOf(kind: Kind, path: string): string {
    if (kind === 'refusing') return `http://127.0.0.1:${String(this.closed)}${path}`;
    const behaviour = this.behaviours[kind];
    this.receiver.on(path, (request, response, one) => {
      response.on('finish', () => {
        if (response.statusCode < 300) this.answered.add(one);
      });
      behaviour(request, response, one);
    });
    return this.receiver.url(path);
  }

  /** Redirects that were followed. */
  misled(): Received[] {
    return this.receiver.of(ELSEWHERE);
  }

  /** Arrivals by path, in order. */
  byPath(): Map<string, Received[]> {
    const found = new Map<string, Received[]>();
    for (const one of this.receiver.received) found.set(one.path, [...(found.get(one.path) ?? []), one]);
    return found;
  }

  private isFirst({ path, headers }: Received): boolean {
    const key = `${path} ${String(headers['webhook-id'])}`;
    const first = !this.seen.has(key);
    this.seen.add(key);
    return first;
  }

  private readonly behaviours: Readonly<Record<Exclude<Kind, 'refusing'>, Behaviour>> = {
    fine: (_request, response) => response.writeHead(204).end(),
    slow: (_request, response) => void setTimeout(() => response.writeHead(200).end('late'), SLOW_MS),
    dripping: (_request, response) => {
      response.writeHead(200);
      let left = DRIPS;
      const drip = setInterval(() => {
        left -= 1;
        if (left > 0) return void response.write('.');
        clearInterval(drip);
        response.end();
      }, DRIP_MS);
      response.on('close', () => clearInterval(drip));
    },
    // It never ends: what is taken of it is answer enough.
    endless: (_request, response, one) => {
      response.writeHead(200);
      this.answered.add(one);
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 'y')));
      };
      response.on('drain', more);
      more();
    },
    busy: (_request, response, one) => {
      if (this.isFirst(one)) response.writeHead(429, { 'retry-after': '2' }).end();
      else response.writeHead(204).end();
    },
    resetting: (request, response, one) => {
      if (this.isFirst(one)) request.socket.resetAndDestroy();
      else response.writeHead(204).end();
    },
    hanging: () => undefined,
    redirecting: (_request, response) => response.writeHead(308, { location: this.receiver.url(ELSEWHERE) }).end(),
    gone: (_request, response) => response.writeHead(410).end(),
  };
}
