import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ApiError, type Client, createClient, parseCredentialFile, type SavedCredential } from '../../../src/client';
import { startTestApp } from '../../support/app';
import { builtSandbox, type BuiltServer, runCli } from '../../support/built';
import { newFolder } from '../../support/folder';
import { openConsole, send } from '../console/support';

/** `ats sandbox` as a process. */

const dataDir = newFolder('sandbox');
let sandbox: BuiltServer;
beforeAll(async () => {
  sandbox = await builtSandbox(dataDir);
}, 300_000);
afterAll(async () => {
  await sandbox.kill('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

const pathOf = (name: string): string => join(dataDir, name);
const modeOf = (name: string): number => statSync(pathOf(name)).mode & 0o777;

function saved(name: string): SavedCredential {
  return parseCredentialFile(readFileSync(pathOf(name), 'utf8'), name);
}

function clientOf(name: string, url = sandbox.url): Client {
  return createClient({ url, ...saved(name) });
}

// @spec SB9
test('should print its address, its files and the next command, without log lines and warnings', () => {
  const shown = sandbox.output().replaceAll(sandbox.url, 'URL').replaceAll(dataDir, 'FOLDER');
  expect(shown).toBe(`Starting a sandbox in FOLDER …
The sandbox is ready at URL

  console   URL/console   sign in as owner, without a password
  agent     FOLDER/agent.json
  owner     FOLDER/owner.json
  log       FOLDER/sandbox.log

Next, in a second terminal:

  npx ats request --url URL -c FOLDER/agent.json '{ principal { displayName ticketBalanceStamps } }'

Stop it with Ctrl-C. Guide: docs/sandbox.md
`);
  expect([modeOf('agent.json'), modeOf('owner.json'), modeOf('sandbox.log')]).toEqual([0o600, 0o600, 0o600]);
  const lines = readFileSync(pathOf('sandbox.log'), 'utf8').trim().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toContain('warn');
});

// @spec SB9
test('should start with an agent, grant it tickets, move the clock and leave a clean audit', async () => {
  const { credential, principalKey = '' } = saved('agent.json');
  expect(credential.apiKey).toMatch(/^ak_test_/);
  const api = clientOf('agent.json');
  expect(await api.sandbox.grantTickets({ principalKey, pack: 'GROWTH' })).toMatchObject({ status: 'CREDITED' });
  const before = Date.now();
  const { reachedAt } = await api.sandbox.advanceClock({ seconds: 864_000 });
  expect(Date.parse(reachedAt) - before).toBeGreaterThanOrEqual(863_000_000);
  expect((await api.principals.get()).ticketBalanceStamps).toBe(10_000);
  const audit = await runCli(['audit'], sandbox.env);
  expect(audit.stderr).toBe('');
  expect(audit.stdout).toContain('The books balance');
  expect(audit.code).toBe(0);
}, 300_000);

// @spec SB15
test('should let the owner of its agent act with owner.json, in the client and in ats request', async () => {
  const { principalKey = '' } = saved('owner.json');
  expect(saved('agent.json').principalKey).toBe(principalKey);
  const agentKey = saved('agent.json').agentId ?? '';
  const owner = clientOf('owner.json');
  await owner.agents.putMandate({ principalKey, agentKey, perTradeStamps: 500 });
  expect(await clientOf('agent.json').agents.mandate({ agentKey })).toMatchObject({ perTradeStamps: 500 });
  const input = JSON.stringify({ input: { principalKey, agentKey } });
  const mutation = 'mutation ($input: RevokeMandateInput!) { revokeMandate(input: $input) { agent { agentKey } } }';
  const request = ['request', '--url', sandbox.url, '-v', input, mutation];
  const refused = await runCli([...request, '-c', pathOf('agent.json')]);
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining('principal_owner_required')]);
  const revoked = await runCli([...request, '-c', pathOf('owner.json')]);
  expect([revoked.code, revoked.stdout]).toEqual([0, expect.stringContaining('"agentKey": "agt_')]);
}, 60_000);

// @spec SB15
test('should let its owner sign in to the console by the name that it prints', async () => {
  const browser = await openConsole(sandbox, 'owner');
  const query = '{ actingPrincipal { principalKey } }';
  const { json } = await send(sandbox, browser, { query }, { path: '/console/workbench' });
  const { principalKey } = saved('owner.json');
  expect(json.data).toEqual({ actingPrincipal: { principalKey } });
}, 60_000);

// @spec SB15
test('should have an owner whose credential a live service refuses', async () => {
  const live = await startTestApp({ ATS_ROLE: 'api' });
  try {
    const error = await clientOf('owner.json', live.url)
      .principals.acting()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 401, code: 'credential_invalid' });
    expect(error).toBeInstanceOf(ApiError);
  } finally {
    await live.stop();
  }
}, 60_000);

test('should be refused by ats serve and ats worker on the same database', async () => {
  const { ATS_SANDBOX: _, ...live } = sandbox.env;
  const served = await runCli(['platform-credential', 'list'], live);
  expect(served.code).toBe(1);
  expect(served.stderr).toContain('the database belongs to a sandbox');
}, 300_000);

// @spec SB9
test('should write a deleted file again for the same principal, and with --log the log to standard output', async () => {
  const [{ principalKey }, owner] = [saved('agent.json'), readFileSync(pathOf('owner.json'), 'utf8')];
  await sandbox.kill('SIGTERM');
  rmSync(pathOf('agent.json'));
  sandbox = await builtSandbox(dataDir, '--log');
  expect(sandbox.output()).not.toContain('sandbox.log');
  expect(sandbox.stdout()).toMatch(/^\{"level":"warn".*the Stripe mock serves at/m);
  expect(saved('agent.json').principalKey).toBe(principalKey);
  expect((await clientOf('agent.json').principals.get()).ticketBalanceStamps).toBe(10_000);
  expect(readFileSync(pathOf('owner.json'), 'utf8')).toBe(owner);
}, 300_000);
