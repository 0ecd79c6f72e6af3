import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A Python that has the modules of the package and of its tests. */

export const PACKAGE = resolve(__dirname, '..', '..', 'python');

/** Modules by the names of the packages of Debian. */
const MODULES: Readonly<Record<string, string>> = {
  httpx: 'python3-httpx',
  websockets: 'python3-websockets',
  mypy: 'mypy',
  pip: 'python3-pip',
  setuptools: 'python3-setuptools',
  wheel: 'python3-wheel',
};

const PROGRAM = `import importlib.util, sys
assert sys.version_info >= (3, 10), "it is older than 3.10"
missing = [name for name in ${JSON.stringify(Object.keys(MODULES))} if importlib.util.find_spec(name) is None]
assert not missing, "it lacks the modules " + ", ".join(missing)`;

/** The first Python in PATH may be another one than the one of the system, which has its packages. */
function candidates(): string[] {
  const named = process.env['PYTHON'];
  return named === undefined ? ['python3', '/usr/bin/python3'] : [named];
}

/** @throws Error that says what to install */
export function findPython(commands: readonly string[] = candidates()): string {
  const errors: string[] = [];
  for (const command of commands) {
    const { status, stderr, error } = spawnSync(command, ['-c', PROGRAM], { encoding: 'utf8' });
    if (status === 0) return command;
    errors.push(`${command}: ${error ? 'it did not start' : (stderr.trim().split('\n').at(-1) ?? '')}`);
  }
  throw new Error(
    `The Python package needs a Python 3.10 or later with some modules.\n${errors.join('\n')}\n` +
      `Install them (Debian: apt-get install ${Object.values(MODULES).join(' ')}), or set PYTHON to a Python that has them.`,
  );
}

export interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/** Waits without blocking, because the service runs in this process. */
export function run(command: string, args: readonly string[], cwd: string, env: Environment = {}): Promise<Ended> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((settle, fail) => {
    child.once('error', fail);
    child.once('close', (status) => settle({ status, output }));
  });
}

export type Environment = Readonly<Record<string, string>>;

/** Runs a program and returns its output. @throws Error with the output if it fails */
export async function runOrThrow(...args: Parameters<typeof run>): Promise<string> {
  const { status, output } = await run(...args);
  if (status !== 0) throw new Error(`${args[0]} ${args[1].join(' ')} ended with ${String(status)}:\n${output}`);
  return output;
}

/** Returns the number of tests of a module that passed. @throws Error with the output if one fails */
export async function unittest(python: string, module: string, env: Environment): Promise<number> {
  if (!existsSync(join(PACKAGE, 'tests', `${module}.py`))) throw new Error(`there is no module ${module}`);
  const sources = { PYTHONPATH: join(PACKAGE, 'src') };
  const args = ['-W', 'error', '-m', 'unittest', '-v', `tests.${module}`];
  const output = await runOrThrow(python, args, PACKAGE, { ...sources, ...env });
  const [, count] = /^Ran (\d+) tests? in /m.exec(output) ?? [];
  if (/skipped/.test(output)) throw new Error(`a test was skipped:\n${output}`);
  return Number(count);
}
