// Links the programs of the repository into node_modules/.bin, so that `npx` finds them in a clone.
import { chmodSync, mkdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAMS = {
  ats: ['dist', 'src', 'main.js'],
  'agent-trading-mcp': ['packages', 'mcp', 'dist', 'main.js'],
};

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');

for (const [name, path] of Object.entries(PROGRAMS)) {
  try {
    chmodSync(join(root, ...path), 0o755);
    mkdirSync(bin, { recursive: true });
    if (process.platform === 'win32') {
      writeFileSync(join(bin, `${name}.cmd`), `@node "%~dp0\\..\\..\\${path.join('\\')}" %*\r\n`);
    } else {
      link(join('..', '..', ...path), join(bin, name));
    }
  } catch (error) {
    // A program also starts with `node` and its path, so the build does not fail.
    console.warn(`npx ${name} will not work here: ${error.message}`);
  }
}

/** Makes the link. An equal one stays, because another process may be using it. */
function link(target, file) {
  try {
    if (readlinkSync(file) === target) return;
  } catch {
    // There is no link.
  }
  rmSync(file, { force: true });
  symlinkSync(target, file);
}
