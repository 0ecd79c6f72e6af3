// Runs a small sample of the proofs with fixed seeds, for `.ci/run`: a few minutes on 2 cores. It has those that alone hold a
// sentence of the specification, and those that look for a lost stamp. `npm run prove` runs all (docs/decisions/0064-time-of-ci.md).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [option, output] = process.argv.slice(2);
if (option !== undefined && (option !== '--outputFile' || output === undefined)) {
  console.error('usage: npm run proof-sample [-- --outputFile <file>]');
  process.exit(2);
}

const SEEDS = {
  CHAOS_SEED: '7',
  TORTURE_SEED: '8',
  MODEL_SEED: '7',
  MODEL_RUNS: '1',
  KILLS: '3',
  WALK_CALLS: '400',
  RULES_SEED: '7',
};
const MUTANTS = ['trade-not-locked'];
const env = { ...process.env, ...SEEDS };
const folder = mkdtempSync(join(tmpdir(), 'ats-proof-sample-'));
const totals = { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 0 };
/** The names of failed tests and mutants. */
const failures = [];

function timed(name, run) {
  const begun = performance.now();
  run();
  console.log(`== ${name}: ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
}

function jest(name, args) {
  const result = join(folder, `${name}.json`);
  const all = ['jest', '--selectProjects', 'proof', '--silent', '--json', `--outputFile=${result}`, ...args];
  timed(name, () => {
    const { status } = spawnSync('npx', all, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const found = read(result);
    for (const key of Object.keys(totals)) totals[key] += found[key];
    const tests = (found.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
    failures.push(...tests.filter(({ status }) => status === 'failed').map(({ title }) => title));
    // A run without a passed test fails, although no test of it failed (test/support/jest/some-passed.cjs).
    const isExplained = found.numFailedTests + found.numRuntimeErrorTestSuites > 0;
    if (status !== 0 && !isExplained) totals.numFailedTests += 1;
  });
}

/** A run without a result counts as one failure. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 1, numRuntimeErrorTestSuites: 0 };
  }
}

/** Runs an `npm` script, which counts as one test. */
function script(name, args) {
  timed(name, () => {
    const { status } = spawnSync('npm', ['run', '--silent', ...args], { env, stdio: ['ignore', 'inherit', 'inherit'] });
    totals[status === 0 ? 'numPassedTests' : 'numFailedTests'] += 1;
    if (status !== 0) failures.push(name);
  });
}

try {
  jest('proofs', [
    'proof/actions/',
    'proof/agents/',
    'proof/fault-injection/kill/kill.test',
    'proof/fault-injection/torture/torture.test',
    'proof/mandates/',
    'proof/model/',
    'proof/plans/market-list.test',
    'proof/rolling-restart/',
    'proof/second-implementation/',
    // The command and three whole simulations take two minutes of a processor.
    'proof/simulation/test/(lying|model|order|report).test',
  ]);
  jest('crash-points', [
    'proof/fault-injection/crash/crash-points.test',
    '-t',
    'settlement whose worker|in one transaction',
  ]);
  jest('journeys', ['proof/journeys/tutorial.test', '-t', 'by TypeScript']);
  for (const name of MUTANTS) script(`mutant ${name}`, ['mutants', '--', '--skip-baseline', name]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (output !== undefined) writeFileSync(output, JSON.stringify({ ...totals, failures }));
const failed = totals.numFailedTests + totals.numRuntimeErrorTestSuites;
console.log(`${totals.numPassedTests} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
