import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startTestCluster } from '../../test/support/cluster';
import { applyMutant, EditError } from './edits';
import { runTests } from './jest';
import { type Mutant, referenceName, type TestReference } from './mutant';
import { CONTROL, failedRun, outcomeOf, type Outcome, unsoundTests } from './outcome';
import { findTest } from './tests';
import { type Copy, copyRepository } from './tree';

export interface Options {
  /** The repository to copy. */
  readonly root: string;
  readonly mutants: readonly Mutant[];
  /** Skips the checks that the tests pass without a mutant and that the mutants compile. */
  readonly skipBaseline: boolean;
  /** How often each mutant runs. It must be caught each time. */
  readonly times: number;
  /** The PostgreSQL to use. If undefined, the run starts its own. */
  readonly databaseUrl?: string | undefined;
  readonly print: (line: string) => void;
}

export interface RunResult {
  readonly outcomes: readonly Outcome[];
  /** Reasons why the outcomes prove nothing. */
  readonly complaints: readonly string[];
}

/** The copy and the PostgreSQL that all runs share. Each run makes its own databases. */
interface Workspace {
  readonly copy: Copy;
  readonly server: string;
  readonly print: (line: string) => void;
}

/** Runs the mutants one at a time. Leaves no files and no server behind. */
export async function runMutants(options: Options): Promise<RunResult> {
  const { mutants, skipBaseline, times, print } = options;
  const copy = copyRepository(options.root);
  process.once('exit', () => copy.remove());
  const cluster = await startTestCluster(options.databaseUrl);
  try {
    const workspace: Workspace = { copy, server: cluster.adminUrl, print };
    const complaints = skipBaseline ? [] : [...compile(workspace, mutants), ...(await baseline(workspace, mutants))];
    const outcomes: Outcome[] = [];
    for (const mutant of mutants) {
      for (let time = 1; time <= times; time += 1) outcomes.push(await runMutant(workspace, mutant));
    }
    return { outcomes, complaints };
  } finally {
    await cluster.stop();
    copy.remove();
  }
}

/** Compiles the mutants, as many together as do not change the same text: any test would catch a broken build. */
function compile({ copy, print }: Workspace, mutants: readonly Mutant[]): string[] {
  const complaints: string[] = [];
  for (let left = mutants; left.length > 0;) {
    const rest = left.filter((mutant) => !tryApply(copy.tree, mutant));
    if (rest.length === left.length) break; // Their own runs report them.
    print(`Compiling ${String(left.length - rest.length)} mutants`);
    const tsc = join(copy.tree, 'node_modules', 'typescript', 'bin', 'tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '--noEmit'], { cwd: copy.tree, encoding: 'utf8' });
    if (status !== 0) complaints.push(`A mutant does not compile: ${stdout.trim()}`);
    left = rest;
    copy.renew();
  }
  return complaints;
}

function tryApply(tree: string, mutant: Mutant): boolean {
  try {
    applyMutant(tree, mutant);
    return true;
  } catch (error) {
    if (error instanceof EditError) return false;
    throw error;
  }
}

/** The control and all tests must pass without a mutant. */
async function baseline({ copy, server, print }: Workspace, mutants: readonly Mutant[]): Promise<string[]> {
  const all = [CONTROL, ...mutants.flatMap(({ caughtBy }) => caughtBy)];
  const tests = [...new Map(all.map((test): [string, TestReference] => [referenceName(test), test])).values()];
  print(`Running the control and ${String(tests.length - 1)} tests without a mutant`);
  const found = tests.map((test) => findTest(copy.tree, test));
  return unsoundTests(tests, await runTests(copy, server, found));
}

async function runMutant({ copy, server, print }: Workspace, mutant: Mutant): Promise<Outcome> {
  const startedAt = performance.now();
  const seconds = (): number => (performance.now() - startedAt) / 1000;
  copy.renew();
  let outcome: Outcome;
  try {
    applyMutant(copy.tree, mutant);
    const tests = [CONTROL, ...mutant.caughtBy].map((test) => findTest(copy.tree, test));
    outcome = outcomeOf(mutant, await runTests(copy, server, tests), seconds());
  } catch (error) {
    outcome = failedRun(mutant, error instanceof Error ? error.message : String(error), seconds());
  }
  print(`\n${mutant.name}: ${mutant.breaks}`);
  for (const { line, reason } of outcome.findings) {
    print(`  ${line}`);
    if (reason !== '') print(`    because: ${reason}`);
  }
  return outcome;
}
