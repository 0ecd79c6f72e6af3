import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { clusterFolder } from '../../src/adapters/postgres/cluster';
import { clearOrphan } from '../../src/adapters/postgres/embedded';
import { holdFolder } from '../../src/adapters/postgres/lock';
import { identityOf } from '../../src/adapters/postgres/processes';
import { FOLDER, roots } from './folder';

/** Stops the PostgreSQL and nginx of interrupted runs and removes their folders. */
export async function removeOldFolders(): Promise<void> {
  const folders = roots.flatMap((root) => readdirSync(root).map((name) => ({ name, folder: join(root, name) })));
  for (const { name, folder } of folders.filter((one) => one.name.startsWith(FOLDER))) {
    if (statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue;
    // The folder name contains the process id; a live process may not have locked its folder yet.
    if (identityOf(Number(name.slice(FOLDER.length).split('-')[0])) !== undefined) continue;
    try {
      await holdFolder(folder);
    } catch {
      continue; // another live run
    }
    const cluster = clusterFolder(folder);
    if (existsSync(cluster)) await clearOrphan(realpathSync(cluster));
    stopNginx(folder);
    // Another process may remove the folder at the same time.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Stops the nginx of a folder. Its processes overwrite their environment, so end-run.ts does not find them. */
function stopNginx(folder: string): void {
  const file = join(folder, 'nginx.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8'));
  // The process id may belong to another program by now.
  if (pid > 0 && commandOf(pid).includes(folder)) process.kill(pid, 'SIGTERM');
}

function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
