import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unprivilegedUser } from '../../src/adapters/postgres/unprivileged';
import { untilAccepting } from './accepting-database';
import { debianProgram } from './debian-program';
import { freePort } from './free-port';

export interface Postgres15 {
  /** An empty database. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts PostgreSQL 15 of the Debian package in a temporary folder. */
export async function startPostgres15(): Promise<Postgres15> {
  const { path: postgres, env } = debianProgram('postgresql-15', '/usr/lib/postgresql/15/bin/postgres');
  const folder = mkdtempSync(join(tmpdir(), 'ats-postgres-15-'));
  const user = unprivilegedUser(folder);
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, env, cwd: folder, stdio: 'ignore' } as const;
  execFileSync(join(dirname(postgres), 'initdb'), ['-D', data, '-A', 'trust', '-U', 'ats', '--no-sync'], options);
  const port = await freePort();
  const settings = ['-h', '127.0.0.1', '-p', String(port), '-k', '', '-c', 'fsync=off'];
  const child = spawn(postgres, ['-D', data, ...settings], options);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `postgres://ats@127.0.0.1:${String(port)}/postgres`;
  await untilAccepting(url, 'PostgreSQL 15');
  return {
    url,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
