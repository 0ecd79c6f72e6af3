// Runs all checks except the tests, two at once. A failed step does not stop the others.
import { execFile } from 'node:child_process';
import { delimiter } from 'node:path';

// The longest first: it takes as long as all others.
const steps = [
  ['lint', 'eslint', '--max-warnings=0', '.'],
  ['format', 'prettier', '--check', '--log-level=warn', '.'],
  ['types', 'tsc', '--noEmit'],
  ['console', 'tsc', '--noEmit', '-p', 'packages/console'],
  ['size', 'node', 'scripts/console-size.mjs'],
  [
    'imports',
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err',
    'src',
    'packages/client/src',
    'packages/mcp/src',
    'packages/console/src',
    'ormconfig.ts',
  ],
  ['dead code', 'knip'],
  // The rules of docs/style.md that a program can check.
  ['style', 'tsx', 'scripts/style/main.ts'],
  ['generated', 'tsx', 'scripts/generate.ts', '--check'],
];

// Finds the commands without npm too.
const env = { ...process.env, PATH: `node_modules/.bin${delimiter}${process.env.PATH}` };
const selected = process.argv.slice(2);
const unknown = selected.filter((name) => !steps.some(([step]) => step === name));
if (unknown.length > 0) {
  console.error(`unknown check: ${unknown.join(', ')}. Use: ${steps.map(([step]) => step).join(', ')}`);
  process.exit(2);
}

function run(command, args) {
  return new Promise((resolve) => {
    execFile(command, args, { maxBuffer: 1 << 28, env }, (error, stdout, stderr) =>
      // A command that did not start has no output.
      resolve({ error, output: `${stdout}${stderr}` || String(error?.message ?? '') }),
    );
  });
}

let failed = 0;
const queue = steps.filter(([name]) => selected.length === 0 || selected.includes(name));
async function work() {
  for (let step = queue.shift(); step; step = queue.shift()) {
    const [name, command, ...args] = step;
    const startedAt = performance.now();
    const { error, output } = await run(command, args);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${error ? 'FAILED' : 'ok    '} ${name.padEnd(10)} ${seconds.padStart(5)} s`);
    if (error) failed += 1;
    if (error) console.log(output.trimEnd());
  }
}
await Promise.all([work(), work()]);
if (failed > 0) console.log(`${failed} of ${steps.length} checks failed`);
process.exitCode = failed > 0 ? 1 : 0;
