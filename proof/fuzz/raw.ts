import { connect, type Socket } from 'node:net';

/** Sends bytes on a connection that no HTTP library would send, and reads the answer. */

export interface Ended {
  /** Text of everything that was received. */
  readonly text: string;
  /** Statuses of the answers in their order. */
  readonly statuses: readonly number[];
  readonly ms: number;
}

export interface Raw {
  readonly socket: Socket;
  /** Text received so far. */
  text(): string;
  /** Settles when the other side has closed the connection. @throws Error if it does not within that time */
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
    // A reset while we send is one way to be refused.
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
          reject(new Error(`still open after ${withinMs} ms, received: ${text().slice(0, 500)}`));
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

/** Sends the bytes and waits until the other side has closed. */
export async function sendRaw(url: string, bytes: string | Buffer, withinMs: number): Promise<Ended> {
  const raw = dial(url);
  raw.socket.write(bytes, 'latin1');
  return raw.ended(withinMs);
}

function statusesIn(text: string): number[] {
  return Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status));
}
