import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Credential, signRequest } from '../../../src/client';
import { type BuiltServer, builtServer, runCli, startCli } from '../../support/built';
import { platformCredential } from '../../support/built-parties';
import { freshDatabase } from '../../support/database';
import { newFolder } from '../../support/folder';
import { until } from '../../support/service';

/** `npm start` as a process: start, stop and failed start. */

const BODY = JSON.stringify({ query: '{ service { version } }' });
const pidFile = (server: BuiltServer): string => join(server.env['ATS_DATA_DIR'] ?? '', 'postgres', 'postmaster.pid');

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const credentialFor = ({ env }: BuiltServer): Promise<Credential> => platformCredential(env, 'operator');

/** Sends a signed request without its last byte; `finish` sends it. */
function halfSent(server: BuiltServer, credential: Credential) {
  const url = new URL('/graphql', server.url);
  const body = Buffer.from(BODY);
  const signed = signRequest(
    { method: 'POST', url, headers: { 'content-type': 'application/json' }, body },
    { credential },
    { now: new Date() },
  );
  const sending = request(url, {
    method: 'POST',
    headers: { ...Object.fromEntries(new Headers(signed.headers)), 'content-length': String(body.length) },
  });
  sending.write(body.subarray(0, -1));
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  return { answered, finish: () => sending.end(body.subarray(-1)) };
}

async function isRefused(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}

test('should print the addresses of a ready service', async () => {
  const server = await builtServer();
  try {
    await until(() => server.output().includes('\n  database'), 'the last line');
    const lines = Array.from(server.output().matchAll(/^ {2}(\S+) +(http\S+)$/gm), ([, name, url]) => [name, url]);
    const answers = lines.map(async ([name, url = '']) => [name, (await fetch(url)).status]);
    expect(await Promise.all(answers)).toEqual([
      ['GraphQL', 401],
      ['REST', 200],
      ['Console', 200],
    ]);
  } finally {
    await server.kill('SIGTERM');
    await rm(server.env['ATS_DATA_DIR'] ?? '', { recursive: true, force: true });
  }
}, 300_000);

// @spec CF8
test('standard output has only JSON lines, also at the start and at the stop', async () => {
  const server = await builtServer({ ATS_LOG_LEVEL: 'info' });
  await fetch(`${server.url}/nothing`);
  await server.kill('SIGTERM');
  await rm(server.env['ATS_DATA_DIR'] ?? '', { recursive: true, force: true });
  const lines = server.stdout().trim().split('\n');
  const messages = lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
  expect(messages).toContain('the service is ready');
  expect(messages).toContain('request');
  expect(server.output()).toContain('SIGTERM: finishing open requests');
}, 300_000);

test.each(['SIGTERM', 'SIGINT'] as const)(
  'on %s the server finishes open requests, refuses new ones, stops the database and exits with 0',
  async (signal) => {
    const server = await builtServer();
    try {
      const credential = await credentialFor(server);
      const database = Number(readFileSync(pidFile(server), 'utf8').split('\n')[0]);
      expect(isAlive(database)).toBe(true);
      const { answered, finish } = halfSent(server, credential);
      const { port } = new URL(server.url);
      // The server has accepted the first connection before a later one.
      expect(await isRefused(Number(port))).toBe(false);
      process.kill(server.pid, signal);
      await until(() => isRefused(Number(port)), 'new connections are refused');
      expect(isAlive(database)).toBe(true);
      finish();
      const [response] = await answered;
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      expect(response.statusCode).toBe(200);
      expect(JSON.parse(Buffer.concat(parts).toString('utf8'))).toMatchObject({ data: { service: {} } });
      expect(await server.stopped).toBe(0);
      expect(isAlive(database)).toBe(false);
      expect(existsSync(pidFile(server))).toBe(false);
    } finally {
      await server.kill('SIGKILL');
      await rm(server.env['ATS_DATA_DIR'] ?? '', { recursive: true, force: true });
    }
  },
  300_000,
);

test('a port in use exits with 1 and one line, and stops the database', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  const first = await builtServer();
  await first.kill('SIGTERM');
  try {
    const { code, stderr } = await runCli(['serve'], { ...first.env, PORT: String(port) });
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(String(port));
    expect(existsSync(pidFile(first))).toBe(false);
  } finally {
    taken.close();
    await rm(first.env['ATS_DATA_DIR'] ?? '', { recursive: true, force: true });
  }
}, 300_000);

test('a full disk at standard output exits with 1 and one line, and a closed pipe with 0', async () => {
  const full = openSync('/dev/full', 'w');
  const { ended } = await startCli(['--version'], {}, '', full);
  closeSync(full);
  const { code, stderr } = await ended;
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^ats: standard output cannot be written: ENOSPC: [^\n]+\n$/) as string,
  });
  const reader = await startCli(['--version']);
  reader.child.stdout?.destroy();
  expect(await reader.ended).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('should serve and stop on SIGTERM with a full disk below the log, and say once that lines are lost', async () => {
  const database = await freshDatabase();
  const full = openSync('/dev/full', 'w');
  const env = { DATABASE_URL: database.ownerUrl, PORT: '0', ATS_LOG_LEVEL: 'info', ATS_DATA_DIR: newFolder('no-log') };
  const { child, ended } = await startCli(['serve'], env, '', full);
  closeSync(full);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => void (said += chunk.toString('utf8')));
  try {
    await until(() => /is ready at \S+$/m.test(said), 'it listens');
    const url = /is ready at (\S+)$/m.exec(said)?.[1] ?? '';
    for (let request = 0; request < 3; request += 1) expect((await fetch(`${url}/docs`)).status).toBe(200);
    child.kill('SIGTERM');
    const { code, stderr } = await ended;
    expect(code).toBe(0);
    expect(stderr.match(/log cannot.*/g)).toEqual([
      expect.stringMatching(/^log cannot be written, and its lines are lost: ENOSPC: /),
    ]);
  } finally {
    child.kill('SIGKILL');
    await database.drop();
  }
}, 300_000);

// @spec OP6
test('should end the start with one sentence and 1 if the data folder cannot be created', async () => {
  const { code, stderr } = await runCli(['serve'], { ATS_DATA_DIR: '/proc/nope' });
  expect(code).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/folder \/proc\/nope cannot be created \(\w+ at \/proc\/nope\): set ATS_DATA_DIR/),
  ]);
}, 300_000);

// @spec OP7
test('should end a start that waits for the database on SIGTERM', async () => {
  // It accepts connections and never answers.
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const connected = once(silent, 'connection');
  const { child, ended } = await startCli(['serve'], { DATABASE_URL: `postgres://a@127.0.0.1:${String(port)}/a` });
  try {
    await connected;
    child.kill('SIGTERM');
    // Before the service is created, the signal itself ends the process.
    expect([0, null]).toContain((await ended).code);
  } finally {
    child.kill('SIGKILL');
    silent.close();
  }
}, 300_000);
