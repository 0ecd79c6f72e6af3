// Sums the results of `.ci/run`: each failed test by its name, then `N passed, N failed`.
//
// Suites of the README's command and of the console that failed run once more, alone. On a shared machine a process can
// stand still for seconds, and then limits of the service answer 503. A suite that passes only then is named, so that
// a race is not hidden. Proofs get no second run.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';

const [checks, ...files] = process.argv.slice(2);
let [passed, failed] = [0, Number(checks)];
if (failed > 0) console.log('FAILED npm run check');

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
const failuresOf = (result) => result.numFailedTests + result.numRuntimeErrorTestSuites;
const failedSuites = (result) =>
  (result.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => relative('.', name));

function secondRun(file, suites) {
  const again = `${file}.again.json`;
  rmSync(again, { force: true });
  spawnSync('npx', ['jest', '--runInBand', '--json', `--outputFile=${again}`, '--', ...suites], { stdio: 'ignore' });
  const result = read(again);
  if (!result || failuresOf(result) > 0) return false;
  for (const suite of suites) console.log(`passed only in a second run: ${suite}`);
  return true;
}

for (const file of files) {
  // A suite that does not load, and a run without a result or a passed test, count as one failure each.
  const result = read(file);
  if (!result) {
    failed += 1;
    console.log(`FAILED no result in ${relative('.', file)}`);
    continue;
  }
  passed += result.numPassedTests;
  const failures = failuresOf(result) > 0 || result.success !== false ? failuresOf(result) : 1;
  if (failures === 0) continue;
  const suites = failedSuites(result);
  if (suites.length > 0 && suites.length <= 5 && secondRun(file, suites)) {
    passed += failures;
    continue;
  }
  failed += failures;
  const tests = (result.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  const names = [
    ...tests.filter(({ status }) => status === 'failed').map(({ title }) => title),
    ...(result.failures ?? []),
  ];
  for (const name of names) console.log(`FAILED ${name}`);
}
console.log(`${String(passed)} passed, ${String(failed)} failed`);
process.exitCode = failed > 0 ? 1 : 0;
