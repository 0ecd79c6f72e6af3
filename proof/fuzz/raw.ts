import { connect, type Socket } from 'node:net';

/** Bytes on a connection, as no HTTP library would send them, and what came back. */

export interface Ended {
  /** Everything that was answered. */
  readonly text: string;
  /** Of each answer, in their order. */
  readonly statuses: readonly number[];
  readonly ms: number;
}

export interface Raw {
  readonly socket: Socket;
  /** What came so far. */
  text(): string;
  /** Settles when the other side has closed the connection. @throws Error when it does not within that time */
  ended(withinMs: number): Promise<Ended>;
}

export function dial(url: string): Raw {
  const { hostname, port } = new URL(url);
  const started = performance.now();
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  const chunks: Buffer[] = [];
  const text = (): string => Buffer.concat(chunks).toString('latin1');
  socket.on('data', (bytes: Buffer) => chunks.push(bytes));
  const closed = new Promise<number>((resolve) => {
    const end = (): void => {
      socket.destroy();
      resolve(performance.now() - started);
    };
    // Cut off in the middle of what we send is one way of being refused.
    socket.once('end', end).once('error', end).once('close', end);
  });
  return {
    socket,
    text,
    async ended(withinMs) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          socket.destroy();
          reject(new Error(`still open after ${withinMs} ms, having said: ${text().slice(0, 500)}`));
        }, withinMs);
      });
      try {
        const ms = await Promise.race([closed, late]);
        return { text: text(), statuses: statusesIn(text()), ms };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Sends it, and waits until the other side has closed. */
export async function sendRaw(url: string, bytes: string | Buffer, withinMs: number): Promise<Ended> {
  const raw = dial(url);
  raw.socket.write(bytes, 'latin1');
  return raw.ended(withinMs);
}

function statusesIn(text: string): number[] {
  return Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
}
