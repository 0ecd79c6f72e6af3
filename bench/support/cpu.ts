import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of CPU (user and system), by process. */
export interface CpuUse {
  readonly database: number;
  readonly server: number;
  readonly generator: number;
}

// Linux reports hundredths of a second, whatever the kernel's tick is (USER_HZ).
const TICK_MS = 10;

/**
 * CPU used so far by PostgreSQL with its processes, by the server and by this process. Undefined without `/proc`. Rates
 * on a shared machine say little. CPU per trade is almost the same there as on an idle machine.
 */
export function cpuUse(postmaster: number, server: number | undefined): CpuUse | undefined {
  try {
    const own = process.cpuUsage();
    return {
      database: sum(
        [postmaster, ...childrenOf(postmaster)].map(
          (pid) => used(pid) + (pid === postmaster ? cpuOfEndedChildren(pid) : 0),
        ),
      ),
      server: server === undefined ? 0 : used(server),
      generator: (own.user + own.system) / 1000,
    };
  } catch {
    return undefined;
  }
}

export function difference(before: CpuUse | undefined, after: CpuUse | undefined): CpuUse | undefined {
  return (
    before &&
    after && {
      database: after.database - before.database,
      server: after.server - before.server,
      generator: after.generator - before.generator,
    }
  );
}

/** Fields of `/proc/<pid>/stat` after the name, which may contain spaces. The first is field 3 of proc(5). */
function stat(pid: number): string[] {
  const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function used(pid: number): number {
  const fields = stat(pid);
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** CPU of ended children, as their parent reports it. */
function cpuOfEndedChildren(pid: number): number {
  const fields = stat(pid);
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(stat(pid)[1]) === parent;
      } catch {
        return false; // it ended between the two looks
      }
    });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
