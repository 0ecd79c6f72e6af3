import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A copy of the repository in a temporary folder. Mutants are applied only there. */
export interface Copy {
  /** The copied repository. */
  readonly tree: string;
  /** The folder for other files of a run. */
  readonly folder: string;
  /** Copies the repository again, without the last mutant. */
  renew(): void;
  remove(): void;
}

/** Lists the files of the working folder, also those that are not committed, but not those that git ignores. */
function listFiles(root: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ls-files failed: ${stderr}`);
  // Git does not ignore node_modules if it is a link.
  return stdout.split('\0').filter((file) => !['', 'node_modules'].includes(file) && existsSync(join(root, file)));
}

// Links each package, not the whole folder: the tests of the built service write to node_modules/.cache.
function linkPackages(root: string, tree: string): void {
  const from = join(root, 'node_modules');
  mkdirSync(join(tree, 'node_modules'), { recursive: true });
  for (const entry of readdirSync(from)) {
    if (entry !== '.cache') symlinkSync(join(from, entry), join(tree, 'node_modules', entry));
  }
}

/** Copies the repository once, so that later changes in it do not affect the run. */
export function copyRepository(root: string): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'ats-mutants-'));
  const [original, tree] = [join(folder, 'original'), join(folder, 'tree')];
  for (const file of listFiles(root)) {
    mkdirSync(dirname(join(original, file)), { recursive: true });
    copyFileSync(join(root, file), join(original, file));
  }
  linkPackages(root, original);
  // The path is always the same, so that jest can reuse its cache.
  const renew = (): void => {
    rmSync(tree, { recursive: true, force: true });
    cpSync(original, tree, { recursive: true, verbatimSymlinks: true });
  };
  renew();
  // A stopped jest can still write for a moment.
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  return { tree, folder, renew, remove };
}
