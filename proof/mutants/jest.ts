import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { TestReference } from './mutant';
import { type FoundTest, matches } from './tests';
import type { Copy } from './tree';

/** Runs tests in a copy of the repository, and reads their results. */

/** The part of jest's results for one test file that a run needs. */
export interface FileResult {
  readonly name: string;
  /** Why the file could not run, or the messages of its failed tests. */
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
    /** False if a `beforeAll` failed: jest then reports a failed test that it never ran. */
    readonly hasStarted: boolean;
  }[];
}

export type Verdict =
  | { readonly verdict: 'failed'; readonly reason: string }
  | { readonly verdict: 'passed' }
  /** The test does not exist, or its file could not be loaded or set up: this result proves nothing. */
  | { readonly verdict: 'not run'; readonly reason: string };

/** Results of one run of jest, and the tests of that run. */
export interface Results {
  readonly files: readonly FileResult[];
  readonly tests: readonly FoundTest[];
}

// A limit for a test that hangs, and for each file. A healthy run takes much less.
const MAX_RUN_MS = 10 * 60_000;
const MAX_FILE_MS = 30_000;

// Fixed seeds repeat the random choices of the chaos and torture tests in each run.
const SEEDS = { CHAOS_SEED: '7', TORTURE_SEED: '8' };

function withoutColors(text: string): string {
  // eslint-disable-next-line no-control-regex -- jest colors its messages.
  return text.replace(/\u001b\[[0-9;]*m/g, '');
}

const MAX_REASON_CHARACTERS = 160;

/** The message before the stack trace, in one line. */
function reasonOf(text: string): string {
  const [message = ''] = withoutColors(text).split(/^\s+at /m);
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length > MAX_REASON_CHARACTERS ? `${line.slice(0, MAX_REASON_CHARACTERS)} …` : line;
}

/** The verdict of one test. File names in the results are relative to the copy. */
export function verdictOf({ file, id, row }: TestReference, { files, tests }: Results): Verdict {
  const result = files.find(({ name }) => name === file);
  if (result === undefined) return { verdict: 'not run', reason: 'jest did not run the file' };
  const found = tests.find(({ reference }) => reference.file === file && reference.id === id && reference.row === row);
  const own = result.assertionResults.filter(
    ({ fullName, status }) => found && matches(found, fullName) && status !== 'pending',
  );
  const failed = own.filter(({ status }) => status === 'failed');
  // A started test says more than one that was not started.
  const [first] = [...failed.filter(({ hasStarted }) => hasStarted), ...failed];
  const reason = reasonOf(first?.failureMessages[0] ?? '');
  if (first?.hasStarted) return { verdict: 'failed', reason };
  if (first) return { verdict: 'not run', reason: `its setup failed: ${reason}` };
  if (own.length > 0) return { verdict: 'passed' };
  return { verdict: 'not run', reason: reasonOf(result.message) || 'the file has no test of this name' };
}

/** A setup file that records each test that starts. */
const recorder = (file: string): string => `beforeEach(() => {
  const { testPath, currentTestName } = expect.getState();
  require('node:fs').appendFileSync(${JSON.stringify(file)}, JSON.stringify([testPath, currentTestName]) + '\\n');
});
`;

/** Runs only these tests in the copy. `server` is the address of the PostgreSQL to use. */
export async function runTests({ tree, folder }: Copy, server: string, tests: readonly FoundTest[]): Promise<Results> {
  const [output, started] = [join(folder, 'results.json'), join(folder, 'started.jsonl')];
  for (const file of [output, started]) rmSync(file, { force: true });
  const setUp = join(folder, 'started.cjs');
  writeFileSync(setUp, recorder(started));
  const files = [...new Set(tests.map(({ reference }) => reference.file))];
  const printed = await jest(tree, server, MAX_RUN_MS + files.length * MAX_FILE_MS, [
    ...['--json', `--outputFile=${output}`, `--cacheDirectory=${join(folder, 'cache')}`],
    ...['--runInBand', '--forceExit', `--setupFilesAfterEnv=${setUp}`],
    ...[`--testNamePattern=${tests.map(({ fullName }) => fullName.source).join('|')}`, '--runTestsByPath', ...files],
  ]);
  if (!existsSync(output)) throw new Error(`jest ended without results: ${reasonOf(printed)}`);
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as { testResults: FileResult[] };
  const lines = new Set(existsSync(started) ? readFileSync(started, 'utf8').split('\n') : []);
  const results = testResults.map(({ name, message, assertionResults }) => ({
    name: relative(tree, name),
    message,
    assertionResults: assertionResults.map((result) => ({
      ...result,
      hasStarted: lines.has(JSON.stringify([name, result.fullName])),
    })),
  }));
  return { files: results, tests };
}

/** Resolves with the output of jest when jest has ended. */
async function jest(tree: string, server: string, timeoutMs: number, args: readonly string[]): Promise<string> {
  const bin = join(tree, 'node_modules', 'jest', 'bin', 'jest.js');
  const env = { ...SEEDS, ...process.env, ATS_TEST_DATABASE_URL: server };
  const child = spawn(process.execPath, [bin, ...args], { cwd: tree, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => void (printed += chunk.toString('utf8')));
  const stop = (): void => void child.kill('SIGTERM');
  const timer = setTimeout(stop, timeoutMs);
  // Before the handler that removes the copy in which the child writes.
  process.prependOnceListener('exit', stop);
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  process.off('exit', stop);
  return printed;
}
