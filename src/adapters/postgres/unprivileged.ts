import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** The user PostgreSQL runs as, when it cannot be ours. */
export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

function lookUp(name: string): RunAs | undefined {
  try {
    const id = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    // Small images have no `id`; the file is then all there is.
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
 * PostgreSQL refuses to run as root, so root runs it as somebody else: the owner of an existing cluster (whoever made
 * it), else `postgres`, created if need be, else `nobody`, else any user of the machine that is not root: initdb wants
 * one with a name. Undefined for an ordinary user, who runs it as himself.
 */
export function unprivilegedUser(cluster: string): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const other = passwd().find((entry) => Number(entry[2]) > 0);
  const user = lookUp('postgres') ?? create('postgres') ?? lookUp('nobody') ?? (other && lookUp(other[0] ?? ''));
  if (user !== undefined && user.uid > 0) return user;
  throw new Error(
    'PostgreSQL does not run as root, and this machine has no other user: run as one, or set DATABASE_URL',
  );
}
