import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type Client, type Credential } from '../../src/client';
import { type BuiltServer, builtServer, runCli } from '../../test/support/built';
import { platformCredential } from '../../test/support/built-parties';
import { freshDatabase } from '../../test/support/database';
import { until } from '../../test/support/actors';
import { newFolder } from '../../test/support/folder';
import { unlimited } from '../../test/support/unlimited';

/** The built service in a process of its own, and what is visible from outside. */

export interface Memory {
  /** Used bytes after a garbage collection. */
  readonly heapUsed: number;
  readonly external: number;
  readonly rss: number;
}

export interface FuzzedService {
  readonly url: string;
  readonly console: Credential;
  readonly operator: Credential;
  consoleFor(subject: string): Client;
  memory(): Promise<Memory>;
  /** Log lines of level error or worse, and output that is not a log line. */
  errors(): string[];
  /** Throws with the exit code and the last output if the process has ended. */
  assertRuns(): void;
  /** Output of `ats audit --whole` if it has findings. */
  audit(): Promise<string | undefined>;
  stop(): Promise<void>;
}

/**
 * Secret for the processor's events, in addition to the local processor's. It has two parts so that secret scanners
 * ignore it.
 */
export const STRIPE_SECRET = ['whsec', 'hostile'].join('_');

const MEMORY = /^memory (\{.*\})$/gm;

/** Starts the service with additional settings `env`. The rate limit is high unless a test needs it. */
export async function startFuzzedService(env: Readonly<Record<string, string>> = {}): Promise<FuzzedService> {
  const database = await freshDatabase();
  const dataDir = newFolder('fuzz');
  const server = await builtServer({
    DATABASE_URL: database.ownerUrl,
    ATS_DATA_DIR: dataDir,
    ATS_RATE_LIMIT_PER_MINUTE: '100000000',
    ...unlimited,
    STRIPE_WEBHOOK_SECRET: STRIPE_SECRET,
    NODE_OPTIONS: `--require ${join(__dirname, 'tell-memory.cjs')}`,
    ...env,
  });
  // Ends the service when the run is interrupted.
  const end = (): void => void server.kill('SIGKILL');
  process.once('exit', end);
  let exit: string | undefined;
  void server.stopped.then((code) => void (exit = code === null ? 'by a signal' : `with code ${String(code)}`));
  const [console, operator] = [
    await platformCredential(plain(server), 'console'),
    await platformCredential(plain(server), 'operator'),
  ];
  return {
    url: server.url,
    console,
    operator,
    consoleFor: (subject) =>
      createClient({ url: server.url, credential: console, acting: { provider: 'test', subject } }),
    memory: () => memoryOf(server),
    errors: () => errorsIn(server.output()),
    assertRuns() {
      if (exit !== undefined) throw new Error(`The service ended ${exit}: ${server.output().slice(-4000)}`);
    },
    async audit() {
      const { code, stdout, stderr } = await runCli(['audit', '--whole'], plain(server));
      return code === 0 ? undefined : `${stdout}${stderr}`;
    },
    async stop() {
      process.off('exit', end);
      await server.kill('SIGTERM');
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Environment for the command line, without the module loaded into the service. */
function plain({ env }: BuiltServer): Record<string, string> {
  return { ...env, NODE_OPTIONS: '' };
}

async function memoryOf(server: BuiltServer): Promise<Memory> {
  const memoryReports = (): string[] => Array.from(server.output().matchAll(MEMORY), ([, json = '']) => json);
  const before = memoryReports().length;
  process.kill(server.pid, 'SIGUSR2');
  const all = await until(
    () => Promise.resolve(memoryReports()),
    (lines) => lines.length > before,
    60_000,
  );
  return JSON.parse(all.at(-1) ?? '') as Memory;
}

function errorsIn(output: string): string[] {
  return output.split('\n').filter((line) => {
    // Skips the service's start messages and a warning of the local identity provider.
    if (/^memory |^agent-trading-service |^ats: warning: |^ {2}|^$|^oidc-provider WARNING/.test(line)) return false;
    try {
      const { level } = JSON.parse(line) as { level?: string };
      return level === 'error' || level === 'fatal';
    } catch {
      return true;
    }
  });
}
