import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newFolder } from './folder';

/** Runs the compiled service in its own processes, with its own data folders. */

const ROOT = resolve(__dirname, '..', '..');
const MAIN = join(ROOT, 'dist', 'src', 'main.js');
/** The program of `packages/mcp`. */
export const MCP_MAIN = join(ROOT, 'packages', 'mcp', 'dist', 'main.js');
const READY = /^agent-trading-service is ready at (\S+)$/m;
const SANDBOX_READY = /^The sandbox is ready at (\S+)$/m;
const WORKING = /^agent-trading-service is (working)$/m;
// Startup takes about two seconds; a busy machine needs far longer.
const READY_WITHIN_MS = 180_000;

const builds = new Map<string, Promise<void>>();

/** Compiles once per process; another run may have removed the marker file. */
export function build(): Promise<void> {
  return buildOnce('ats-built', 'tsconfig.build.json', MAIN);
}

/** Compiles the package once per test run. It needs the client package, which `npm ci` builds. */
export function buildMcp(): Promise<void> {
  return buildOnce('ats-mcp-built', join('packages', 'mcp', 'tsconfig.build.json'), MCP_MAIN);
}

function buildOnce(marker: string, project: string, main: string): Promise<void> {
  const running = builds.get(marker) ?? compile(marker, project, main);
  builds.set(marker, running);
  return running;
}

/**
 * Compiles incrementally, once per test run.
 * Type errors do not fail it, because `npm run check` reports them.
 */
async function compile(marker: string, project: string, main: string): Promise<void> {
  const markers = join(ROOT, 'node_modules', '.cache', marker);
  const run = (process.env['TEST_CLUSTER_TEMPLATE'] ?? `process-${String(process.pid)}`).replace(/_template$/, '');
  const done = join(markers, `${run}.done`);
  mkdirSync(markers, { recursive: true });
  try {
    mkdirSync(join(markers, run));
  } catch {
    while (!existsSync(done)) await pause(100);
    return;
  }
  for (const old of readdirSync(markers)) {
    if (old !== run) rmSync(join(markers, old), { recursive: true, force: true });
  }
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const said = spawnSync(process.execPath, [compiler, '-p', project], { cwd: ROOT, encoding: 'utf8' });
  writeFileSync(done, said.stdout);
  if (!existsSync(main)) throw new Error(`nothing was built: ${said.stdout}${said.stderr}`);
}

/** The environment of this process without its settings, so that only the settings of the test apply. */
export function inheritedEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(ATS_|STRIPE_|OIDC_|TEST_|JEST_|DATABASE_URL$|PORT$|HOST$|NODE_ENV$)/.test(name),
  );
  return Object.fromEntries(inherited);
}

function cleanEnvironment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return {
    ...inheritedEnvironment(),
    ATS_ENV: 'test',
    ATS_METRICS_PORT: '0',
    ATS_LOG_LEVEL: 'warn',
    ...settings,
  };
}

/** A process of the service. */
export interface BuiltProcess {
  readonly pid: number;
  /** All standard output and error so far. */
  output(): string;
  /** Standard output so far. */
  stdout(): string;
  /** Sends the signal and waits for the exit. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Resolves with the exit code, or null after a signal. */
  readonly stopped: Promise<number | null>;
}

export interface BuiltServer extends BuiltProcess {
  readonly url: string;
  /** Settings for a command on the same database: ATS_DATA_DIR, PORT and the settings of the test. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Starts `node dist/src/main.js serve` and resolves when it prints its URL.
 * It uses a free port, and an embedded PostgreSQL in a new folder unless `env` names a database.
 */
export async function builtServer(env: Readonly<Record<string, string>> = {}): Promise<BuiltServer> {
  const dataDir = env['ATS_DATA_DIR'] ?? newFolder('built');
  const settings = { PORT: '0', ATS_SETTLE_SWEEP_SECONDS: '1', ...env, ATS_DATA_DIR: dataDir };
  const { process: started, said: url } = await start('serve', settings, READY);
  return { ...started, url, env: { ...settings, PORT: new URL(url).port } };
}

/**
 * Starts `node dist/src/main.js sandbox`, in a new folder unless `dataDir` names one. `env` of the result has ATS_SANDBOX
 * for further commands.
 */
export async function builtSandbox(dataDir = newFolder('sandbox'), ...flags: string[]): Promise<BuiltServer> {
  const settings = { PORT: '0', ATS_DATA_DIR: dataDir };
  const { process: started, said: url } = await start('sandbox', settings, SANDBOX_READY, flags);
  return { ...started, url, env: { ...settings, ATS_SANDBOX: 'true', PORT: new URL(url).port } };
}

/** Starts `node dist/src/main.js worker`; `env` names the database and folder of a server. */
export async function builtWorker(
  env: Readonly<Record<string, string>> & { readonly DATABASE_URL: string; readonly ATS_DATA_DIR: string },
): Promise<BuiltProcess> {
  return (await start('worker', { ATS_SETTLE_SWEEP_SECONDS: '1', ...env }, WORKING)).process;
}

async function start(
  verb: string,
  settings: Readonly<Record<string, string>>,
  ready: RegExp,
  flags: readonly string[] = [],
) {
  await build();
  const child = spawn(process.execPath, [MAIN, verb, ...flags], { cwd: ROOT, env: cleanEnvironment(settings) });
  let said = '';
  let out = '';
  const hear = (chunk: Buffer): void => void (said += chunk.toString('utf8'));
  child.stdout.on('data', hear);
  child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString('utf8')));
  child.stderr.on('data', hear);
  const stopped = new Promise<number | null>((settle) => child.once('exit', (code) => settle(code)));
  const started: BuiltProcess = {
    pid: child.pid ?? 0,
    output: () => said,
    stdout: () => out,
    stopped,
    async kill(signal) {
      child.kill(signal);
      await stopped;
    },
  };
  return { process: started, said: await saying(child, () => said, ready) };
}

/** Waits for the line that the process prints when it is ready. */
async function saying(child: ChildProcess, said: () => string, ready: RegExp): Promise<string> {
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const found = ready.exec(said())?.[1];
    if (found !== undefined) return found;
    const ended = child.exitCode !== null || child.signalCode !== null;
    if (ended || Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`it did not start: ${said()}`);
    }
    await pause(10);
  }
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command; `ended` resolves with its result. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ran>;
}

/** Starts `ats …args`; `input` is its standard input, and `output` a descriptor for its standard output. */
export async function startCli(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
  output: number | 'pipe' = 'pipe',
): Promise<Running> {
  await build();
  const stdio = ['pipe', output, 'pipe'] as ['pipe', 'pipe', 'pipe'];
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: ROOT, env: cleanEnvironment(env), stdio });
  const said = { stdout: '', stderr: '' };
  if (output === 'pipe') child.stdout.on('data', (chunk: Buffer) => void (said.stdout += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => void (said.stderr += chunk.toString('utf8')));
  child.stdin.on('error', () => undefined).end(input);
  const ended = new Promise<Ran>((settle) => child.once('close', (code) => settle({ code, ...said })));
  return { child, ended };
}

/** Runs `ats …args` to its end. */
export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  input = '',
): Promise<Ran> {
  return (await startCli(args, env, input)).ended;
}
