import 'reflect-metadata';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { performAll } from '../test/integration/parity/perform';
import { type Exchanged, RestDriver } from '../test/integration/parity/rest-driver';
import { freePort } from '../test/support/free-port';

/**
 * `npm run conformance` lints openapi.json with public tools. Then it plays every scenario over REST through a validating
 * proxy. npm installs the tools into a temporary folder.
 */

const ROOT = join(__dirname, '..');
const TOOLS = ['@stoplight/prism-cli@5.14.2', '@stoplight/spectral-cli@6.16.3', '@redocly/cli@2.77.0'];
const FILE = join(ROOT, 'openapi.json');
// Turns off telemetry.
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
  for (const { name, status } of findings) console.log(`${name}: ${status === 0 ? 'no findings' : 'FINDINGS'}`);
  return findings.filter(({ status }) => status !== 0).length;
}

/** Writes openapi.json without `security`, because prism would refuse unsigned requests itself. */
function withoutSecurity(folder: string): string {
  const { security: _, ...file } = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>;
  const path = join(folder, 'openapi.json');
  writeFileSync(path, JSON.stringify(file));
  return path;
}

/** Starts the proxy. It validates responses only, because scenarios send invalid requests. */
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
    const isReady = await fetch(`${url}/api/v1/health`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isReady) return { url, process: child };
  }
  child.kill();
  throw new Error('prism did not start within 60 s');
}

/** Returns the proxy's report of an invalid response. */
function violationsOf({ route, sent: { headers, json } }: Exchanged): string[] {
  const { type, detail } = json as { type?: string; detail?: string };
  const own = type?.includes('stoplight.io') === true ? `${type} ${detail ?? ''}` : null;
  const report = headers.get('sl-violations') ?? own;
  return report === null ? [] : [`${route.method} ${route.path}: ${report}`];
}

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'ats-conformance-'));
  const children: ChildProcess[] = [];
  try {
    if (
      run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, ...TOOLS) !== 0
    ) {
      throw new Error('npm could not install the tools');
    }
    const findings = lint(folder);
    const violations: string[] = [];
    let responses = 0;
    const onResponse = (exchanged: Exchanged): void => {
      responses += 1;
      violations.push(...violationsOf(exchanged));
    };
    const scenarios = performAll(
      async ({ url }) => {
        const proxy = await proxyTo(folder, url);
        children.push(proxy.process);
        return new RestDriver({ url, via: proxy.url }, onResponse);
      },
      (line) => console.log(line),
    );
    // An invalid response ends its scenario. The findings are printed anyway.
    await scenarios.catch((error: unknown) => {
      if (violations.length === 0) throw error;
      console.log(error);
    });
    for (const line of new Set(violations)) console.log(line);
    console.log(`prism: ${String(responses)} responses, ${String(violations.length)} differ from openapi.json`);
    return findings + violations.length;
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().then(
  (count) => (process.exitCode = count === 0 ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
