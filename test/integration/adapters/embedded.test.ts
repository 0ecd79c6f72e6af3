import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { locateEmbedded, startEmbedded, type Embedded } from '../../../src/adapters/postgres/embedded';
import { identityOf } from '../../../src/adapters/postgres/processes';
import { newFolder } from '../../support/folder';

const lines: string[] = [];
const log = { debug: (line: string): void => void lines.push(line) };

let parent: string;
let dataDir: string;
const children: ChildProcess[] = [];

async function one<T>(url: string, sql: string): Promise<T> {
  const client = new Client(url);
  // A test may stop the server during the session.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, T>>(sql);
    return Object.values(rows[0] ?? {})[0] as T;
  } finally {
    await client.end();
  }
}

/** Starts another process that runs the embedded database in `folder`, as `user` if given. */
async function otherProcess(folder: string, user?: number): Promise<{ child: ChildProcess; url: string }> {
  const script = join(__dirname, '..', '..', 'support', 'hold-embedded.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(user === undefined ? {} : { uid: user, gid: user, env: { ...process.env, TMPDIR: folder, HOME: folder } }),
  });
  children.push(child);
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the other process ended with ${String(code)}`)));
  });
  return { child, url };
}

/** Returns an ordinary user, unless only root can read these sources. */
function ordinaryUser(): number {
  const self = process.getuid?.() ?? 0;
  const nobody = 65_534;
  const look = ['-e', `require('fs').accessSync(process.argv[1])`, __filename];
  const cwd = tmpdir();
  const comes = self === 0 && spawnSync(process.execPath, look, { uid: nobody, gid: nobody, cwd }).status === 0;
  return comes ? nobody : self;
}

async function killed(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

beforeAll(() => {
  // A private folder with characters that need quoting, longer than the path of a socket may be.
  parent = newFolder(`it's "a" ${'long '.repeat(20)}`);
  chmodSync(parent, 0o700);
  dataDir = join(parent, 'data');
});

afterAll(async () => {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) await killed(child);
  if (existsSync(dataDir)) await (await startEmbedded({ dataDir, log })).stop();
  rmSync(parent, { recursive: true, force: true });
});

describe('the embedded PostgreSQL', () => {
  let running: Embedded;

  test('should start in an empty folder, as root or not: durable, UTF-8, on loopback only', async () => {
    running = await startEmbedded({ dataDir, log });
    const settings = ['fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'server_encoding'];
    const shown = await one<string>(
      running.url,
      `SELECT string_agg(current_setting(name), ' ' ORDER BY n) FROM unnest('{${settings.join(',')}}'::text[]) WITH ORDINALITY t(name, n)`,
    );
    expect(shown).toBe('on on on 127.0.0.1 UTF8');
    expect(await one(running.url, 'SELECT current_user || current_database()')).toBe('atsats');
    expect(await one(running.url, 'SELECT version()')).toMatch(/^PostgreSQL 18\./);
    expect(lines.join('\n')).toContain('ready to accept connections');
  });

  test('its password is in a private file, and a connection without it is refused', async () => {
    expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
    const wrong = new URL(running.url);
    wrong.password = 'wrong';
    await expect(one(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  });

  test('the command line finds the running database', () => {
    expect(locateEmbedded(dataDir)).toBe(running.url);
    expect(locateEmbedded(join(parent, 'nothing'))).toBeUndefined();
  });

  test('a second server in the same folder is refused with the process id of the first', async () => {
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(`is in use by process ${String(process.pid)};`);
    expect(await one(running.url, 'SELECT 1')).toBe(1);
  });

  test('should stop and start again with the same data', async () => {
    await one(running.url, 'CREATE TABLE kept AS SELECT 42 AS n');
    await running.stop();
    expect(identityOf(running.pid)).toBeUndefined();
    expect(locateEmbedded(dataDir)).toBeUndefined();
    running = await startEmbedded({ dataDir, log });
    expect(await one(running.url, 'SELECT n FROM kept')).toBe(42);
    await running.stop();
  });

  test('after a kill -9 of the service, the next start replaces the orphaned PostgreSQL', async () => {
    const { child, url } = await otherProcess(dataDir);
    await one(url, 'INSERT INTO kept VALUES (43)');
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(`is in use by process ${String(child.pid)};`);
    await killed(child);
    // The orphan is a real PostgreSQL that still responds.
    expect(await one(url, 'SELECT max(n) FROM kept')).toBe(43);
    running = await startEmbedded({ dataDir, log });
    expect(running.url).not.toBe(url);
    await expect(one(url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    expect(await one(running.url, 'SELECT max(n) FROM kept')).toBe(43);
    await running.stop();
  });

  test('after a kill -9 of both processes, committed data is recovered', async () => {
    const { child, url } = await otherProcess(dataDir);
    await one(url, 'INSERT INTO kept VALUES (44)');
    const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(postmaster, 'SIGKILL');
    await killed(child);
    lines.length = 0;
    running = await startEmbedded({ dataDir, log });
    expect(lines.join('\n')).toContain('automatic recovery in progress');
    expect(await one(running.url, 'SELECT max(n) FROM kept')).toBe(44);
    await running.stop();
  });

  test('a pid file is stale if another program has its process id', async () => {
    const pidFile = [String(process.pid), dataDir, '1', '5432', '', '127.0.0.1', '', 'ready', ''].join('\n');
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), pidFile);
    writeFileSync(join(dataDir, 'server.pid'), JSON.stringify({ pid: process.ppid, identity: 'of one long gone' }));
    expect(locateEmbedded(dataDir)).toBeUndefined();
    running = await startEmbedded({ dataDir, log });
    expect(await one(running.url, 'SELECT max(n) FROM kept')).toBe(44);
  });

  test('`ended` resolves when PostgreSQL dies, and `stop` does nothing then', async () => {
    process.kill(running.pid, 'SIGKILL');
    await running.ended;
    await running.stop();
    running = await startEmbedded({ dataDir, log });
    await running.stop();
  });

  test('a fixed port in use fails with one line', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    await expect(startEmbedded({ dataDir, log, port })).rejects.toThrow(/did not start: .*could not bind/);
    await new Promise((resolve) => server.close(resolve));
    await expect((await startEmbedded({ dataDir, log })).stop()).resolves.toBeUndefined();
  });

  test('a first start that is killed leaves no partial cluster, and an empty password is replaced', async () => {
    const folder = join(parent, 'half');
    const half = await startEmbedded({ dataDir: folder, log });
    await half.stop();
    rmSync(join(folder, 'postgres'), { recursive: true });
    writeFileSync(join(folder, 'postgres.new'), 'in the way');
    writeFileSync(join(folder, 'postgres.password'), '');
    const again = await startEmbedded({ dataDir: folder, log });
    expect(await one(again.url, 'SELECT 1')).toBe(1);
    await again.stop();
  });

  test('an ordinary user runs PostgreSQL as itself, and root can continue with the data', async () => {
    const folder = newFolder('embedded-user');
    const user = ordinaryUser();
    chownSync(folder, user, user);
    try {
      const { child, url } = await otherProcess(folder, user);
      await one(url, 'CREATE TABLE theirs AS SELECT 1 AS n');
      await killed(child);
      const ours = await startEmbedded({ dataDir: folder, log });
      expect(await one(ours.url, 'SELECT n FROM theirs')).toBe(1);
      if (user > 0) expect(statSync(join(folder, 'postgres')).uid).toBe(user);
      await ours.stop();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
