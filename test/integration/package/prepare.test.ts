import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newFolder } from '../../support/folder';

/** `prepare` of the package, which npm runs after `npm ci`, before `npm pack`, and before the first npx in a clone. */

const SCRIPT = resolve(__dirname, '..', '..', '..', 'scripts', 'prepare.mjs');
let folder: string;

/** A clone whose build copies one file, and counts itself. */
beforeEach(() => {
  folder = newFolder('prepare');
  for (const name of ['src', 'scripts']) mkdirSync(join(folder, name));
  copyFileSync(SCRIPT, join(folder, 'scripts', 'prepare.mjs'));
  write('src/main.js', 'one');
  const build =
    'mkdir -p dist/src node_modules/.bin && cp src/main.js dist/src && touch node_modules/.bin/ats && echo built >>builds';
  write('package.json', JSON.stringify({ name: 'clone', private: true, scripts: { build } }));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

/** Runs `prepare`, and returns its exit code and the number of builds so far. */
function prepare() {
  const { status } = run();
  const builds = spawnSync('cat', ['builds'], { cwd: folder, encoding: 'utf8' }).stdout;
  return { status, builds: builds.split('\n').length - 1 };
}

function run() {
  return spawnSync(process.execPath, [join(folder, 'scripts', 'prepare.mjs')], { encoding: 'utf8' });
}

test('should build once, and again only after a change of a source', () => {
  expect(prepare()).toEqual({ status: 0, builds: 1 });
  expect(prepare()).toEqual({ status: 0, builds: 1 });
  write('src/main.js', 'two');
  expect(prepare()).toEqual({ status: 0, builds: 2 });
  expect(readFileSync(join(folder, 'dist', 'src', 'main.js'), 'utf8')).toBe('two');
  write('src/more.js', '');
  expect(prepare()).toEqual({ status: 0, builds: 3 });
});

test('should build again after a change of what it built, and without the link of ats', () => {
  expect(prepare()).toEqual({ status: 0, builds: 1 });
  write('dist/src/main.js', 'of another command');
  expect(prepare()).toEqual({ status: 0, builds: 2 });
  rmSync(join(folder, 'dist', 'src', 'main.js'));
  expect(prepare()).toEqual({ status: 0, builds: 3 });
  rmSync(join(folder, 'node_modules', '.bin', 'ats'));
  expect(prepare()).toEqual({ status: 0, builds: 4 });
});

test('should not build again after `npm pack` in the folder of a package', () => {
  mkdirSync(join(folder, 'packages', 'client', 'src'), { recursive: true });
  write('packages/client/src/index.ts', 'one');
  expect(prepare()).toEqual({ status: 0, builds: 1 });
  write('packages/client/agent-trading-client-0.1.0.tgz', 'an archive');
  expect(prepare()).toEqual({ status: 0, builds: 1 });
  write('packages/client/src/index.ts', 'two');
  expect(prepare()).toEqual({ status: 0, builds: 2 });
});

test('should not build again after a build that ends with its stamp', () => {
  // Without an install script, as on a server.
  for (const name of ['dist/src', 'node_modules/.bin']) mkdirSync(join(folder, name), { recursive: true });
  write('dist/src/main.js', 'one');
  write('node_modules/.bin/ats', '');
  spawnSync(process.execPath, [join(folder, 'scripts', 'prepare.mjs'), '--stamp']);
  expect(prepare()).toEqual({ status: 0, builds: 0 });
});

test('should say on standard error that it builds, before it begins', () => {
  expect(run().stderr).toBe('Building the service, which takes up to two minutes.\n');
  expect(run().stderr).toBe('');
});

test('should say on the terminal that it builds, also if npm keeps the output of the script', () => {
  const command = `'${process.execPath}' scripts/prepare.mjs 2>stderr`;
  const args = process.platform === 'darwin' ? ['/dev/null', 'sh', '-c', command] : ['-c', command, '/dev/null'];
  const env = { ...process.env, npm_command: 'exec' };
  const terminal = spawnSync('script', ['-q', ...args], { cwd: folder, env, encoding: 'utf8' }).stdout;
  expect(terminal.trim()).toBe('Building the service, which takes up to two minutes.');
});

test('should fail with a failed build, and try it again', () => {
  write(
    'package.json',
    JSON.stringify({ name: 'clone', private: true, scripts: { build: 'echo built >>builds; exit 3' } }),
  );
  expect(prepare()).toEqual({ status: 3, builds: 1 });
  expect(prepare()).toEqual({ status: 3, builds: 2 });
});
