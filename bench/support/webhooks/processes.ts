import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Send } from './bare';
import type { Deliver } from './floor';
import type { SinkNews } from './sink';

function start(file: string): ChildProcess {
  return fork(join(__dirname, file), [], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

export interface Sink {
  readonly url: string;
  /** Number of webhooks received so far. */
  readonly received: number;
  /**
   * Resolves with the arrival time of the webhook with this number, in milliseconds since 1970. Rejects after a minute
   * without news.
   */
  reached(count: number): Promise<number>;
  stop(): void;
}

const ARRIVAL_TIMEOUT_MS = 60_000;

export async function startSink(): Promise<Sink> {
  const child = start('sink.ts');
  const state = { received: 0, at: 0 };
  let look: () => void = () => undefined;
  const url = await new Promise<string>((resolve) =>
    child.on('message', (news: SinkNews) => {
      if ('url' in news) {
        resolve(news.url);
        return;
      }
      Object.assign(state, news);
      look();
    }),
  );
  return {
    url,
    get received() {
      return state.received;
    },
    async reached(count) {
      while (state.received < count) {
        await new Promise<void>((resolve, reject) => {
          const late = setTimeout(
            () => reject(new Error(`Only ${String(state.received)} of ${String(count)} webhooks arrived.`)),
            ARRIVAL_TIMEOUT_MS,
          );
          // If the bench fails first, this timer must not delay its exit.
          late.unref();
          look = () => {
            clearTimeout(late);
            resolve();
          };
        });
      }
      return state.at;
    },
    stop: () => child.disconnect(),
  };
}

export interface Bare {
  readonly pid: number;
  send(what: Send): void;
  stop(): void;
}

export function startBare(): Bare {
  const child = start('bare.ts');
  return { pid: child.pid ?? 0, send: (what) => void child.send(what), stop: () => child.disconnect() };
}

export interface Floor {
  readonly pid: number;
  /** Rejects if the process ends before it is stopped, because then a delivery failed. */
  readonly broken: Promise<never>;
  /** Resolves when the process and its database connections have ended. */
  stop(): Promise<void>;
}

/** Resolves when the process listens for work. */
export async function startFloor(what: Deliver): Promise<Floor> {
  const child = start('floor.ts');
  const broken = new Promise<never>((_, reject) => {
    child.once('exit', (code) => {
      if (code !== 0) reject(new Error(`the floor ended with ${String(code)}`));
    });
  });
  // Avoids an unhandled rejection. A later `await` still gets the error.
  broken.catch(() => undefined);
  const listening = new Promise((resolve) => child.once('message', resolve));
  child.send(what);
  await Promise.race([listening, broken]);
  return {
    pid: child.pid ?? 0,
    broken,
    stop: async () => {
      // The process has already ended.
      if (!child.connected) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
