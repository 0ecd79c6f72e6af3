// Copies the compiled client and MCP server into their packages, so that they are not compiled twice.
import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The package of each name, and the files that it does not publish. The paths in source maps fit only the other folder. */
const PACKAGES = { client: /\.map$/, mcp: /\.map$|\.d\.ts$/ };

for (const [name, left] of Object.entries(PACKAGES)) {
  const target = join(root, 'packages', name, 'dist');
  // A module that was removed must not stay in the package.
  rmSync(target, { recursive: true, force: true });
  cpSync(join(root, 'dist', 'packages', name, 'src'), target, { recursive: true, filter: (path) => !left.test(path) });
}
