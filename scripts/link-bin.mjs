// Links `ats` into node_modules/.bin, so that `npx ats` works in a clone.
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bin = join(root, 'node_modules', '.bin');
try {
  chmodSync(join(root, 'dist', 'src', 'main.js'), 0o755);
  mkdirSync(bin, { recursive: true });
  for (const name of ['ats', 'ats.cmd']) rmSync(join(bin, name), { force: true });
  if (process.platform === 'win32') {
    writeFileSync(join(bin, 'ats.cmd'), '@node "%~dp0\\..\\..\\dist\\src\\main.js" %*\r\n');
  } else {
    symlinkSync(join('..', '..', 'dist', 'src', 'main.js'), join(bin, 'ats'));
  }
} catch (error) {
  // Without the link `npm run ats --` still works, so the build does not fail.
  console.warn(`npx ats will not work here: ${error.message}`);
}
