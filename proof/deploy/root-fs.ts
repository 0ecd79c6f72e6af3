import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Root file systems of Debian, and commands in them, as a container engine runs them: own mounts, own processes, own
 * environment. The network is that of this machine. Needs root, Linux and the packages of Debian.
 */

export const canRunRootFs = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

const quiet: { encoding: 'utf8'; stdio: ('ignore' | 'pipe')[] } = {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'pipe'],
};

/** The path of mmdebstrap. Without an installed one it is unpacked below `folder`, and nothing is installed. */
function mmdebstrap(folder: string): string {
  const installed = spawnSync('sh', ['-c', 'command -v mmdebstrap'], quiet).stdout.trim();
  if (installed !== '') return installed;
  const download = () => spawnSync('apt-get', ['download', 'mmdebstrap'], { ...quiet, cwd: folder });
  if (download().status !== 0) {
    execFileSync('apt-get', ['update'], quiet);
    if (download().status !== 0) throw new Error('apt-get cannot download mmdebstrap');
  }
  const [file = ''] = readdirSync(folder).filter((name) => name.startsWith('mmdebstrap_'));
  execFileSync('dpkg-deb', ['-x', join(folder, file), join(folder, 'mmdebstrap')], quiet);
  return join(folder, 'mmdebstrap', 'usr', 'bin', 'mmdebstrap');
}

/** Makes a minimal Debian in `root`. */
export function makeDebian(suite: string, root: string, workFolder: string, packages: readonly string[] = []): void {
  const include = packages.length > 0 ? [`--include=${packages.join(',')}`] : [];
  execFileSync(mmdebstrap(workFolder), ['--quiet', '--mode=root', '--variant=minbase', ...include, suite, root], {
    ...quiet,
    maxBuffer: 1 << 26,
  });
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) copyFileSync(file, join(root, file));
}

/** Adds what the official Node.js image has: Node.js and npm in /usr/local, and the user `node`. Both come from npm. */
export function addNode(major: string, root: string, workFolder: string): void {
  const local = join(root, 'usr', 'local');
  const unpack = (spec: string, target: string): void => {
    const file = execFileSync('npm', ['pack', '--silent', spec], { ...quiet, cwd: workFolder }).trim();
    mkdirSync(target, { recursive: true });
    execFileSync('tar', ['-xzf', join(workFolder, file), '-C', target, '--strip-components', '1'], quiet);
  };
  unpack(`node-linux-${process.arch}@${major}`, local);
  unpack('npm@11', join(local, 'lib', 'node_modules', 'npm'));
  for (const name of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  }
  execFileSync('chroot', [root, 'useradd', '--uid', '1000', '--create-home', 'node'], quiet);
}

/** Lets npm in `root` use the registry of this machine. Returns the settings for its environment. */
export function npmSettings(root: string): Record<string, string> {
  const setting = (name: string): string => execFileSync('npm', ['config', 'get', name], quiet).trim();
  const certificates = setting('cafile');
  const settings = { NPM_CONFIG_REGISTRY: setting('registry'), NPM_CONFIG_UPDATE_NOTIFIER: 'false' };
  if (!existsSync(certificates)) return settings;
  copyFileSync(certificates, join(root, 'etc', 'npm-certificates.pem'));
  return { ...settings, NPM_CONFIG_CAFILE: '/etc/npm-certificates.pem' };
}

export interface Command {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly user: string;
  /** Whether the command may not write to the root file system. */
  readonly readOnly?: boolean;
}

// $1 is the root, $2 `ro` or `rw`, $3 the user, $4 the folder; then follow the variables, `--` and the command.
const ENTER = `
set -e
root=$1 mode=$2 user=$3 folder=$4; shift 4
mount --bind "$root" "$root"
mount -o "remount,bind,$mode" "$root"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
exec chroot --userspec="$user" "$root" /usr/bin/env -i --chdir="$folder" "$@"
`;

function entering(root: string, { args, env, folder, user, readOnly = false }: Command): string[] {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const own = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', ENTER, 'sh'];
  return [...own, root, readOnly ? 'ro' : 'rw', user, folder, ...variables, ...args];
}

export interface Result {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in `root` to its end. */
export function runIn(root: string, command: Command): Result {
  return spawnSync('unshare', entering(root, command), { ...quiet, maxBuffer: 1 << 26 });
}

export interface Started {
  output(): string;
  /** Sends a signal to the command, which is process 1 of its namespace, and waits for its exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts a command in `root`. */
export function startIn(root: string, command: Command): Started {
  const child = spawn('unshare', entering(root, command), { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString('utf8')));
  }
  const ended = new Promise<number | null>((settle) => child.once('exit', (code) => settle(code)));
  return {
    output: () => output,
    async stop(signal) {
      const [pid] = childrenOf(child);
      if (pid !== undefined) process.kill(pid, signal);
      return ended;
    },
  };
}

function childrenOf({ pid = 0, exitCode }: ChildProcess): number[] {
  if (exitCode !== null) return [];
  const text = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8');
  return text.trim().split(' ').filter(Boolean).map(Number);
}
