// Copies the compiled client and MCP server into their packages, so that they are not compiled twice.
//
// An argument names another folder in place of packages/.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The package of each name, and the files that it does not publish. The paths in source maps fit only the other folder. */
const PACKAGES = { client: /\.map$/, mcp: /\.map$|\.d\.ts$/ };

/** The last line of each module of the build. `npm pack` compiles a package without it, and the result must be equal. */
const MAP_COMMENT = /^\/\/# sourceMappingURL=\S+$/m;

/** Removes the comments that name the source maps, which are not copied. */
function removeMapComments(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.m?js$/.test(name)) continue;
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(MAP_COMMENT, ''));
  }
}

const packages = process.argv[2] ?? join(root, 'packages');
for (const [name, left] of Object.entries(PACKAGES)) {
  const target = join(packages, name, 'dist');
  // A module that was removed must not stay in the package.
  rmSync(target, { recursive: true, force: true });
  cpSync(join(root, 'dist', 'packages', name, 'src'), target, { recursive: true, filter: (path) => !left.test(path) });
  removeMapComments(target);
}
