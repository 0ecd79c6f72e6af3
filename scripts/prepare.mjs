// Builds after `npm ci` and before `npm pack`, unless the build is current. npx runs it before its first command in a clone.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const STAMP = join(root, 'dist', '.built-from');

/** Everything that the build reads, except the files in node_modules, which the lock file names. */
const SOURCES = [
  ...['src', 'migrations', 'ormconfig.ts', 'tsconfig.json', 'tsconfig.build.json', 'package.json', 'package-lock.json'],
  // Only parts of the packages: `npm pack` writes its archive into the folder of the package.
  ...['client', 'mcp'].flatMap((name) => ['src', 'package.json'].map((part) => `packages/${name}/${part}`)),
  ...['index.html', 'public', 'src', 'package.json', 'vite.config.ts'].map((part) => `packages/console/${part}`),
  ...['schema.graphql', 'scripts/prepare.mjs', 'scripts/spread-literals.mjs'],
  ...['scripts/link-bin.mjs', 'scripts/copy-packages.mjs'],
];
/** Folders with the result of the build. Other commands write there too, so the stamp has their contents. */
const RESULTS = [
  'dist/src',
  'dist/packages',
  'dist/migrations',
  'dist/console',
  'packages/client/dist',
  'packages/mcp/dist',
];
const LINK = join(root, 'node_modules', '.bin', 'ats');
const SKIPPED = new Set(['node_modules', 'dist']);

function* filesIn(path) {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) yield path;
  else for (const name of readdirSync(path).sort()) if (!SKIPPED.has(name)) yield* filesIn(join(path, name));
}

/** A digest of names and contents, because git does not keep the times of files. */
function digestOf(paths) {
  const digest = createHash('sha256');
  for (const path of paths) {
    for (const file of filesIn(join(root, path))) {
      digest
        .update(`${file.slice(root.length)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return digest.digest('hex');
}

/** Says that a build begins. npm hides the output of this script from the user of npx, so the terminal gets the line. */
function announce() {
  const line = 'Building the service, which takes up to two minutes.\n';
  process.stderr.write(line);
  if (process.env.npm_command !== 'exec' || process.stderr.isTTY) return;
  try {
    writeFileSync('/dev/tty', line);
  } catch {
    // There is no terminal.
  }
}

// The last step of the build.
const isStampOnly = process.argv.includes('--stamp');
const stampOf = (sources) => `${sources} ${digestOf(RESULTS)}\n`;

const sources = digestOf(SOURCES);
const isCurrent = existsSync(LINK) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stampOf(sources);
if (isStampOnly) {
  writeFileSync(STAMP, stampOf(sources));
} else if (!isCurrent) {
  announce();
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(STAMP, stampOf(sources));
}
