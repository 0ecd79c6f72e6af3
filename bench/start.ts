import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, BenchOptions, Report } from './support/bench';
import { machine } from './support/machine';
import { residentBytes } from './support/memory';
import { startServer } from './support/server';
import { median, table } from './support/stats';

// V8 returns the memory of loading and booting after about 25 s without work. That is a quarter of the resident set.
const IDLE_MS = 40_000;

/** Measures `npm start` without a database: the time until it is ready, and its memory when idle. */
export const start: Bench = {
  about: 'seconds until ready, on a new and on a used data directory, and memory of the idle server',
  async run(options) {
    const folder = await mkdtemp(join(tmpdir(), 'ats-bench-start-'));
    try {
      return reportOf(await measure(options, folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** One start. */
interface Started {
  readonly readyMs: number;
  /** Undefined without `/proc`. */
  readonly idleBytes: number | undefined;
  /** Whether `/readyz` agreed. */
  readonly isReady: boolean;
}

interface Measured {
  /** Starts that also create the database and run every migration. */
  readonly first: readonly Started[];
  readonly again: readonly Started[];
}

async function measure(options: BenchOptions, folder: string): Promise<Measured> {
  const first: Started[] = [];
  const again: Started[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    const dataDir = join(folder, String(round));
    first.push(await startOnce(options, dataDir));
    again.push(await startOnce(options, dataDir));
    options.note(`round ${String(round)} of ${String(options.rounds)}`);
  }
  return { first, again };
}

async function startOnce({ profileTo }: BenchOptions, dataDir: string): Promise<Started> {
  const from = performance.now();
  const server = await startServer({ ATS_DATA_DIR: dataDir, PORT: '0', ATS_METRICS_PORT: '0' }, profileTo);
  const readyMs = performance.now() - from;
  try {
    const isReady = (await fetch(new URL('/readyz', server.url))).ok;
    await pause(IDLE_MS);
    return { readyMs, idleBytes: residentBytes(server.pid), isReady };
  } finally {
    await server.stop();
  }
}

function figuresOf(starts: readonly Started[]) {
  const bytes = starts.flatMap(({ idleBytes }) => (idleBytes === undefined ? [] : [idleBytes]));
  const ready = starts.map(({ readyMs }) => readyMs);
  return {
    readySeconds: Math.round(median(ready)) / 1000,
    slowestSeconds: Math.round(Math.max(...ready)) / 1000,
    idleMegabytes: bytes.length === 0 ? null : Math.round(median(bytes) / 1e5) / 10,
  };
}

function reportOf({ first, again }: Measured): Report {
  const figures = { machine: machine(), first: figuresOf(first), again: figuresOf(again) };
  const row = (name: string, { readySeconds, slowestSeconds, idleMegabytes }: ReturnType<typeof figuresOf>) => [
    name,
    readySeconds.toFixed(2),
    slowestSeconds.toFixed(2),
    idleMegabytes?.toFixed(1) ?? '?',
  ];
  const text = table([
    ['', 'ready s', 'slowest', 'idle MB'],
    row('new data directory', figures.first),
    row('used data directory', figures.again),
  ]);
  return { text, figures, sound: [...first, ...again].every(({ isReady }) => isReady) };
}
