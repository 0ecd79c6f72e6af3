import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, runProgram } from '../../test/support/run-program';

/** The tools of other projects, with a lock of their own, so that `npm ci` of the service does not install them. */

export const PROJECT = join(__dirname, 'project');
const MODULES = join(PROJECT, 'node_modules');

/** Installs the tools unless the folder has what the lock says. */
export function installTools(): void {
  const installed = join(MODULES, '.package-lock.json');
  const lock = readFileSync(join(PROJECT, 'package-lock.json'), 'utf8');
  if (existsSync(installed) && isSame(lock, readFileSync(installed, 'utf8'))) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: PROJECT, stdio: 'ignore' });
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly optional?: boolean }>>;
}

/** Optional packages depend on the machine. */
function isSame(lock: string, installed: string): boolean {
  const { packages } = JSON.parse(installed) as Lock;
  return Object.entries((JSON.parse(lock) as Lock).packages).every(
    ([path, { version, optional }]) => path === '' || optional === true || packages[path]?.version === version,
  );
}

/** Runs a program of the tools in a folder. */
export function runTool(cwd: string, name: string, ...args: string[]): Promise<Ended> {
  return run(cwd, join(MODULES, '.bin', name), args);
}

/** Runs a script with Node.js in a folder, which finds the tools. */
export function runScript(cwd: string, ...args: string[]): Promise<Ended> {
  return run(cwd, process.execPath, args);
}

function run(cwd: string, program: string, args: readonly string[]): Promise<Ended> {
  return runProgram(program, args, { cwd, env: { ...process.env, NO_COLOR: '1' } });
}
