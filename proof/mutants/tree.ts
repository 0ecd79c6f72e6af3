import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A copy of the tree in a temporary folder: the only place where a bug is ever planted. */
export interface Copy {
  /** Of the copied tree. */
  readonly tree: string;
  /** Of what the runs on it need besides. */
  readonly folder: string;
  /** Copies the tree again: nothing of the bug before is left. */
  renew(): void;
  remove(): void;
}

/** The tree as it is in the working folder: with what is not committed, and without what git ignores. */
function filesOf(root: string): string[] {
  const asked = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { status, stdout, stderr } = spawnSync('git', asked, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git does not say what the tree has: ${stderr}`);
  // A link of that name is no folder, so that git does not ignore it.
  return stdout.split('\0').filter((file) => !['', 'node_modules'].includes(file) && existsSync(join(root, file)));
}

// Each package is a link and not the whole folder: the tests of the built service leave marks in node_modules/.cache.
function linkPackages(root: string, tree: string): void {
  const from = join(root, 'node_modules');
  mkdirSync(join(tree, 'node_modules'), { recursive: true });
  for (const entry of readdirSync(from)) {
    if (entry !== '.cache') symlinkSync(join(from, entry), join(tree, 'node_modules', entry));
  }
}

export function copyOf(root: string): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'ats-planted-'));
  const [asItWas, tree] = [join(folder, 'as-it-was'), join(folder, 'tree')];
  // Once: whoever goes on working meanwhile changes nothing of this run.
  for (const file of filesOf(root)) {
    mkdirSync(dirname(join(asItWas, file)), { recursive: true });
    copyFileSync(join(root, file), join(asItWas, file));
  }
  linkPackages(root, asItWas);
  // The same path every time, so that what is compiled once is not compiled again.
  const renew = (): void => {
    rmSync(tree, { recursive: true, force: true });
    cpSync(asItWas, tree, { recursive: true, verbatimSymlinks: true });
  };
  renew();
  return { tree, folder, renew, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Applies a patch in a tree, or only asks whether it would; answers why not, undefined when all is well. */
export function applyPatch(tree: string, patch: string, ...asked: readonly '--check'[]): string | undefined {
  // git looks for a repository above the folder, and would leave alone what is not of it.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(tree) };
  const { status, stderr } = spawnSync('git', ['apply', ...asked, patch], { cwd: tree, env, encoding: 'utf8' });
  return status === 0 ? undefined : stderr.trim();
}

/** What to do about a patch that applies no longer. */
export function stale(name: string, why: string): string {
  return `${name}: the patch does not apply any more (${why.split('\n')[0] ?? ''}). The code it changes has changed: plant the
  same bug in the code of today, write it down with git diff under the same head, and run it: npm run planted -- ${name}`;
}
