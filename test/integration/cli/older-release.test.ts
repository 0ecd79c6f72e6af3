import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { builtServer, runCli } from '../../support/built';
import { partiesAt } from '../../support/built-parties';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { newFolder } from '../../support/folder';
import { Connection } from '../../support/ledger';

/** A process of this release on the schema of a later release (docs/guides/upgrade.md). */

const ROOT = resolve(__dirname, '..', '..', '..');
let database: TestDatabase;
let folder: string;
let dataDir: string;

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = newFolder('older');
  // Compiles this release.
  await runCli(['--version']);
  folder = newFolder('next');
  for (const name of ['dist', 'migrations', 'sql']) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(async () => {
  await database.drop();
  for (const each of [folder, dataDir]) await rm(each, { recursive: true, force: true });
});

/** Makes the folder a later release, and runs its `ats migrate`. */
function migrateAs(version: string, { oldest, migration }: { oldest: string; migration: string }): string {
  const about = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as object;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...about, version }));
  writeFileSync(join(folder, 'migrations', 'oldest-release.txt'), `${oldest}\n`);
  writeFileSync(join(folder, 'migrations', `9${version.replaceAll('.', '')}-later.sql`), migration);
  const changed = join(folder, 'sql', 'ledger', 'field.sql');
  writeFileSync(changed, `${readFileSync(changed, 'utf8')}\n-- ${version}\n`);
  const env = { PATH: process.env['PATH'], ATS_ENV: 'test', DATABASE_URL: database.ownerUrl, ATS_DATA_DIR: dataDir };
  const main = join(folder, 'dist', 'src', 'main.js');
  return execFileSync(process.execPath, [main, 'migrate'], { env, encoding: 'utf8', stdio: 'pipe' });
}

async function checksums(): Promise<unknown> {
  const owner = await Connection.open(database.ownerUrl);
  try {
    return await owner.sql('SELECT name, sha256 FROM schema_object ORDER BY name');
  } finally {
    await owner.close();
  }
}

/** Migrates as another version, and serves as this one. */
async function serveOn(version: string, migration: string): Promise<void> {
  expect(migrateAs(version, { oldest: '0.1.0', migration })).toContain('Later');
  const before = await checksums();
  // Its login owns the schema, so it could apply its own files.
  const env = { DATABASE_URL: database.ownerUrl, ATS_DATA_DIR: dataDir };
  const server = await builtServer(env);
  try {
    const client = (await partiesAt(server)).consoleFor('human');
    const provisioned = await client.mutate(
      'mutation { provisionPrincipal(input: { displayName: "Older" }) { principal { displayName } } }',
    );
    expect(provisioned).toMatchObject({ provisionPrincipal: { principal: { displayName: 'Older' } } });
  } finally {
    await server.kill('SIGTERM');
  }
  expect(await server.stopped).toBe(0);
  expect(await checksums()).toEqual(before);
}

// @spec OP8
test('should start and serve on the schema of a later clone of the same version, and leave it as it is', async () => {
  await serveOn('0.1.0', 'CREATE TABLE later_clone (id uuid PRIMARY KEY);');
}, 300_000);

// @spec OP8
test('should start on the schema of an upgrade that ended between two migrations', async () => {
  const first = join(folder, 'migrations', '9070-first.sql');
  writeFileSync(first, 'CREATE TABLE first (id uuid PRIMARY KEY);');
  expect(() => migrateAs('0.8.0', { oldest: '0.1.0', migration: 'SELECT 1 / 0;' })).toThrow('division by zero');
  const env = { DATABASE_URL: database.ownerUrl, ATS_DATA_DIR: dataDir };
  expect(await runCli(['platform-credential', 'list'], env)).toMatchObject({ code: 0 });
  // A repaired migration completes the upgrade.
  expect(migrateAs('0.8.0', { oldest: '0.1.0', migration: 'SELECT 1;' })).toContain('Later');
}, 300_000);

// @spec OP8
test('should start and serve on the schema of a later release, and leave it as it is', async () => {
  await serveOn('0.9.0', 'ALTER TABLE principal ADD COLUMN later text; CREATE TABLE later (id uuid PRIMARY KEY);');
}, 300_000);

// @spec OP8
test('should refuse a schema whose release needs a later one with one sentence', async () => {
  migrateAs('9.0.0', { oldest: '8.0.0', migration: 'ALTER TABLE principal DROP COLUMN IF EXISTS later;' });
  const { code, stderr } = await runCli(['serve'], { DATABASE_URL: database.ownerUrl, ATS_DATA_DIR: dataDir });
  expect(code).toBe(1);
  // Warnings about the login come before.
  expect(stderr.trim().split('\n').at(-1)).toMatch(
    /release 9\.0\.0, which needs release 8\.0\.0 or later, but this is \d+\.\d+\.\d+/,
  );
});
