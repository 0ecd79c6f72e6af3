import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newFolder } from './folder';

/** Processes whose wall clock is off. Not a test. */

const SOURCE = resolve(__dirname, '..', '..', 'proof', 'fault-injection', 'torture', 'shift-clock.c');
const PLACES = ['/usr/lib', '/usr/lib64', '/usr/local/lib'];
const NAME = join('faketime', 'libfaketime.so.1');

function installed(): string | undefined {
  const given = process.env['LIBFAKETIME'];
  if (given !== undefined) return given;
  const folders = PLACES.filter((place) => existsSync(place)).flatMap((place) => [
    place,
    ...readdirSync(place).map((name) => join(place, name)),
  ]);
  return folders.map((folder) => join(folder, NAME)).find((path) => existsSync(path));
}

/** The library that does so much of the same as is needed, made by the machine's C compiler, if there is one. */
function compiled(): string | undefined {
  const library = join(newFolder('clock'), 'shift-clock.so');
  const made = spawnSync('cc', ['-shared', '-fPIC', '-o', library, SOURCE, '-ldl']);
  return made.status === 0 ? library : undefined;
}

/**
 * For a process so many seconds ahead (or behind, below zero), what is in its environment: libfaketime where it is
 * installed (or LIBFAKETIME names it), else a library made by `cc`. Undefined where there is neither, or no Linux.
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
