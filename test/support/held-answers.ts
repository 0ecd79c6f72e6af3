import { createServer, request as forward } from 'node:http';
import { serveLocally, stopServer } from './local-server';

/** The moment of a mutation at which the proxy holds it. */
export type HeldAt = 'request' | 'answer';

export interface HoldingProxy {
  readonly url: string;
  /** Holds the next mutation: its request before the service gets it, or its answer before the client gets it. */
  holdNext(at: HeldAt): void;
  /** Resolves when a mutation is held. */
  held(): Promise<void>;
  stop(): Promise<void>;
}

/** A proxy before the service that holds one mutation and never releases it. */
export async function startHoldingProxy(target: string): Promise<HoldingProxy> {
  let next: HeldAt | undefined;
  let announce: () => void = () => undefined;
  let announced = Promise.resolve();
  const take = (at: HeldAt): boolean => {
    if (next !== at) return false;
    next = undefined;
    announce();
    return true;
  };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const isMutation = incoming.headers['idempotency-key'] !== undefined;
      if (isMutation && take('request')) return;
      const options = { method: incoming.method, headers: incoming.headers };
      const sent = forward(new URL(incoming.url ?? '/', target), options, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          if (isMutation && take('answer')) return;
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(parts));
        });
      });
      sent.end(Buffer.concat(chunks));
    });
  });
  return {
    url: await serveLocally(server),
    holdNext: (at) => {
      next = at;
      announced = new Promise((resolve) => (announce = resolve));
    },
    held: () => announced,
    stop: () => stopServer(server),
  };
}
