import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PACKAGES = join(resolve(__dirname, '..', '..'), 'packages');

type Package = 'client' | 'mcp';

const text = (name: Package): string => readFileSync(join(PACKAGES, name, 'README.md'), 'utf8');

/** The first program of the README of a package, as a reader pastes it. */
export function firstProgram(name: Package = 'client'): string {
  const program = /^```js\n([\s\S]*?)^```$/m.exec(text(name))?.[1];
  if (program === undefined) throw new Error(`the README of packages/${name} has no program`);
  return program;
}

/** The same program for `require`: only its imports differ. */
export function asCommonJs(program: string): string {
  return program.replace(/^import (\{[^}]+\}) from ('[^']+');$/gm, 'const $1 = require($2);');
}

/** The examples in TypeScript, each in a block of its own. */
export function typedExamples(): string[] {
  return [...text('client').matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, example = '']) => `{\n${example}}`);
}
