import { spawn } from 'node:child_process';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unprivilegedUser } from '../../src/adapters/postgres/unprivileged';
import { untilAccepting } from './accepting-database';
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
  await untilAccepting(url.href, 'PgBouncer');
  return {
    url: url.href,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
