import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Finds the folder of package.json, above the sources or above dist. */
export function packageFolder(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  throw new Error('package.json was not found above the program: install the package again');
}
