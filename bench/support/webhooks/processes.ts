import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Send } from './bare';
import type { SinkNews } from './sink';

function start(file: string): ChildProcess {
  return fork(join(__dirname, file), [], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

export interface Sink {
  readonly url: string;
  /** What it has received so far. */
  readonly received: number;
  /** Resolves with the time of the so-manyth webhook, in milliseconds since 1970; rejects after a minute without news. */
  reached(count: number): Promise<number>;
  stop(): void;
}

const PATIENCE_MS = 60_000;

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
            () => reject(new Error(`${String(state.received)} of ${String(count)}`)),
            PATIENCE_MS,
          );
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
