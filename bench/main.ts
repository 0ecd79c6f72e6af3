import { loadavg } from 'node:os';
import { inspect } from 'node:util';
import { numberOf, parseCommandLine, runCommand, UsageError } from '../test/support/command-line';
import { consoleLive } from './console';
import { envelope } from './envelope';
import { fanout } from './fanout';
import { growth } from './growth';
import { lifecycle } from './lifecycle';
import { matchRuns } from './match-runs';
import { mutations } from './mutations';
import { rest } from './rest';
import { start } from './start';
import type { Bench, BenchOptions, CopiesOption } from './support/bench';
import { storeResults } from './support/stored-results';
import { build } from './support/server';
import { tradeGraph } from './trade-graph';
import { versions } from './versions';
import { webhooks } from './webhooks';

/** Runs the benches: `npm run bench -- [<name>] [--json] [--seconds n] …`. See docs/proofs/performance.md. */
const benches: Readonly<Record<string, Bench>> = {
  console: consoleLive,
  envelope,
  fanout,
  growth,
  lifecycle,
  'match-runs': matchRuns,
  mutations,
  rest,
  start,
  'trade-graph': tradeGraph,
  versions,
  webhooks,
};

const OPTIONS = {
  seconds: { type: 'string', default: '5' },
  rounds: { type: 'string', default: '3' },
  clients: { type: 'string', default: '16' },
  sockets: { type: 'string', default: '10000' },
  copies: { type: 'string', default: '130,13000' },
  json: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  'no-build': { type: 'boolean', default: false },
  profile: { type: 'string' },
  against: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

const USAGE = `usage: npm run bench -- [<name>|all] [--seconds 5] [--rounds 3] [--clients 16] [--sockets 10000] [--copies 130,13000/13] [--json] [--keep] [--no-build]
                            [--profile <folder>: a CPU profile of the server] [--against <folder>: a built clone, for versions]
  --keep: store the figures in bench/results and redraw docs/proofs/performance.md and .svg
${Object.entries(benches)
  .map(([name, { about }]) => `  ${name.padEnd(12)}${about}\n`)
  .join('')}`;

function count(text: string, name: string): number {
  return numberOf(text, name, { least: 1 });
}

/** Reads `<copies>` or `<copies>/<copies of the own history>`. */
function copiesOf(text: string): CopiesOption {
  const [worlds = '', histories] = text.split('/');
  return {
    worlds: count(worlds, 'copies'),
    histories: histories === undefined ? undefined : count(histories, 'copies'),
  };
}

/** Names of the selected benches. No name or `all` selects all but `versions`, which needs another clone. */
function selectBenches(positionals: readonly string[]): string[] {
  const [name = 'all', ...more] = positionals;
  if (more.length > 0) throw new UsageError('name one bench, or all');
  if (name === 'all') return Object.keys(benches).filter((bench) => bench !== 'versions');
  if (!Object.hasOwn(benches, name)) throw new UsageError(`there is no bench ${name}`);
  return [name];
}

async function main(): Promise<number> {
  const { values, positionals } = parseCommandLine({ options: OPTIONS, allowPositionals: true });
  const names = selectBenches(positionals);
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (names.includes('versions') && (values.against === undefined || values.keep)) {
    throw new UsageError(
      'versions needs --against <folder of a built clone>, and its figures are not stored: omit --keep',
    );
  }
  const options: BenchOptions = {
    seconds: count(values.seconds, 'seconds'),
    rounds: count(values.rounds, 'rounds'),
    clients: count(values.clients, 'clients'),
    sockets: count(values.sockets, 'sockets'),
    copies: values.copies.split(',').map(copiesOf),
    profileTo: values.profile,
    against: values.against,
    note: (line) => void process.stderr.write(`${line}\n`),
  };
  if (!values['no-build']) await build();
  let failed = 0;
  for (const name of names) {
    // A failed bench does not stop the others.
    const sound = await runBench(name, options, values).catch((error: unknown) => {
      process.stderr.write(`bench: ${name}: ${errorText(error)}\n`);
      return false;
    });
    if (!sound) failed += 1;
  }
  return failed === 0 ? 0 : 1;
}

type Values = ReturnType<typeof parseCommandLine<{ options: typeof OPTIONS; allowPositionals: true }>>['values'];

/** Command that gives the same figures again. It omits options with their default value. */
function commandOf(name: string, values: Values): string {
  const sizes = ['seconds', 'rounds', 'clients', 'sockets', 'copies'] as const;
  const overridden = sizes.filter((size) => values[size] !== OPTIONS[size].default);
  return ['npm run bench --', name, ...overridden.map((size) => `--${size} ${values[size]}`)].join(' ');
}

async function runBench(name: string, options: BenchOptions, values: Values): Promise<boolean> {
  const { json, keep: shouldStore } = values;
  const load = (): number => loadavg()[0] ?? 0;
  const before = load();
  const report = await benches[name]?.run(options);
  if (!report) throw new Error(`There is no bench ${name}.`);
  process.stdout.write(json ? `${JSON.stringify(report.figures)}\n` : `${report.text}\n\n`);
  const run = { command: commandOf(name, values), load: { before, after: load() } };
  if (shouldStore && report.sound) await storeResults(name, report, run);
  return report.sound;
}

/** Text of the error with its cause. */
function errorText(error: unknown): string {
  return error instanceof Error ? inspect(error) : String(error);
}

runCommand('bench', USAGE, main);
