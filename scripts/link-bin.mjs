// npm links a package's commands into its users' node_modules, not into its own: this makes `npx ats` work in a clone.
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
  // Without the link `npm run ats --` still works: no reason to fail a build.
  console.warn(`npx ats will not work here: ${error.message}`);
}
