import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { pins } from './pins';

const SERVERS = join(__dirname, 'servers');

/**
 * Prepares a folder outside the project with the peers' packages and servers. The packages are stored under the hash of
 * their versions. If they are missing, npm installs them in half a minute (400 MB).
 */
export async function installPeers(note: (line: string) => void): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(pins)).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `ats-bench-peers-${hash}`);
  if (!(await exists(folder))) {
    note('peers: npm install');
    await install(folder);
  }
  await writeServers(join(folder, 'servers'));
  return folder;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** A half installed folder never gets the final name. */
async function install(folder: string): Promise<void> {
  const made = await mkdtemp(`${folder}-`);
  await writeFile(join(made, 'package.json'), JSON.stringify({ private: true, dependencies: pins }));
  // No peer needs the install scripts of its packages.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const child = spawn('npm', ['install', ...flags], { cwd: made, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`npm install of the peers ended with ${String(code)}`);
  await rename(made, folder).catch(async (error: unknown) => {
    await rm(made, { recursive: true, force: true });
    if (!(await exists(folder))) throw error;
  });
}

/** Compiles TypeScript to CommonJS with decorators. A loader would run beside the measured server. */
async function writeServers(to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(SERVERS)) {
    if (name.endsWith('.ts')) {
      const { outputText } = transpileModule(await readFile(join(SERVERS, name), 'utf8'), {
        compilerOptions: {
          module: ModuleKind.CommonJS,
          target: ScriptTarget.ES2023,
          experimentalDecorators: true,
          useDefineForClassFields: false,
          esModuleInterop: true,
        },
      });
      await writeFile(join(to, name.replace(/\.ts$/, '.js')), outputText);
    } else {
      await cp(join(SERVERS, name), join(to, name));
    }
  }
}
