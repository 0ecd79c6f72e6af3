import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createParty, type Party } from '../../support/actors';
import { startTestApp, type TestApp } from '../../support/app';
import { buildMcp, builtSandbox } from '../../support/built';
import { newFolder } from '../../support/folder';
import { answerOf, saveCredential } from '../../support/mcp';

/** The MCP server as users get it: from its tarball, and by the configuration of its README. No test reaches a registry. */

const ROOT = resolve(__dirname, '..', '..', '..');
const README = readFileSync(join(ROOT, 'packages', 'mcp', 'README.md'), 'utf8');
const DEPENDENCIES = ['@modelcontextprotocol/server', '@modelcontextprotocol/core', 'graphql', 'ws', 'zod'];
const FOLDERS = ['packages/mcp', 'packages/client', ...DEPENDENCIES.map((name) => `node_modules/${name}`)];

let app: TestApp;
let party: Party;
let folder: string;
let tarballs: string[];

const execute = promisify(execFile);

async function npm(cwd: string, ...args: string[]): Promise<string> {
  return (await execute('npm', args, { cwd, encoding: 'utf8' })).stdout.trim();
}

beforeAll(async () => {
  app = await startTestApp();
  party = await createParty(app, 'Installed');
  folder = newFolder('mcp-package');
  await buildMcp();
  await execute(process.execPath, [join('scripts', 'link-bin.mjs')], { cwd: ROOT });
  // Without scripts: another build would change files that other tests run.
  const names = FOLDERS.map((name) => `./${name}`);
  const output = await npm(ROOT, 'pack', '--silent', '--ignore-scripts', '--pack-destination', folder, ...names);
  tarballs = output.split('\n').map((name) => `./${name}`);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.stop();
});

interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/** The first configuration of MCP servers in a text. */
function configurationIn(text: string): { readonly trading: Command } {
  const [, json = ''] = /```json\n([^`]+)```/.exec(text) ?? [];
  return (JSON.parse(json) as { mcpServers: { trading: Command } }).mcpServers;
}

/** Starts the command and calls the first tool. */
async function overview({ command, args }: Command, cwd: string): Promise<unknown> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args: [...args], cwd }));
  const { body } = answerOf(await client.callTool({ name: 'ats_overview', arguments: {} }));
  await client.close();
  return body;
}

// @spec MC9
it('should start from its tarball in an empty folder, with its few dependencies', async () => {
  writeFileSync(join(folder, 'package.json'), '{ "name": "agent", "version": "1.0.0" }');
  await npm(folder, 'install', '--offline', '--ignore-scripts', '--cache', join(folder, 'cache'), ...tarballs);
  const command = join(folder, 'node_modules', '.bin', 'agent-trading-mcp');
  const args = ['--credential', saveCredential(party), '--url', app.url];
  expect(await overview({ command, args }, folder)).toMatchObject({ principalKey: party.principalKey });
});

// @spec MC9
it('should start by the configuration of its README', async () => {
  const { trading } = configurationIn(README);
  const values: Readonly<Record<string, string>> = {
    '.ats/agents/northwind-press.json': saveCredential(party),
    'http://127.0.0.1:4000': app.url,
  };
  const args = trading.args.map((arg) => values[arg] ?? arg);
  expect(args.filter((arg, index) => arg !== trading.args[index])).toHaveLength(2);
  expect(await overview({ ...trading, args }, ROOT)).toMatchObject({ principalKey: party.principalKey });
});

// @spec MC9
it('should start in a sandbox by the configuration of its README', async () => {
  const [, part = ''] = README.split('## In a sandbox');
  expect(part).toContain('(../../docs/sandbox.md)');
  const sandbox = await builtSandbox();
  try {
    const { trading } = configurationIn(part);
    const values: Readonly<Record<string, string>> = {
      '.ats-sandbox/agent.json': join(sandbox.env['ATS_DATA_DIR'] ?? '', 'agent.json'),
      'http://127.0.0.1:4000': sandbox.url,
    };
    const args = trading.args.map((arg) => values[arg] ?? arg);
    expect(args.filter((arg, index) => arg !== trading.args[index])).toHaveLength(2);
    expect(await overview({ ...trading, args }, ROOT)).toMatchObject({ balances: { ticketBalanceStamps: 0 } });
  } finally {
    await sandbox.kill('SIGTERM');
  }
});

it('should name every tool and every option in its README', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const args = [join('packages', 'mcp', 'dist', 'main.js'), '--credential', saveCredential(party), '--url', app.url];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: ROOT }));
  const { tools } = await client.listTools();
  await client.close();
  const { stdout } = await execute(process.execPath, [args[0] ?? '', '--help'], { cwd: ROOT });
  const options = stdout.match(/^ {2}--[a-z-]+/gm) ?? [];
  expect(options).toHaveLength(6);
  const missing = [...tools.map(({ name }) => name), ...options].filter((name) => !README.includes(`\`${name.trim()}`));
  expect(missing).toEqual([]);
  const effects = tools.map(({ name, annotations }) => [
    name,
    annotations?.destructiveHint ? 'destructive' : annotations?.readOnlyHint ? 'reads' : 'writes',
  ]);
  const rows = [...README.matchAll(/^\| `(ats_\w+)` +\|.*\| (\w+) +\|$/gm)].map(([, name, effect]) => [name, effect]);
  expect(rows).toEqual(effects);
});
