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

function lives(holder: Holder): boolean {
  return identityOf(holder.pid) === holder.identity;
}

/** Moves a dead holder's file away; puts it back if another starter got there first and lives. */
function clearStale(path: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return;
    throw error;
  }
  const moved = read(aside);
  if (moved !== undefined && lives(moved)) renameSync(aside, path);
  else rmSync(aside, { force: true });
}

/**
 * Takes a data folder for this process, or throws one line naming the process that has it. Needed beside PostgreSQL's
 * own lock because that one cannot tell an orphan (our process was killed, its PostgreSQL lives on) from a neighbour.
 * The holder of a file left by a killed process is recognised as dead, whatever now runs under its number.
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
    if (holder !== undefined && lives(holder)) {
      throw new Error(`the data folder ${folder} is in use by process ${holder.pid}; stop it, or set ATS_DATA_DIR`);
    }
    // An unreadable file may be one that is being written this very moment: give its writer time before taking it away.
    if (holder === undefined && attempt < 3) await pause(50);
    else clearStale(path);
  }
  throw new Error(`the data folder ${folder} cannot be taken: remove ${path} if no server uses it`);
}
