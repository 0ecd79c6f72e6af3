// Runs all checks except the tests. A failed step does not stop the next one.
import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';

const steps = [
  ['format', 'prettier', '--check', '--log-level=warn', '.'],
  ['lint', 'eslint', '--max-warnings=0', '.'],
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
let failed = 0;
for (const [name, command, ...args] of steps) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  const startedAt = performance.now();
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, env });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(10)} ${seconds.padStart(5)} s`);
  if (status !== 0) {
    failed += 1;
    console.log(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trimEnd());
  } else if (args.includes('--warn')) {
    console.log(stdout.trimEnd());
  }
}
if (failed > 0) console.log(`${failed} of ${steps.length} checks failed`);
process.exitCode = failed > 0 ? 1 : 0;
