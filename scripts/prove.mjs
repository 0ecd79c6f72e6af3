// Everything that shows what this service promises, by one command: killed, cut and lied to, with its books audited at the
// end, and its speed beside what one would use instead. `--full` takes hours. Every part runs, whatever failed before it.
import { spawn } from 'node:child_process';

const parts = [
  ['torture', ['--minutes', '2'], ['--minutes', '30']],
  ['crash-points', ['--silent', '-t', 'settle worker|share a transaction'], ['--silent']],
  [
    'simulate',
    ['--principals', '200', '--days', '10', '--seed', '7'],
    ['--principals', '1000', '--days', '30', '--seed', '7'],
  ],
  ['fuzz', ['--minutes', '2'], ['--minutes', '60']],
  ['mutants', ['removed-owner-withdraws', 'last-owners-removed', 'removed-owner-gets-credential'], []],
  ['bench', ['trade-graph', '--rounds', '1'], ['all']],
];

const full = process.argv.includes('--full');
const unknown = process.argv.slice(2).filter((argument) => argument !== '--full');
if (unknown.length > 0) {
  console.error(`usage: npm run prove [-- --full]   not: ${unknown.join(' ')}`);
  process.exit(2);
}

function run(name, args) {
  const child = spawn('npm', ['run', '--silent', name, '--', ...args], { stdio: 'inherit' });
  return new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

// Ctrl-C reaches the part that runs, which tidies up after itself; the others are not begun.
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (stopped = true));

const table = [];
for (const [name, short, long] of parts) {
  if (stopped) break;
  const args = full ? long : short;
  const command = `npm run ${[name, ...(args.length > 0 ? ['--', ...args] : [])].join(' ')}`;
  console.log(`\n== ${command}\n`);
  const begun = performance.now();
  const code = await run(name, args);
  table.push([code === 0 ? 'ok' : 'FAILED', `${((performance.now() - begun) / 60_000).toFixed(1)} min`, command]);
}
console.log(
  `\n${table.map(([said, took, command]) => `${said.padEnd(6)}  ${took.padStart(9)}  ${command}`).join('\n')}`,
);
process.exitCode = !stopped && table.every(([said]) => said === 'ok') ? 0 : 1;
