import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { removeOldFolders } from './old-folders';
import { RUN } from './run-watcher';

/** Ends what an interrupted run left: its processes, then its PostgreSQL, then its folders. The watcher starts it. */

const PASSES = 200;

/** The processes whose environment names the run: workers of jest, services, and what they started. */
function processesOf(run: string): number[] {
  const entry = `${RUN}=${run}`;
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['axeww', '-o', 'pid=,command='], { encoding: 'utf8' }).split('\n');
    return lines.filter((line) => line.split(' ').includes(entry)).map((line) => Number.parseInt(line, 10));
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(entry))
    .map(Number);
}

function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return []; // It ended, or belongs to another user.
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

async function endRun(run: string): Promise<void> {
  // A process may start another one until it has ended.
  for (let pass = 0; pass < PASSES; pass += 1) {
    const found = processesOf(run);
    if (found.length === 0) break;
    found.forEach(end);
    await pause(50);
  }
  await removeOldFolders();
}

void endRun(process.argv[2] ?? '');
