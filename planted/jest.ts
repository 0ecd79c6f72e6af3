import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Catcher } from './bug';
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
  }[];
}

export type Seen =
  /** A test of that name failed. */
  | { readonly verdict: 'failed'; readonly test: string; readonly why: string }
  | { readonly verdict: 'passed' }
  /** There is no test of that name, or its file could not be run: this says nothing of a bug. */
  | { readonly verdict: 'not run'; readonly why: string };

// What a hung test costs at most; a healthy run of any catcher is far below it.
const LONGEST_MS = 10 * 60_000;

function plain(text: string): string {
  // eslint-disable-next-line no-control-regex -- jest colours what it tells.
  return text.replace(/\u001b\[[0-9;]*m/g, '');
}

function firstLine(text: string): string {
  return (
    plain(text)
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim()
      .slice(0, 160) ?? ''
  );
}

/** What a catcher saw in a run's results; `file` names are relative to the tree. */
export function seenBy({ file, test }: Catcher, results: readonly FileResult[]): Seen {
  const own = results.find(({ name }) => name === file);
  if (own === undefined) return { verdict: 'not run', why: 'jest did not run its file' };
  const tests = own.assertionResults.filter(({ fullName, status }) => fullName.includes(test) && status !== 'pending');
  const failed = tests.find(({ status }) => status === 'failed');
  if (failed) return { verdict: 'failed', test: failed.fullName, why: firstLine(failed.failureMessages[0] ?? '') };
  if (tests.length > 0) return { verdict: 'passed' };
  return { verdict: 'not run', why: firstLine(own.message) || 'it has no test of that name' };
}

/** Runs the catchers' tests, and of their files no others, in the tree of the copy; `server`: the PostgreSQL to use. */
export async function runCatchers(
  { tree, folder }: Copy,
  server: string,
  catchers: readonly Catcher[],
): Promise<FileResult[]> {
  const output = join(folder, 'results.json');
  rmSync(output, { force: true });
  const names = catchers.map(({ test }) => test.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const files = [...new Set(catchers.map(({ file }) => file))];
  const said = await jest(tree, server, [
    ...['--json', `--outputFile=${output}`, `--cacheDirectory=${join(folder, 'cache')}`],
    ...['--runInBand', '--forceExit', `--testNamePattern=${names.join('|')}`, '--runTestsByPath', ...files],
  ]);
  try {
    const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as { testResults: FileResult[] };
    return testResults.map((result) => ({ ...result, name: relative(tree, result.name) }));
  } catch {
    throw new Error(`jest ended without results: ${firstLine(said)}`);
  }
}

/** Resolves with what it printed, when it has ended. */
async function jest(tree: string, server: string, args: readonly string[]): Promise<string> {
  const bin = join(tree, 'node_modules', 'jest', 'bin', 'jest.js');
  const env = { ...process.env, ATS_TEST_DATABASE_URL: server };
  const child = spawn(process.execPath, [bin, ...args], { cwd: tree, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString('utf8')));
  const end = (): void => void child.kill('SIGTERM');
  const timer = setTimeout(end, LONGEST_MS);
  process.once('exit', end);
  await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  process.off('exit', end);
  return said;
}
