import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The user of PostgreSQL, if not ours. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

function lookUp(name: string): RunAs | undefined {
  try {
    const id = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    // Small images have no `id` command.
    const line = passwd().find((entry) => entry[0] === name);
    return line === undefined ? undefined : { uid: Number(line[2]), gid: Number(line[3]) };
  }
}

function passwd(): string[][] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
  } catch {
    return [];
  }
}

function create(name: string): RunAs | undefined {
  try {
    execFileSync('groupadd', ['--system', '--force', name], { stdio: 'pipe' });
    execFileSync('useradd', ['--system', '--no-create-home', '--gid', name, name], { stdio: 'pipe' });
  } catch {
    return undefined;
  }
  return lookUp(name);
}

/**
 * Selects a user for PostgreSQL, which refuses to run as root; undefined if we are not root. The order is the owner of
 * the cluster, `postgres` (created if absent), `nobody`, then any other named user. style-ok: nobody is a user
 */
export function unprivilegedUser(cluster: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const other = passwd().find((entry) => Number(entry[2]) > 0);
  const user = lookUp('postgres') ?? create('postgres') ?? lookUp('nobody') ?? (other && lookUp(other[0] ?? ''));
  if (user !== undefined && user.uid > 0) return user;
  throw new Error(
    'PostgreSQL does not run as root, and this machine has no other user: create one, or set DATABASE_URL',
  );
}
