// Everything but the tests. Every step runs, whatever failed before it: one run tells all.
import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';

const steps = [
  ['format', 'prettier', '--check', '--log-level=warn', '.'],
  ['lint', 'eslint', '--max-warnings=0', '.'],
  ['types', 'tsc', '--noEmit'],
  ['arrows', 'depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'src', 'ormconfig.ts'],
  ['dead code', 'knip'],
  // Counts only, until the tree follows docs/style.md; without `--warn` a finding is an error.
  ['style', 'tsx', 'scripts/style/main.ts', '--warn'],
  ['generated', 'tsx', 'scripts/generate.ts', '--check'],
];

// Found also when this is not run by npm.
const env = { ...process.env, PATH: `node_modules/.bin${delimiter}${process.env.PATH}` };
const wanted = process.argv.slice(2);
let failed = 0;
for (const [name, command, ...args] of steps) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const begun = performance.now();
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 28, env });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
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
