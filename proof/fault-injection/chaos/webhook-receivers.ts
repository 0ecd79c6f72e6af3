import { freePort } from '../../../test/support/free-port';
import type { Behaviour, Received, Receiver } from '../../../test/support/receiver';

/** Webhook receivers of every kind behind one HTTP server. */

/** The kinds, with the count for 200 agents. A live kind accepts every event in the end. */
export const KINDS = {
  fine: { count: 70, live: true },
  slow: { count: 30, live: true },
  dripping: { count: 20, live: true },
  endless: { count: 10, live: true },
  busy: { count: 20, live: true },
  resetting: { count: 20, live: true },
  hanging: { count: 8, live: false },
  unreachable: { count: 6, live: false },
  redirecting: { count: 6, live: false },
  gone: { count: 10, live: false },
} as const;
export type Kind = keyof typeof KINDS;

const DRIP_MS = 60;
const DRIPS = 5;
const SLOW_MS = 400;
const REDIRECT_TARGET = '/elsewhere';

/** Opens receivers, and records which requests they answered. */
export class WebhookReceivers {
  /** Requests that were completely answered with 2xx. */
  readonly answered = new Set<Received>();
  private readonly seen = new Set<string>();
  private closedPort = 0;

  constructor(readonly receiver: Receiver) {}

  /** Finds a closed port for the receivers that refuse connections. */
  async open(): Promise<void> {
    this.closedPort = await freePort();
  }

  /** Adds a receiver of this kind and returns its URL. */
  urlOf(kind: Kind, path: string): string {
    if (kind === 'unreachable') return `http://127.0.0.1:${String(this.closedPort)}${path}`;
    const behaviour = this.behaviours[kind];
    this.receiver.on(path, (request, response, received) => {
      response.on('finish', () => {
        if (response.statusCode < 300) this.answered.add(received);
      });
      behaviour(request, response, received);
    });
    return this.receiver.url(path);
  }

  /** Requests that followed a redirect. */
  followedRedirects(): Received[] {
    return this.receiver.of(REDIRECT_TARGET);
  }

  /** Requests by path, in order of arrival. */
  byPath(): Map<string, Received[]> {
    const found = new Map<string, Received[]>();
    for (const received of this.receiver.received)
      found.set(received.path, [...(found.get(received.path) ?? []), received]);
    return found;
  }

  private isFirst({ path, headers }: Received): boolean {
    const key = `${path} ${String(headers['webhook-id'])}`;
    const first = !this.seen.has(key);
    this.seen.add(key);
    return first;
  }

  private readonly behaviours: Readonly<Record<Exclude<Kind, 'unreachable'>, Behaviour>> = {
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
    // This response never ends, so it counts as answered once its head is sent.
    endless: (_request, response, received) => {
      response.writeHead(200);
      this.answered.add(received);
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 'y')));
      };
      response.on('drain', more);
      more();
    },
    busy: (_request, response, received) => {
      if (this.isFirst(received)) response.writeHead(429, { 'retry-after': '2' }).end();
      else response.writeHead(204).end();
    },
    resetting: (request, response, received) => {
      if (this.isFirst(received)) request.socket.resetAndDestroy();
      else response.writeHead(204).end();
    },
    hanging: () => undefined,
    redirecting: (_request, response) =>
      response.writeHead(308, { location: this.receiver.url(REDIRECT_TARGET) }).end(),
    gone: (_request, response) => response.writeHead(410).end(),
  };
}
