import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

export interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/** Runs a program of the tools in a folder. */
export function runTool(cwd: string, name: string, ...args: string[]): Promise<Ended> {
  return run(cwd, join(MODULES, '.bin', name), args);
}

/** Runs a script with Node.js in a folder, which finds the tools. */
export function runScript(cwd: string, ...args: string[]): Promise<Ended> {
  return run(cwd, process.execPath, args);
}

/** Waits without blocking, because the service runs in this process. */
function run(cwd: string, program: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((settle, fail) => {
    child.once('error', fail);
    child.once('close', (status) => settle({ status, output }));
  });
}
