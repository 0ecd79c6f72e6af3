// Runs a short version of every proof, or the long ones with `--full`, which takes hours. See docs/proofs.
// A failed part does not stop the others.
import { spawn } from 'node:child_process';

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
  ['fuzz', ['--minutes', '2'], ['--minutes', '60']],
  ['load', [], []],
  ['clients', [], []],
  ['mutants', ['removed-owner-withdraws', 'last-owners-removed', 'removed-owner-gets-credential'], []],
  ['bench', ['trade-graph', '--rounds', '1'], ['all']],
];

const full = process.argv.includes('--full');
const unknown = process.argv.slice(2).filter((argument) => argument !== '--full');
if (unknown.length > 0) {
  console.error(`usage: npm run prove [-- --full]; unknown argument: ${unknown.join(' ')}`);
  process.exit(2);
}

function run(name, args) {
  const child = spawn('npm', ['run', '--silent', name, '--', ...args], { stdio: 'inherit' });
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

// Ctrl-C also reaches the running part, which cleans up. The other parts do not start.
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (stopped = true));

const table = [];
for (const [name, short, long] of parts) {
  if (stopped) break;
  const args = full ? long : short;
  const command = `npm run ${[name, ...(args.length > 0 ? ['--', ...args] : [])].join(' ')}`;
  console.log(`\n== ${command}\n`);
  const startedAt = performance.now();
  const code = await run(name, args);
  table.push([code === 0 ? 'ok' : 'FAILED', `${((performance.now() - startedAt) / 60_000).toFixed(1)} min`, command]);
}
console.log(
  `\n${table.map(([status, duration, command]) => `${status.padEnd(6)}  ${duration.padStart(9)}  ${command}`).join('\n')}`,
);
process.exitCode = !stopped && table.every(([status]) => status === 'ok') ? 0 : 1;
