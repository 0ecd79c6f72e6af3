import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Documented commands that write a credential into a file. */

function filesOf(folder: string, ending: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

/** A command that writes a credential of the platform into a file. It can go on in a further line. */
const COMMAND = /platform-credential create[^\n>]* --json(?: \\\n)? *>/g;
/** The characters before a command that can set its rights. */
const BEFORE = 120;

test('every documented command that writes a credential of the platform keeps other users from its file', () => {
  const packages = ['client', 'mcp'].map((name) => join('packages', name, 'README.md'));
  const files = ['README.md', ...packages, ...filesOf('docs', '.md'), ...filesOf(join('src', 'cli'), '.ts')];
  const commands = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(COMMAND)].map(({ index }) => ({ file, before: text.slice(index - BEFORE, index) }));
  });
  expect(commands.length).toBeGreaterThan(5);
  const open = commands.filter(({ before }) => !before.includes('umask 077'));
  expect(open.map(({ file }) => file)).toEqual([]);
});
