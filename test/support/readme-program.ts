import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const README = join(resolve(__dirname, '..', '..'), 'packages', 'client', 'README.md');

/** The first program of the client's README, as a reader pastes it. */
export function firstProgram(): string {
  const program = /^```js\n([\s\S]*?)^```$/m.exec(readFileSync(README, 'utf8'))?.[1];
  if (program === undefined) throw new Error('the README of the client has no program');
  return program;
}

/** The same program for `require`: only its imports differ. */
export function asCommonJs(program: string): string {
  return program.replace(/^import (\{[^}]+\}) from ('[^']+');$/gm, 'const $1 = require($2);');
}
