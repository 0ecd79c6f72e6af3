import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The environment variable that names the run in all its processes. PostgreSQL does not get it. */
export const RUN = 'RUN_OF_TESTS';

/**
 * Starts a process that cleans up after this one, also after Ctrl-C or SIGKILL. It holds the other end of a pipe, and the
 * system closes the pipe at our end. It has its own session, so Ctrl-C does not reach it.
 * @returns a function that stops the watcher, after the caller has cleaned up
 */
export function watchRun(run: string): () => void {
  const { [RUN]: _outer, ...env } = process.env;
  const watcher = spawn(process.execPath, [join(__dirname, 'watch-run.cjs'), run], {
    env,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  // The socket type has unref(), but the declared type of the stream has not.
  (watcher.stdin as unknown as { unref(): void }).unref();
  watcher.stdin.on('error', () => undefined);
  process.env[RUN] = run;
  return () => void watcher.kill('SIGKILL');
}
