import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identityOf } from './processes';

const FILE = 'server.pid';
const ATTEMPTS = 20;

interface Holder {
  readonly pid: number;
  readonly identity: string;
}

function isCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

function read(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function isRunning(holder: Holder): boolean {
  return identityOf(holder.pid) === holder.identity;
}

/** Removes the file of a dead holder, and restores it if another process locked meanwhile. */
function clearStale(path: string): void {
  const stale = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, stale);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  const moved = read(stale);
  if (moved !== undefined && isRunning(moved)) renameSync(stale, path);
  else rmSync(stale, { force: true });
}

/**
 * Locks a data folder for this process, or throws an error with the process that uses it. PostgreSQL's own lock cannot
 * tell an orphaned server from a running service. A lock of a killed process is recognized, even if its process id is
 * reused.
 */
export async function holdFolder(folder: string): Promise<() => void> {
  const path = join(folder, FILE);
  const mine = JSON.stringify({ pid: process.pid, identity: identityOf(process.pid) ?? '' });
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      writeFileSync(path, mine, { flag: 'wx', mode: 0o600 });
      return () => {
        if (read(path)?.pid === process.pid) rmSync(path, { force: true });
      };
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
    const holder = read(path);
    if (holder !== undefined && isRunning(holder)) {
      throw new Error(`the data folder ${folder} is in use by process ${holder.pid}; stop it, or set ATS_DATA_DIR`);
    }
    // Another process may be writing an unreadable file, so wait before removing it.
    if (holder === undefined && attempt < 3) await pause(50);
    else clearStale(path);
  }
  throw new Error(`the data folder ${folder} cannot be locked: remove ${path} if no server uses it`);
}
