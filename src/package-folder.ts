import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where package.json lies, whether this runs from the sources or from dist: files that are shipped as they are lie beside it. */
export function packageFolder(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  throw new Error('package.json is missing above the program');
}
