import { createServer, type IncomingMessage, request as forward } from 'node:http';
import { serveLocally, stopServer } from './local-server';

export interface CuttingProxy {
  readonly url: string;
  /** Drops the next answers of mutations: the request arrives, the answer does not. */
  cutNext(times: number): void;
  /** Holds the next answer of a mutation forever. Resolves when the service has sent it. */
  holdNext(): Promise<void>;
  /** Number of requests with a mutation since the last cut. */
  attempts(): number;
  stop(): Promise<void>;
}

interface CuttingOptions {
  /** The service sees the host of the proxy, for clients that sign for it. */
  readonly keepsHost?: boolean;
  /** Tells a mutation; default: by its idempotency key. */
  readonly isMutation?: (request: IncomingMessage) => boolean;
}

const hasIdempotencyKey = ({ headers }: IncomingMessage): boolean => headers['idempotency-key'] !== undefined;

/** A proxy that forwards each request, and can close the connection instead of passing the answer on. */
export async function startCuttingProxy(target: string, options: CuttingOptions = {}): Promise<CuttingProxy> {
  const { keepsHost = false, isMutation: tellMutation = hasIdempotencyKey } = options;
  const state = { cuts: 0, attempts: 0, hold: undefined as (() => void) | undefined };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const isMutation = tellMutation(incoming);
      if (isMutation) state.attempts += 1;
      const headers = { ...incoming.headers, ...(!keepsHost && { host: new URL(target).host }) };
      const sent = forward(new URL(incoming.url ?? '/', target), { method: incoming.method, headers }, (answer) => {
        if (isMutation && state.hold) {
          const held = state.hold;
          state.hold = undefined;
          answer.resume().on('end', held);
          return;
        }
        if (isMutation && state.cuts > 0) {
          state.cuts -= 1;
          answer.resume().on('end', () => outgoing.destroy());
          return;
        }
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      sent.end(body);
    });
  });
  return {
    url: await serveLocally(server),
    cutNext: (times) => Object.assign(state, { cuts: times, attempts: 0 }),
    holdNext: () => new Promise((settle) => (state.hold = settle)),
    attempts: () => state.attempts,
    stop: () => stopServer(server),
  };
}
