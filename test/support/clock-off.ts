import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newFolder } from './folder';

/** Starts processes whose wall clock is wrong; not a test. */

const SOURCE = resolve(__dirname, '..', '..', 'proof', 'fault-injection', 'torture', 'shift-clock.c');
const PLACES = ['/usr/lib', '/usr/lib64', '/usr/local/lib'];
const NAME = join('faketime', 'libfaketime.so.1');

function installed(): string | undefined {
  const library = process.env['LIBFAKETIME'];
  if (library !== undefined) return library;
  const folders = PLACES.filter((place) => existsSync(place)).flatMap((place) => [
    place,
    ...readdirSync(place).map((name) => join(place, name)),
  ]);
  return folders.map((folder) => join(folder, NAME)).find((path) => existsSync(path));
}

/** Compiles a replacement for libfaketime with the C compiler of the machine, if there is one. */
function compiled(): string | undefined {
  const library = join(newFolder('clock'), 'shift-clock.so');
  const made = spawnSync('cc', ['-shared', '-fPIC', '-o', library, SOURCE, '-ldl']);
  return made.status === 0 ? library : undefined;
}

/**
 * Returns a function from a clock offset in seconds to environment variables for a process.
 * Uses libfaketime (or the file in LIBFAKETIME), else compiles a library; undefined if neither works.
 */
export function clockOff(): ((seconds: number) => Record<string, string>) | undefined {
  if (process.platform !== 'linux') return undefined;
  const faketime = installed();
  if (faketime !== undefined) {
    return (seconds) => ({
      LD_PRELOAD: faketime,
      FAKETIME: `${seconds < 0 ? '' : '+'}${String(seconds)}s`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
  }
  const own = compiled();
  return own === undefined ? undefined : (seconds) => ({ LD_PRELOAD: own, SHIFT_CLOCK_SECONDS: String(seconds) });
}
