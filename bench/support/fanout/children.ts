import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Send } from './bare';
import type { Connect, LoadNews } from './load';
import type { Follow } from './logged';

/** Starts a child process. `broke` is called if the process ends before it is stopped. */
function start(file: string, broke: (error: Error) => void): ChildProcess {
  const child = fork(join(__dirname, file), [], {
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.once('exit', (code) => {
    if (code !== 0) broke(new Error(`${file} ended with ${String(code)}`));
  });
  return child;
}

function send(child: ChildProcess, message: object): Promise<void> {
  return new Promise((resolve, reject) => child.send(message, (error) => (error ? reject(error) : resolve())));
}

/** Sockets of one side, in a process of their own. */
export interface Load {
  /** A message as the first socket received it. */
  sample(): Promise<string>;
  /** Replaces the handler that runs when all sockets have an event, with the event's number. */
  onAll(tell: (event: number, at: number) => void): void;
  onEach(tell: (socket: number, at: number) => void): void;
  stop(): void;
}

/** Connects and subscribes. Resolves when every socket is subscribed and rejects when one is refused. */
export async function startLoad(options: Connect, broke: (error: Error) => void): Promise<Load> {
  const child = start('load.ts', broke);
  let all: (event: number, at: number) => void = () => undefined;
  let each: (socket: number, at: number) => void = () => undefined;
  let sampled: (text: string) => void;
  const sample = new Promise<string>((resolve) => (sampled = resolve));
  const subscribed = new Promise<void>((resolve, reject) => {
    child.on('message', (news: LoadNews) => {
      if (news.kind === 'subscribed') resolve();
      else if (news.kind === 'failed') {
        reject(new Error(news.why));
        broke(new Error(news.why));
      } else if (news.kind === 'sample') sampled(news.text);
      else if (news.kind === 'all') all(news.event, news.at);
      else for (let n = 0; n < news.arrivals.length; n += 2) each(news.arrivals[n] ?? 0, news.arrivals[n + 1] ?? 0);
    });
  });
  await send(child, options);
  await subscribed;
  return {
    sample: () => sample,
    onAll: (tell) => void (all = tell),
    onEach: (tell) => void (each = tell),
    stop: () => child.disconnect(),
  };
}

interface Child {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => void;
}

export interface BareServer extends Child {
  readonly send: (message: Send) => Promise<void>;
}

export async function startBare(broke: (error: Error) => void): Promise<BareServer> {
  const child = start('bare.ts', broke);
  const { url } = await firstMessage<{ readonly url: string }>(child);
  return { url, pid: child.pid ?? 0, send: (message) => send(child, message), stop: () => child.disconnect() };
}

/** Resolves when the process follows the log. */
export async function startLogged(follow: Follow, broke: (error: Error) => void): Promise<Child> {
  const child = start('logged.ts', broke);
  const { url } = await firstMessage<{ readonly url: string }>(child);
  const following = firstMessage(child);
  await send(child, follow);
  await following;
  return { url, pid: child.pid ?? 0, stop: () => child.disconnect() };
}

const firstMessage = <T>(child: ChildProcess): Promise<T> => new Promise((resolve) => child.once('message', resolve));
