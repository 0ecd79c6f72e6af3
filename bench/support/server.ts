import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { unlimited } from '../../test/support/unlimited';

const ROOT = join(__dirname, '..', '..');

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Runs a node script to its end. Rejects if it fails. */
async function run(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${String(code)}`);
}

/** Settings of the service on that database. The rate limit is counted and never reached. */
export function servingFrom({ ours, dataDir }: { readonly ours: string; readonly dataDir: string }) {
  return {
    DATABASE_URL: ours,
    ATS_DATA_DIR: dataDir,
    PORT: '0',
    ATS_METRICS_PORT: '0',
    ATS_LOG_LEVEL: 'warn',
    ATS_RATE_LIMIT_PER_MINUTE: '100000000',
  };
}

/** Builds as `npm run build` does, without the packages and the console. */
export async function build(): Promise<void> {
  await run([join('node_modules', 'typescript', 'bin', 'tsc'), '-p', 'tsconfig.build.json']);
  await run([join('scripts', 'spread-literals.mjs')]);
}

/** Starts the service like `npm start`, in a process of its own. Resolves when it answers. */
export async function startServer(
  env: Readonly<Record<string, string>>,
  profileTo: string | undefined,
): Promise<ServerProcess> {
  const profiling = profileTo === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileTo}`];
  const child = spawn(process.execPath, [...profiling, join(ROOT, 'dist', 'src', 'main.js'), 'serve'], {
    cwd: ROOT,
    // A line for each request would be a part of what is measured.
    env: { PATH: process.env['PATH'] ?? '', ATS_REQUEST_LOG: 'off', ...unlimited, ...env },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const end = (): void => void child.kill('SIGTERM');
  // Stops the server also when the bench is interrupted.
  process.once('exit', end);
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      process.off('exit', end);
      resolve();
    }),
  );
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${String(code)}`)));
    createInterface({ input: child.stderr }).on('line', (line) => {
      const ready = / is ready at (\S+)$/.exec(line)?.[1];
      if (ready !== undefined) resolve(ready);
      else if (!/^ {2}\w/.test(line)) process.stderr.write(`${line}\n`);
    });
  });
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      end();
      await ended;
    },
  };
}
