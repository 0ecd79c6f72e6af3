import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { debianProgram } from './debian-program';
import { newFolder } from './folder';
import { freePorts } from './free-port';

/** Runs a real nginx: the installed one, else the one of the Debian package. */

const READY_WITHIN_MS = 30_000;
// Another process may take a free port before nginx listens on it.
const PORT_ATTEMPTS = 5;

export interface Nginx {
  /** The free ports that the configuration received. */
  readonly ports: readonly number[];
  /** The error log so far. */
  log(): string;
  /** Replaces the configuration without closing a connection. */
  reload(config: string): void;
  stop(): Promise<void>;
}

/** Moves the files of a configuration into `folder`, so that nginx writes nowhere else. */
function confine(config: string, folder: string): string {
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, kind)};`,
  );
  return config
    .replace(/^\s*(pid|error_log|access_log|daemon|\w+_temp_path)\s[^;]*;/gm, '')
    .replace(/\bhttp\s*\{/, (http) => `${http}\n  access_log ${join(folder, 'access.log')};\n  ${paths.join('\n  ')}`);
}

/**
 * Starts nginx with a complete configuration, and resolves when its first port accepts connections.
 * @param configFor returns the text of `nginx.conf` for free ports of 127.0.0.1
 */
export async function startNginx(
  configFor: (ports: readonly number[]) => string | Promise<string>,
  portCount = 1,
): Promise<Nginx> {
  for (let attempt = 1; ; attempt += 1) {
    const ports = await freePorts(portCount);
    try {
      return await startOn(ports, await configFor(ports));
    } catch (error) {
      if (attempt === PORT_ATTEMPTS || !String(error).includes('Address already in use')) throw error;
    }
  }
}

async function startOn(ports: readonly number[], config: string): Promise<Nginx> {
  // Its libraries are part of every Debian.
  const { path: binary } = debianProgram('nginx', '/usr/sbin/nginx', '');
  const folder = newFolder('nginx');
  // As root, the worker processes run as another user.
  chmodSync(folder, 0o755);
  const file = join(folder, 'nginx.conf');
  const write = (text: string): void => writeFileSync(file, confine(text, folder));
  write(config);
  const globals = `daemon off; pid ${join(folder, 'nginx.pid')}; error_log stderr notice;`;
  const child = spawn(binary, ['-p', folder, '-c', file, '-e', 'stderr', '-g', globals], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => void (log += chunk.toString('utf8')));
  const ended = new Promise<void>((settle) => child.once('close', () => settle()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await accepting(child, ports[0] ?? 0, () => log);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ports,
    log: () => log,
    reload: (text) => {
      write(text);
      child.kill('SIGHUP');
    },
    stop,
  };
}

async function accepting(child: ChildProcess, port: number, log: () => string): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > until)
      throw new Error(`nginx did not start: ${log()}`);
    await new Promise((settle) => setTimeout(settle, 10));
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
