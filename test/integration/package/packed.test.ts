import { execFileSync, type ExecFileSyncOptionsWithStringEncoding, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { newFolder } from '../../support/folder';

/** `npm pack`, and what npm installs from the packed file. No test reaches a registry. */

const ROOT = resolve(__dirname, '..', '..', '..');
const NAME = 'agent-trading-service';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly extraneous?: boolean;
  /** A workspace, which `dist/` contains in compiled form. */
  readonly link?: boolean;
}
type Lock = Readonly<Record<string, Locked>>;

interface Manifest {
  readonly version: string;
  readonly scripts: Readonly<Record<'prepack' | 'postpack', string>>;
}

const lockOf = (folder: string): Lock =>
  (JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { readonly packages: Lock }).packages;

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
let folder: string;
let packed: string;

/** Packs a copy without the compiled code, so that no build disturbs the other tests. */
beforeAll(() => {
  folder = newFolder('packed');
  mkdirSync(join(folder, 'scripts'));
  for (const name of ['package.json', 'package-lock.json', '.npmrc', 'scripts/shrinkwrap.mjs'])
    copyFileSync(join(ROOT, name), join(folder, name));
  const options: ExecFileSyncOptionsWithStringEncoding = {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  const run = (script: 'prepack' | 'postpack'): unknown =>
    execFileSync('sh', ['-c', manifest.scripts[script]], options);
  run('prepack');
  const name = execFileSync('npm', ['pack', '--silent', '--ignore-scripts'], options).trim();
  run('postpack');
  packed = join(folder, name);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The packages of a lock file that a production installation contains, by their folder. */
function production(packages: Lock, prefix: string): Record<string, Locked> {
  const chosen = Object.entries(packages).filter(
    ([path, { dev, extraneous, link }]) =>
      path.startsWith(prefix) && dev !== true && extraneous !== true && link !== true,
  );
  return Object.fromEntries(chosen.map(([path, locked]) => [path.slice(prefix.length), locked]));
}

const versions = (packages: Readonly<Record<string, Locked>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(packages).map(([path, { version, integrity }]) => [path, `${version ?? ''} ${integrity ?? ''}`]),
  );

/** Serves the packed file as a registry does. It knows no other package, so their versions come from the file. */
async function withRegistry<T>(work: (url: string) => Promise<T>): Promise<T> {
  const bytes = readFileSync(packed);
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const server = createServer((request, response) => {
    if (request.url === '/packed.tgz') response.end(bytes);
    else if (request.url === `/${NAME}`) {
      // A registry sets `_hasShrinkwrap` when it receives a package with a shrinkwrap.
      const version = { ...manifest, _hasShrinkwrap: true, dist: { tarball: `${url}/packed.tgz`, integrity } };
      const { version: latest } = manifest;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ name: NAME, 'dist-tags': { latest }, versions: { [latest]: version } }));
    } else response.writeHead(404).end('{}');
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  try {
    return await work(url);
  } finally {
    server.closeAllConnections();
    await new Promise((settle) => server.close(settle));
  }
}

/** Every package of production. The workspaces need no others than the service. */
const EXPECTED = production(lockOf(ROOT), 'node_modules/');

it('should install the locked versions when the packed package comes from a registry', async () => {
  const consumer = join(folder, 'consumer');
  mkdirSync(consumer);
  writeFileSync(join(consumer, 'package.json'), '{ "name": "consumer", "version": "1.0.0" }');
  const code = await withRegistry((url) => {
    const where = ['--registry', url, '--cache', join(folder, 'cache')];
    const child = spawn('npm', ['install', '--package-lock-only', '--ignore-scripts', ...where, NAME], {
      cwd: consumer,
      stdio: 'ignore',
    });
    return new Promise((settle) => child.once('exit', settle));
  });
  expect(code).toBe(0);
  const installed = production(lockOf(consumer), `node_modules/${NAME}/node_modules/`);
  expect(versions(installed)).toEqual(versions(EXPECTED));
});

it('should install the locked versions when the packed package is unpacked and installed with npm ci', () => {
  const unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked);
  execFileSync('tar', ['-xzf', packed, '-C', unpacked, '--strip-components', '1']);
  expect(existsSync(join(unpacked, 'package-lock.json'))).toBe(false);
  const args = ['ci', '--omit=dev', '--omit=optional', '--dry-run', '--ignore-scripts', '--offline'];
  const output = execFileSync('npm', args, { cwd: unpacked, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const added = output.match(/^add \S+ \S+$/gm) ?? [];
  // npm prints the name and the version. Optional packages depend on the machine.
  const expected = Object.entries(EXPECTED)
    .filter(([, { optional }]) => optional !== true)
    .map(([path, { version }]) => `add ${path.split('node_modules/').at(-1) ?? ''} ${version ?? ''}`);
  expect(added.toSorted()).toEqual(expected.toSorted());
});

it('should leave no shrinkwrap in the clone, where it would take precedence over package-lock.json', () => {
  expect([existsSync(join(folder, 'npm-shrinkwrap.json')), existsSync(join(ROOT, 'npm-shrinkwrap.json'))]).toEqual([
    false,
    false,
  ]);
});
