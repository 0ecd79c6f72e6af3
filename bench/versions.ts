import { type ChildProcess, fork } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Bench, BenchOptions, Report } from './support/bench';
import { median } from './support/stats';
import type { Answer, Ask } from './support/versions/side';

/**
 * Compares whole trades of this clone with those of another clone of the repository. Both run at the same time, each
 * with its own server and database. Their rounds take turns, so that a disturbance affects both. The other clone must be
 * built. Its bench/support must have the modules of support/versions/side.ts.
 */
export const versions: Bench = {
  about: 'whole trades a second, this clone against the clone of --against <folder>',
  run: compare,
};

type Figures = Readonly<Record<string, number>>;

/** One clone in its process. */
interface Side {
  prepare(seconds: number): Promise<void>;
  run(): Promise<Figures>;
  stop(): Promise<void>;
}

async function startSide(clone: string, options: BenchOptions): Promise<Side> {
  const child = fork(join(__dirname, 'support', 'versions', 'side.ts'), [JSON.stringify(options)], {
    cwd: clone,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await answerOf(child, clone, 'ready');
  return {
    prepare: async (seconds) => {
      tell(child, { kind: 'prepare', seconds });
      await answerOf(child, clone, 'prepared');
    },
    run: async () => {
      tell(child, { kind: 'run' });
      const answer = await answerOf(child, clone, 'result');
      return answer.kind === 'result' ? answer.figures : {};
    },
    stop: async () => {
      if (child.exitCode !== null) return;
      tell(child, { kind: 'end' });
      await new Promise((ended) => child.once('exit', ended));
    },
  };
}

function tell(child: ChildProcess, ask: Ask): void {
  child.send(ask);
}

/** Resolves with the next answer of that kind. Rejects if the process ends before. */
function answerOf(child: ChildProcess, clone: string, kind: Answer['kind']): Promise<Answer> {
  return new Promise((found, failed) => {
    const ended = (code: number | null): void => failed(new Error(`The bench of ${clone} ended with ${String(code)}.`));
    const read = (answer: Answer): void => {
      if (answer.kind !== kind) return;
      child.off('exit', ended);
      child.off('message', read);
      found(answer);
    };
    child.once('exit', ended);
    child.on('message', read);
  });
}

async function compare(options: BenchOptions): Promise<Report> {
  if (options.against === undefined) throw new Error('There is no other clone.');
  const sides: Side[] = [];
  try {
    for (const clone of [resolve(options.against), process.cwd()]) sides.push(await startSide(clone, options));
    return reportOf(await pairs(sides, options));
  } finally {
    await Promise.all(sides.map((side) => side.stop()));
  }
}

/** Figures of the other clone and of this one. */
type Pair = readonly [other: Figures, own: Figures];

/** Runs the rounds, whose order alternates. The first round is not measured. */
async function pairs([other, own]: readonly Side[], options: BenchOptions): Promise<Pair[]> {
  if (!other || !own) throw new Error('A side is missing.');
  const measured: Pair[] = [];
  for (let n = 0; n <= options.rounds; n += 1) {
    await other.prepare(options.seconds);
    await own.prepare(options.seconds);
    const ownFirst = n % 2 === 1 ? await own.run() : undefined;
    const others = await other.run();
    const pair: Pair = [others, ownFirst ?? (await own.run())];
    if (n > 0) measured.push(pair);
    options.note(
      `round ${String(n)} ${pair.map((figures) => (figures['trades/s'] ?? 0).toFixed(1)).join(' and ')} trades/s`,
    );
  }
  return measured;
}

function reportOf(measured: readonly Pair[]): Report {
  const names = Object.keys(measured[0]?.[0] ?? {});
  const figures = names.map((name) => {
    const of = (side: 0 | 1): number[] => measured.map((pair) => pair[side][name] ?? 0);
    const ratios = measured.map(([other, own]) => (own[name] ?? 0) / (other[name] ?? 0));
    return { name, other: median(of(0)), own: median(of(1)), ratio: median(ratios), ratios };
  });
  const lines = figures.map(
    ({ name, other, own, ratio, ratios }) =>
      `${name.padEnd(26)}${other.toFixed(2).padStart(9)}${own.toFixed(2).padStart(9)}${ratio.toFixed(3).padStart(8)}` +
      `  (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
  );
  const heading = `${`${String(measured.length)} pairs, medians`.padEnd(26)}${'other'.padStart(9)}${'this'.padStart(9)}${'ratio'.padStart(8)}`;
  return { text: [heading, ...lines].join('\n'), figures, sound: true };
}
