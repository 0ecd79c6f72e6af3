import 'reflect-metadata';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { performAll } from '../test/spec/parity/perform';
import { type Exchanged, RestDriver } from '../test/spec/parity/rest-driver';

/**
 * `npm run conformance`: openapi.json linted by tools of others, then every scenario played over REST with a validating
 * proxy between client and service. The tools come from npm into a temporary folder: they are no dependency of anything.
 */

const ROOT = join(__dirname, '..');
const TOOLS = ['@stoplight/prism-cli@5.14.2', '@stoplight/spectral-cli@6.16.3', '@redocly/cli@2.77.0'];
const FILE = join(ROOT, 'openapi.json');
// What these tools report home about is nobody's business.
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };

function run(folder: string, command: string, ...args: string[]): number {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) console.log(`${stdout}${stderr}`.trimEnd());
  return status ?? 1;
}

function lint(folder: string): number {
  const bin = (name: string): string => join(folder, 'node_modules', '.bin', name);
  const ruleset = join(ROOT, 'scripts', 'spectral.yaml');
  const findings = [
    { name: 'redocly', status: run(folder, bin('redocly'), 'lint', '--extends', 'recommended', FILE) },
    {
      name: 'spectral',
      status: run(folder, bin('spectral'), 'lint', '--ruleset', ruleset, '--fail-severity', 'hint', FILE),
    },
  ];
  for (const { name, status } of findings)
    console.log(`${name}: ${status === 0 ? 'nothing found' : 'FOUND SOMETHING'}`);
  return findings.filter(({ status }) => status !== 0).length;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The file as prism is given it: without `security`, since it would keep unsigned requests to itself. */
function withoutSecurity(folder: string): string {
  const { security: _, ...file } = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>;
  const path = join(folder, 'openapi.json');
  writeFileSync(path, JSON.stringify(file));
  return path;
}

/** Validates answers alone: scenarios send what is wrong on purpose. */
async function proxyTo(folder: string, upstream: string): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort();
  const bin = join(folder, 'node_modules', '.bin', 'prism');
  const options = ['--errors', '--validate-request', 'false', '--verboseLevel', 'fatal', '--port', String(port)];
  const child = spawn(bin, ['proxy', withoutSecurity(folder), upstream, ...options], {
    cwd: folder,
    env,
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${String(port)}`;
  for (const end = Date.now() + 60_000; Date.now() < end && child.exitCode === null;) {
    await sleep(200);
    const answered = await fetch(`${url}/api/v1/health`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (answered) return { url, process: child };
  }
  child.kill();
  throw new Error('prism did not start');
}

/** What the proxy says of an answer; it is silent about one that fits. */
function departure({ route, sent: { headers, json } }: Exchanged): string[] {
  const { type, detail } = json as { type?: string; detail?: string };
  const own = type?.includes('stoplight.io') === true ? `${type} ${detail ?? ''}` : null;
  const violations = headers.get('sl-violations') ?? own;
  return violations === null ? [] : [`${route.method} ${route.path}: ${violations}`];
}

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'ats-conformance-'));
  const children: ChildProcess[] = [];
  try {
    if (
      run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, ...TOOLS) !== 0
    ) {
      throw new Error('the tools could not be installed');
    }
    const findings = lint(folder);
    const departures: string[] = [];
    let answers = 0;
    const seen = (exchanged: Exchanged): void => {
      answers += 1;
      departures.push(...departure(exchanged));
    };
    const played = performAll(
      async ({ url }) => {
        const proxy = await proxyTo(folder, url);
        children.push(proxy.process);
        return new RestDriver({ url, via: proxy.url }, seen);
      },
      (line) => console.log(line),
    );
    // An answer that departs ends its scenario: what was found is told all the same.
    await played.catch((error: unknown) => {
      if (departures.length === 0) throw error;
      console.log(error);
    });
    for (const line of new Set(departures)) console.log(line);
    console.log(`prism: ${String(answers)} answers, ${String(departures.length)} departures from openapi.json`);
    return findings + departures.length;
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().then(
  (found) => (process.exitCode = found === 0 ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
