// Writes npm-shrinkwrap.json for the packed service: package-lock.json without workspaces and what only they need.
import { readFileSync, writeFileSync } from 'node:fs';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { packages } = lock;
delete packages[''].workspaces;
for (const path in packages) if (packages[path].link || path.startsWith('packages/')) delete packages[path];

/** The path of a dependency of a package, by the rules of Node. Undefined if it is optional and not installed. */
function pathOf(name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}

/** The packages that the service needs, with its own kinds of dependencies. */
function reach(kinds) {
  const found = new Set();
  const waiting = [['', kinds]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [from, members] = next;
    for (const name of members.flatMap((kind) => Object.keys(packages[from][kind] ?? {}))) {
      const path = pathOf(name, from);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      waiting.push([path, ['dependencies', 'optionalDependencies', 'peerDependencies']]);
    }
  }
  return found;
}

const production = reach(['dependencies', 'optionalDependencies']);
const all = reach(['dependencies', 'optionalDependencies', 'devDependencies']);
for (const [path, locked] of Object.entries(packages)) {
  if (path === '') continue;
  if (!all.has(path)) delete packages[path];
  else if (!production.has(path) && !locked.optional && !locked.devOptional) locked.dev = true;
}
writeFileSync('npm-shrinkwrap.json', JSON.stringify(lock, null, 2));
