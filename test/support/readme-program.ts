import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const README = join(resolve(__dirname, '..', '..'), 'packages', 'client', 'README.md');

const text = (): string => readFileSync(README, 'utf8');

/** The first program of the client's README, as a reader pastes it. */
export function firstProgram(): string {
  const program = /^```js\n([\s\S]*?)^```$/m.exec(text())?.[1];
  if (program === undefined) throw new Error('the README of the client has no program');
  return program;
}

/** The same program for `require`: only its imports differ. */
export function asCommonJs(program: string): string {
  return program.replace(/^import (\{[^}]+\}) from ('[^']+');$/gm, 'const $1 = require($2);');
}

/** The examples in TypeScript, each in a block of its own. */
export function typedExamples(): string[] {
  return [...text().matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, example = '']) => `{\n${example}}`);
}
