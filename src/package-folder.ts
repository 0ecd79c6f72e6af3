import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Finds the folder of package.json, above the sources or above dist. */
export function packageFolder(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  throw new Error('package.json was not found above the program: install the package again');
}

/** The version in package.json. */
export function packageVersion(): string {
  const text = readFileSync(join(packageFolder(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
