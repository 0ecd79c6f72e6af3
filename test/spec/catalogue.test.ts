import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCatalogue, type ErrorCode } from '../../src/domain/errors/catalogue';

/** Checks that a test of the whole service provokes every error code. */

const root = join(__dirname, '..');
const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.endsWith('catalogue.test.ts'))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  // A name in a comment provokes nothing, nor does a test without requests to the service.
  .filter((text) => /\b(?:start|use)TestApp\b/.test(text))
  .map((text) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''));

const provoked = (code: string): boolean => texts.some((text) => text.includes(`'${code}'`));

// @spec E1
it.each(Object.keys(errorCatalogue) as ErrorCode[])('%s is provoked by a test', (code) => {
  expect({ code, provoked: provoked(code) }).toEqual({ code, provoked: true });
});
