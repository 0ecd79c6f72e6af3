import { readFileSync } from 'node:fs';

/** Resident bytes of a process; undefined where there is no /proc. */
export function residentBytes(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}

/** How many files this process, and so a child of it, may have open; undefined where there is no /proc. */
export function openFilesAllowed(): number | undefined {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}
