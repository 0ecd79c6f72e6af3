import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/** Fields of `/proc/<pid>/stat` after the process name: [0] state, [19] start time in ticks. */
function linuxStat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function ps(pid: number, column: string): string | undefined {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Identifies a running process; undefined if there is none. A process id is not enough: ids are reused, often at once in a
 * restarted container. A zombie counts as ended.
 */
export function identityOf(pid: number): string | undefined {
  if (process.platform !== 'linux') return ps(pid, 'lstart');
  const stat = linuxStat(pid);
  if (stat === undefined || stat[0] === 'Z' || stat[0] === 'X') return undefined;
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return `${boot}/${stat[19] ?? ''}`;
}

/** Checks for a PostgreSQL of that data folder, which is a postmaster's working folder. */
export function isPostgresIn(pid: number, folder: string): boolean {
  if (identityOf(pid) === undefined) return false;
  if (process.platform !== 'linux') return ps(pid, 'command')?.includes('postgres') ?? false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}
