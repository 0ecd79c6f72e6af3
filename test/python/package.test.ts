import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Credential } from '../../src/client';
import { startTestApp, type TestApp } from '../support/app';
import { newFolder } from '../support/folder';
import { findPython, PACKAGE, run, runOrThrow } from '../support/python';

/** The Python package as a stranger gets it: its wheel in an empty folder, with the programs of its README. */

/** The Python package has the version of the service. */
const { version } = JSON.parse(readFileSync(join(PACKAGE, '..', 'package.json'), 'utf8')) as { version: string };
const INFO = `agent_trading-${version}.dist-info`;
/** The programs of the tutorial import a module that is beside them. */
const TUTORIAL = join(PACKAGE, '..', 'docs', 'tutorial', 'programs');

let app: TestApp;
let python: string;
let folder: string;
let installed: string;
let wheel: string;

beforeAll(async () => {
  python = findPython();
  folder = newFolder('python-package');
  // A build writes into its folder.
  const source = join(folder, 'source');
  cpSync(PACKAGE, source, { recursive: true, filter: (path) => !/__pycache__|\.egg-info|\/build$/.test(path) });
  const options = ['--quiet', '--no-deps', '--no-index'];
  const wheels = join(folder, 'wheels');
  await pip('wheel', ...options, '--no-build-isolation', '--wheel-dir', wheels, source);
  wheel = readdirSync(wheels).join();
  installed = join(folder, 'installed');
  await pip('install', ...options, '--target', installed, join(wheels, wheel));
  app = await startTestApp();
});

afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function pip(...args: string[]): Promise<void> {
  await runOrThrow(python, ['-m', 'pip', ...args], folder, { PIP_DISABLE_PIP_VERSION_CHECK: '1' });
}

function readmePrograms(): string[] {
  const page = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
  return [...page.matchAll(/```python\n([^]*?)```/g)].map(([, program]) => program ?? '');
}

function listed(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.py'));
}

// @spec PY2
it('should have a wheel with the modules and the types, and nothing else', () => {
  expect(wheel).toBe(`agent_trading-${version}-py3-none-any.whl`);
  expect(readdirSync(installed).sort()).toEqual(['agent_trading', INFO]);
  const sources = join(PACKAGE, 'src', 'agent_trading');
  expect(listed(join(installed, 'agent_trading')).sort()).toEqual(listed(sources).sort());
  expect(existsSync(join(installed, 'agent_trading', 'py.typed'))).toBe(true);
  const info = join(installed, INFO);
  const metadata = readFileSync(join(info, 'METADATA'), 'utf8');
  expect(metadata).toMatch(/^Requires-Python: >=3\.10$/m);
  expect([...metadata.matchAll(/^Requires-Dist: ([a-z]+)/gm)].map(([, name]) => name)).toEqual(['httpx', 'websockets']);
  expect(
    readFileSync(join(info, readdirSync(info).includes('LICENSE') ? 'LICENSE' : 'licenses/LICENSE'), 'utf8'),
  ).toMatch(/MIT/);
});

/** Runs the command of the README that saves two credentials. */
async function saveDemo(name: string): Promise<string> {
  const demo = join(folder, name);
  const console = join(folder, 'console.json');
  const { apiKey, signingSecret } = app.console;
  writeFileSync(console, JSON.stringify({ api_key: apiKey, signing_secret: signingSecret }), { mode: 0o600 });
  const options = ['--url', app.url, '--console-credential', console, '--save', demo];
  await runOrThrow(process.execPath, ['--import', 'tsx', 'src/main.ts', 'demo', ...options], join(PACKAGE, '..'));
  return demo;
}

// @spec PY2
it('should finish the first trade of the README, on both sides and in 40 lines, from the installed wheel', async () => {
  const [program = ''] = readmePrograms();
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  const demo = await saveDemo('demo');
  writeFileSync(join(folder, 'first_trade.py'), program);
  const output = await runOrThrow(python, ['first_trade.py', demo, app.url], folder, { PYTHONPATH: installed });
  expect(output).toBe('COMPLETED 450\n');
});

// @spec PY2
it('should deliver by an allowed action as the README shows', async () => {
  const [trade = '', ...others] = readmePrograms();
  const example = others.find((one) => one.includes('client.act(')) ?? '';
  const delivers = /seller\.deliveries\.publish\(.*\)/;
  expect(trade).toMatch(delivers);
  const program = trade.replace(delivers, 'deliver(seller, trade.trade_key)');
  writeFileSync(join(folder, 'act_example.py'), example);
  writeFileSync(join(folder, 'act_trade.py'), `from act_example import deliver\n\n${program}`);
  const demo = await saveDemo('demo-of-act');
  const output = await runOrThrow(python, ['act_trade.py', demo, app.url], folder, { PYTHONPATH: installed });
  expect(output).toBe('COMPLETED 450\n');
});

/** Writes the files that `ats sandbox` writes at its first start. */
async function saveSandboxFiles(sandbox: TestApp, data: string): Promise<void> {
  const owner = sandbox.consoleFor('owner', 'local');
  const { principal, credential } = await owner.principals.provision({ displayName: 'Sandbox' });
  const { principalKey } = principal;
  const card = { name: 'Buyer', description: 'Buys.', version: '1.0.0', capabilities: {} };
  const { agent } = await owner.agents.register({ principalKey, card });
  const secretOf = (issued: Credential) => ({ api_key: issued.apiKey, signing_secret: issued.signingSecret });
  if (!credential) throw new Error('the principal has no credential');
  const human = { acting_provider: 'local', acting_subject: 'owner' };
  const files = {
    agent: { principal_key: principalKey, agent_id: agent.agentId, ...secretOf(credential) },
    owner: { principal_key: principalKey, ...secretOf(sandbox.console), ...human },
  };
  mkdirSync(data);
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(data, `${name}.json`), JSON.stringify(content), { mode: 0o600 });
  }
}

// @spec PY2
it('should play both sides of a sandbox as the README shows, in 40 lines, also a second time', async () => {
  const program = readmePrograms().find((one) => one.includes('principals.provision')) ?? '';
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  writeFileSync(join(folder, 'both_sides.py'), program);
  const sandbox = await startTestApp({ ATS_SANDBOX: 'true' });
  try {
    const data = join(folder, 'sandbox');
    await saveSandboxFiles(sandbox, data);
    const env = { PYTHONPATH: installed, ATS_DATA_DIR: data, ATS_URL: sandbox.url };
    for (let time = 1; time <= 2; time += 1) {
      expect(await runOrThrow(python, ['both_sides.py'], folder, env)).toBe('COMPLETED\n');
    }
  } finally {
    await sandbox.stop();
  }
});

// @spec PY2
it('should follow `attention` on both sides of a sandbox as the README shows, in 40 lines', async () => {
  const program = readmePrograms().find((one) => one.includes('principals.attention()')) ?? '';
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  writeFileSync(join(folder, 'agent.py'), program);
  const sandbox = await startTestApp({ ATS_SANDBOX: 'true' });
  try {
    const data = join(folder, 'sandbox-of-agent');
    await saveSandboxFiles(sandbox, data);
    const env = { PYTHONPATH: installed, ATS_DATA_DIR: data, ATS_URL: sandbox.url };
    expect(await runOrThrow(python, ['agent.py'], folder, env)).toMatch(/2 trades are settled\n$/);
  } finally {
    await sandbox.stop();
  }
});

// @spec PY3
it('should be clean under mypy --strict, with the programs of the README and of the tutorial', async () => {
  const examples = readmePrograms().map((program, index) => {
    const file = join(folder, `readme_${String(index)}.py`);
    writeFileSync(file, program);
    return file;
  });
  expect(examples).toHaveLength(10);
  const lessons = listed(TUTORIAL).map((name) => join(TUTORIAL, name));
  expect(lessons.length).toBeGreaterThanOrEqual(6);
  const programs = [...examples, ...lessons];
  const wrong = join(folder, 'wrong.py');
  const error = 'def f(c: Client) -> int:\n    return c.trades.get("t").state\n';
  writeFileSync(wrong, `from agent_trading import Client\n\n\n${error}`);
  // One run for all, because mypy reads httpx for seconds.
  const args = ['--strict', '--cache-dir', join(folder, 'mypy'), join(installed, 'agent_trading'), ...programs, wrong];
  const { output } = await run(python, ['-m', 'mypy', ...args], folder, { MYPYPATH: `${installed}:${TUTORIAL}` });
  const files = listed(join(installed, 'agent_trading')).length + programs.length + 1;
  expect(output).toMatch(/^wrong\.py:5: error: Incompatible return value type .*\n/);
  expect(output).toMatch(new RegExp(`\nFound 1 error in 1 file \\(checked ${files} source files\\)\n$`));
}, 300_000);

it('should say what to install if no Python has the modules', () => {
  expect(() => findPython(['no-such-python'])).toThrow(
    /no-such-python: it did not start[^]*apt-get install python3-httpx/,
  );
});
