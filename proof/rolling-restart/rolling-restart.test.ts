import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type Credential, signRequest } from '../../src/client';
import { type BuiltProcess, type BuiltServer, builtServer, builtWorker } from '../../test/support/built';
import { platformCredential } from '../../test/support/built-parties';
import { freshDatabase, type TestDatabase } from '../../test/support/database';
import { deployedConfig } from '../../test/support/deploy-nginx';
import { newFolder } from '../../test/support/folder';
import { type Nginx, startNginx } from '../../test/support/nginx';
import { until } from '../../test/support/service';

/**
 * A rolling restart of two API processes and two workers behind a real nginx with deploy/nginx.conf, with a probe each 100 ms.
 * `PROBES` sets their number: a few hundred by default, 3,000 in `npm run prove`.
 */

const PROBES = Number(process.env['PROBES'] ?? 300);
const INTERVAL_MS = 100;

let database: TestDatabase;
let dataDir: string;
let env: { readonly DATABASE_URL: string; readonly ATS_DATA_DIR: string; readonly ATS_DRAIN_SECONDS: string };
let servers: BuiltServer[];
let workers: BuiltProcess[];
let nginx: Nginx;
let credential: Credential;

const startServer = (port: string): Promise<BuiltServer> => builtServer({ ...env, ATS_ROLE: 'api', PORT: port });
const portOf = ({ url }: BuiltServer): string => new URL(url).port;

/** deploy/nginx.conf without TLS. */
const configFor = (ports: readonly number[]): string => {
  const [first = '', second = ''] = servers.map(portOf);
  return deployedConfig({ upstream: [first, second], ports });
};

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = newFolder('rolling');
  env = { DATABASE_URL: database.ownerUrl, ATS_DATA_DIR: dataDir, ATS_DRAIN_SECONDS: '2' };
  servers = [await startServer('0'), await startServer('0')];
  workers = [await builtWorker(env), await builtWorker(env)];
  credential = await platformCredential(env, 'console');
  nginx = await startNginx(configFor, 2);
}, 600_000);
afterAll(async () => {
  await nginx.stop();
  await Promise.all([...servers, ...workers].map((each) => each.kill('SIGKILL')));
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
}, 600_000);

const READ = '{ service { version } }';
const WRITE = 'mutation { provisionPrincipal(input: { displayName: "Probe" }) { principal { id } } }';

/** Sends one signed request without a retry; returns undefined, or the failure. */
async function probe(index: number): Promise<string | undefined> {
  const url = new URL(`http://127.0.0.1:${String(nginx.ports[0])}/graphql`);
  const isWrite = index % 2 === 1;
  const body = Buffer.from(JSON.stringify({ query: isWrite ? WRITE : READ }));
  const headers = { 'content-type': 'application/json', ...(isWrite && { 'idempotency-key': randomUUID() }) };
  const signer = { credential, ...(isWrite && { acting: { provider: 'probe', subject: String(index) } }) };
  const signed = signRequest({ method: 'POST', url, headers, body }, signer, { now: new Date() });
  try {
    const response = await fetch(url, { method: 'POST', headers: signed.headers, body });
    const answer = (await response.json()) as { readonly errors?: unknown };
    return response.ok && answer.errors === undefined
      ? undefined
      : `${String(response.status)} ${JSON.stringify(answer)}`;
  } catch (error) {
    return `${String(error)} ${String((error as Error).cause)}`;
  }
}

/** Restarts each process once, one after the other, as a deployment does. */
async function restartAll(): Promise<void> {
  for (const [index, server] of servers.entries()) {
    await server.kill('SIGTERM');
    expect(await server.stopped).toBe(0);
    const started = await startServer(portOf(server));
    servers[index] = started;
    await until(async () => (await fetch(new URL('/readyz', started.url))).ok, 'the restarted process is ready');
  }
  for (const [index, worker] of workers.entries()) {
    await worker.kill('SIGTERM');
    expect(await worker.stopped).toBe(0);
    workers[index] = await builtWorker(env);
  }
}

// @spec OP9
test('should fail no request in rolling restarts of two API processes and two workers behind nginx', async () => {
  const probes: Promise<string | undefined>[] = [];
  const progress = { isProbing: true };
  const probing = (async () => {
    for (let index = 0; index < PROBES; index += 1) {
      probes.push(probe(index));
      await pause(INTERVAL_MS);
    }
    progress.isProbing = false;
  })();
  let restarts = 0;
  while (progress.isProbing) {
    await restartAll();
    restarts += 1;
  }
  await probing;
  const failures = (await Promise.all(probes)).filter((failure) => failure !== undefined);
  console.log(`${String(PROBES)} probes, ${String(restarts)} rolling restarts, ${String(failures.length)} failures`);
  expect(failures).toEqual([]);
  expect(restarts).toBeGreaterThan(0);
}, 3_600_000);
