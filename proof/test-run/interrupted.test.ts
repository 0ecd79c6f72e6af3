import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { identityOf } from '../../src/adapters/postgres/processes';
import { runCli } from '../../test/support/built';
import { FOLDER, newFolder, roots } from '../../test/support/folder';
import { until } from '../../test/support/service';

/** A small run of jest that is really interrupted: its PostgreSQL, services, nginx and folders must go with it. */

const ROOT = resolve(__dirname, '..', '..');
const FIXTURE = join(ROOT, 'test', 'support', 'waiting-run.ts');

interface Project {
  readonly displayName: string;
}

interface Started {
  readonly cluster: string;
  readonly worker: number;
  readonly service: number;
  readonly nginx: string;
}

let folder: string;
let small: ChildProcess;
let printed: string;

beforeAll(async () => {
  // Compiles the program, which the small run uses.
  await runCli(['--version']);
}, 300_000);
beforeEach(() => void (folder = newFolder('interrupted')));
afterEach(() => {
  if (small.exitCode === null && small.signalCode === null) small.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the small run in a process group of its own, as a shell does. */
async function startRun(): Promise<Started> {
  const { projects } = createRequire(__filename)('../../jest.config.js') as {
    readonly projects: readonly Project[];
  };
  const project = projects.find(({ displayName }) => displayName === 'integration');
  const config = join(folder, 'jest.config.json');
  writeFileSync(config, JSON.stringify({ ...project, rootDir: ROOT, testMatch: [FIXTURE] }));
  const file = join(folder, 'started.json');
  const { TEST_CLUSTER_TEMPLATE: outer, ...env } = process.env;
  // A limit of memory makes jest use a worker, although there is one file.
  const args = ['node_modules/jest/bin/jest.js', '--config', config, '--workerIdleMemoryLimit=2GB'];
  small = spawn(process.execPath, args, {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, OUTER_TEMPLATE: outer, STARTED_FILE: file },
  });
  printed = '';
  for (const stream of [small.stdout, small.stderr]) stream?.on('data', (chunk: Buffer) => (printed += String(chunk)));
  await until(() => existsSync(file) || small.exitCode !== null, 'the small run has started', 240_000);
  if (!existsSync(file)) throw new Error(printed);
  await until(() => readFileSync(file, 'utf8') !== '', 'the file is written');
  return JSON.parse(readFileSync(file, 'utf8')) as Started;
}

async function isAccepting(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

const isAnswering = async (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

const foldersOf = (...pids: readonly number[]): string[] =>
  roots
    .flatMap((root) => readdirSync(root))
    .filter((name) => pids.some((pid) => name.startsWith(`${FOLDER}${String(pid)}-`)));

test.each([
  ['SIGKILL to jest', (pid: number) => process.kill(pid, 'SIGKILL')],
  ['Ctrl-C', (pid: number) => process.kill(-pid, 'SIGINT')],
])(
  'should leave no process and no folder of an interrupted test run: %s',
  async (_, interrupt) => {
    const { cluster, worker, service, nginx } = await startRun();
    const pid = small.pid ?? 0;
    expect([await isAccepting(cluster), await isAnswering(nginx)]).toEqual([true, true]);
    expect([identityOf(worker), identityOf(service)]).toEqual([expect.any(String), expect.any(String)]);
    expect(worker).not.toBe(pid);
    expect(foldersOf(pid, worker).length).toBeGreaterThanOrEqual(3);
    interrupt(pid);
    await until(() => foldersOf(pid, worker).length === 0, 'the folders are removed');
    await until(async () => !(await isAnswering(nginx)), 'nginx has ended');
    expect([identityOf(worker), identityOf(service), await isAccepting(cluster)]).toEqual([
      undefined,
      undefined,
      false,
    ]);
  },
  300_000,
);
