import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { unprivilegedUser } from '../../src/adapters/postgres/unprivileged';
import { freePort } from './free-port';

const BINARIES = '/usr/lib/postgresql/15/bin';

/** Whether the Debian package postgresql-15 is installed. */
export const hasPostgres15 = existsSync(join(BINARIES, 'postgres'));

export interface Postgres15 {
  /** An empty database. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts PostgreSQL 15 of the Debian package in a temporary folder. */
export async function startPostgres15(): Promise<Postgres15> {
  const folder = mkdtempSync(join(tmpdir(), 'ats-postgres-15-'));
  const user = unprivilegedUser(folder);
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, stdio: 'ignore' } as const;
  execFileSync(join(BINARIES, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'ats', '--no-sync'], options);
  const port = await freePort();
  const settings = ['-h', '127.0.0.1', '-p', String(port), '-k', '', '-c', 'fsync=off'];
  const child = spawn(join(BINARIES, 'postgres'), ['-D', data, ...settings], options);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `postgres://ats@127.0.0.1:${String(port)}/postgres`;
  await untilReady(url);
  return {
    url,
    stop: async () => {
      child.kill('SIGINT');
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
  throw new Error('PostgreSQL 15 did not start within 10 s');
}
