import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Catcher } from './mutant';
import type { Copy } from './tree';

/** Runs tests of a copy, and says what each catcher saw. */

/** What jest says of one test file, as far as it matters here. */
export interface FileResult {
  readonly name: string;
  /** What kept the file from being run at all; else of its failed tests. */
  readonly message: string;
  readonly assertionResults: readonly {
    readonly fullName: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
    /** Whether what its file sets up beforehand was set up: else jest calls it failed, and never ran it. */
    readonly begun: boolean;
  }[];
}

export type Seen =
  /** A test of that name failed. */
  | { readonly verdict: 'failed'; readonly why: string }
  | { readonly verdict: 'passed' }
  /** There is no test of that name, or its file could not be set up or run: this says nothing of a bug. */
  | { readonly verdict: 'not run'; readonly why: string };

// What a hung test costs at most, and what each file may take besides: a healthy run of any catchers is far below it.
const LONGEST_MS = 10 * 60_000;
const LONGEST_OF_FILE_MS = 30_000;

// What the harnesses draw anew each time is the same every time here: what finds a bug is drawn again.
const SEEDS = { CHAOS_SEED: '7', TORTURE_SEED: '8' };

function plain(text: string): string {
  // eslint-disable-next-line no-control-regex -- jest colours what it tells.
  return text.replace(/\u001b\[[0-9;]*m/g, '');
}

// As much of a message as a cell of a table bears.
const REASON_CHARACTERS = 160;

/** What is said before the stack, in one line: what an assertion saw stands below its first line. */
function reason(text: string): string {
  const [said = ''] = plain(text).split(/^\s+at /m);
  const line = said.replace(/\s+/g, ' ').trim();
  return line.length > REASON_CHARACTERS ? `${line.slice(0, REASON_CHARACTERS)} …` : line;
}

/** What a catcher saw in a run's results; `file` names are relative to the tree. */
export function seenBy({ file, test }: Catcher, results: readonly FileResult[]): Seen {
  const own = results.find(({ name }) => name === file);
  if (own === undefined) return { verdict: 'not run', why: 'jest did not run its file' };
  const tests = own.assertionResults.filter(({ fullName, status }) => fullName.includes(test) && status !== 'pending');
  const failed = tests.filter(({ status }) => status === 'failed');
  // One that was not begun says nothing, but that does not make less of another that was.
  const [first] = [...failed.filter(({ begun }) => begun), ...failed];
  const why = reason(first?.failureMessages[0] ?? '');
  if (first) return first.begun ? { verdict: 'failed', why } : { verdict: 'not run', why: `set up in vain: ${why}` };
  if (tests.length > 0) return { verdict: 'passed' };
  return { verdict: 'not run', why: reason(own.message) || 'it has no test of that name' };
}

/** Told before each test, which jest does not come to where a `beforeAll` has failed. */
const tells = (file: string): string => `beforeEach(() => {
  const { testPath, currentTestName } = expect.getState();
  require('node:fs').appendFileSync(${JSON.stringify(file)}, JSON.stringify([testPath, currentTestName]) + '\\n');
});
`;

/** Runs the catchers' tests, and of their files no others, in the tree of the copy; `server`: the PostgreSQL to use. */
export async function runCatchers(
  { tree, folder }: Copy,
  server: string,
  catchers: readonly Catcher[],
): Promise<FileResult[]> {
  const [output, begun] = [join(folder, 'results.json'), join(folder, 'begun.jsonl')];
  for (const file of [output, begun]) rmSync(file, { force: true });
  const setUp = join(folder, 'begun.cjs');
  writeFileSync(setUp, tells(begun));
  const names = catchers.map(({ test }) => test.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const files = [...new Set(catchers.map(({ file }) => file))];
  const said = await jest(tree, server, LONGEST_MS + files.length * LONGEST_OF_FILE_MS, [
    ...['--json', `--outputFile=${output}`, `--cacheDirectory=${join(folder, 'cache')}`],
    ...['--runInBand', '--forceExit', `--setupFilesAfterEnv=${setUp}`],
    ...[`--testNamePattern=${names.join('|')}`, '--runTestsByPath', ...files],
  ]);
  try {
    const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as { testResults: FileResult[] };
    const told = existsSync(begun) ? readFileSync(begun, 'utf8').split('\n') : [];
    return testResults.map(({ name, message, assertionResults }) => ({
      name: relative(tree, name),
      message,
      assertionResults: assertionResults.map((result) => ({
        ...result,
        begun: told.includes(JSON.stringify([name, result.fullName])),
      })),
    }));
  } catch {
    throw new Error(`jest ended without results: ${reason(said)}`);
  }
}

/** Resolves with what it printed, when it has ended. */
async function jest(tree: string, server: string, longestMs: number, args: readonly string[]): Promise<string> {
  const bin = join(tree, 'node_modules', 'jest', 'bin', 'jest.js');
  const env = { ...SEEDS, ...process.env, ATS_TEST_DATABASE_URL: server };
  const child = spawn(process.execPath, [bin, ...args], { cwd: tree, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString('utf8')));
  const end = (): void => void child.kill('SIGTERM');
  const timer = setTimeout(end, longestMs);
  process.once('exit', end);
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  process.off('exit', end);
  return said;
}
