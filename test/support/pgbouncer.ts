import { spawn } from 'node:child_process';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { unprivilegedUser } from '../../src/adapters/postgres/unprivileged';
import { debianProgram } from './debian-program';
import { newFolder } from './folder';
import { freePort } from './free-port';

/** Starts PgBouncer in front of a database. Returns the URL of the same database through it. */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const { path: binary, env } = debianProgram('pgbouncer', '/usr/sbin/pgbouncer');
  const folder = newFolder('pgbouncer');
  const target = new URL(databaseUrl);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${target.username}" "${decodeURIComponent(target.password)}"\n`);
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: users,
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  const databases = `[databases]\n* = host=${target.hostname} port=${target.port}\n`;
  writeFileSync(file, `${databases}[pgbouncer]\n${lines.join('\n')}\n`);
  // PgBouncer refuses to run as root.
  const user = unprivilegedUser(folder);
  if (user) for (const path of [folder, users, file]) chownSync(path, user.uid, user.gid);
  const child = spawn(binary, [file], { ...user, env, cwd: folder, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  await untilReady(url.href);
  return {
    url: url.href,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const client = new Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await pause(50);
    }
  }
  throw new Error('PgBouncer did not start within 10 s');
}
