// Runs a short version of every proof, or the long ones with `--full`. Both take hours. See docs/proofs.
// A failed part does not stop the others.
import { spawn } from 'node:child_process';

/** Test files of `proof` that a part of their own runs, with more cases. `test:proof` runs all others. */
const OWN_PARTS = [
  'proof/actions/',
  'proof/clients/',
  'proof/fault-injection/crash/crash-points.test',
  'proof/fault-injection/torture/torture.test',
  'proof/fuzz/fuzz.test',
  'proof/load/',
  'proof/market/',
  'proof/rolling-restart/',
  'proof/second-implementation/',
];
// One file at a time, because some of them measure times.
const OTHER_PROOFS = ['--runInBand', '--testPathIgnorePatterns', ...OWN_PARTS];
/** The long version of the other proofs. Other repetitions would exceed the time limits of their tests. */
const LONG = { FAILOVERS: '10', MODEL_RUNS: '100' };

/** The `npm` script, its arguments in short and long, and the environment of the long version. */
const parts = [
  ['properties', [], []],
  ['second-implementation', [], ['--cases', '10000000']],
  ['rolling-restart', [], []],
  ['torture', ['--minutes', '2'], ['--minutes', '30']],
  ['crash-points', ['--silent', '-t', 'settlement whose worker|in one transaction'], ['--silent']],
  [
    'simulate',
    ['--principals', '200', '--days', '10', '--seed', '7'],
    ['--principals', '1000', '--days', '30', '--seed', '7'],
  ],
  ['walk', [], []],
  ['test:proof', OTHER_PROOFS, OTHER_PROOFS, LONG],
  ['fuzz', ['--minutes', '2'], ['--minutes', '60']],
  ['load', [], []],
  ['clients', [], []],
  ['conformance:mcp', [], []],
  ['mutants', ['removed-owner-withdraws', 'last-owners-removed', 'removed-owner-gets-credential'], []],
  ['bench', ['trade-graph', '--rounds', '1'], ['all']],
];

const full = process.argv.includes('--full');
const unknown = process.argv.slice(2).filter((argument) => argument !== '--full');
if (unknown.length > 0) {
  console.error(`usage: npm run prove [-- --full]; unknown argument: ${unknown.join(' ')}`);
  process.exit(2);
}

function run(name, args, env) {
  const child = spawn('npm', ['run', '--silent', name, '--', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

// Ctrl-C also reaches the running part, which cleans up. The other parts do not start.
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (stopped = true));

const table = [];
for (const [name, short, long, longEnv = {}] of parts) {
  if (stopped) break;
  const args = full ? long : short;
  const env = full ? longEnv : {};
  const command = `npm run ${[name, ...(args.length > 0 ? ['--', ...args] : [])].join(' ')}`;
  console.log(`\n== ${command}\n`);
  const startedAt = performance.now();
  const code = await run(name, args, env);
  table.push([code === 0 ? 'ok' : 'FAILED', `${((performance.now() - startedAt) / 60_000).toFixed(1)} min`, command]);
}
console.log(
  `\n${table.map(([status, duration, command]) => `${status.padEnd(6)}  ${duration.padStart(9)}  ${command}`).join('\n')}`,
);
process.exitCode = !stopped && table.every(([status]) => status === 'ok') ? 0 : 1;
