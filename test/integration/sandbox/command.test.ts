import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../../src/client';
import { builtSandbox, type BuiltServer, runCli } from '../../support/built';
import { until } from '../../support/service';

/** `ats sandbox` as a process. */

let sandbox: BuiltServer;
beforeAll(async () => {
  sandbox = await builtSandbox();
});
afterAll(async () => {
  await sandbox.kill('SIGTERM');
  rmSync(sandbox.env['ATS_DATA_DIR'] ?? '', { recursive: true, force: true });
});

interface Saved {
  readonly principal_key: string;
  readonly agent_id: string;
  readonly api_key: string;
  readonly signing_secret: string;
}

function agentFile(): string {
  return join(sandbox.env['ATS_DATA_DIR'] ?? '', 'agent.json');
}

// @spec SB9
test('should start with an agent, grant it tickets, move the clock and leave a clean audit', async () => {
  await until(() => sandbox.output().includes('agent.json'), 'the last line');
  expect(statSync(agentFile()).mode & 0o777).toBe(0o600);
  const saved = JSON.parse(readFileSync(agentFile(), 'utf8')) as Saved;
  expect(saved.api_key).toMatch(/^ak_test_/);
  const credential = { apiKey: saved.api_key, signingSecret: saved.signing_secret };
  const api = createClient({ url: sandbox.url, credential, agentId: saved.agent_id });
  const granted = await api.mutate(
    `mutation ($input: GrantTicketsInput!) { grantTickets(input: $input) { purchase { status } } }`,
    { input: { principalKey: saved.principal_key, pack: 'GROWTH' } },
  );
  expect(granted).toEqual({ grantTickets: { purchase: { status: 'CREDITED' } } });
  const before = Date.now();
  const { advanceClock } = await api.mutate<{ advanceClock: { reachedAt: string } }>(
    'mutation { advanceClock(input: {seconds: 864000}) { reachedAt } }',
  );
  expect(Date.parse(advanceClock.reachedAt) - before).toBeGreaterThanOrEqual(863_000_000);
  const { principal } = await api.queryOrThrow<{ principal: { ticketBalanceStamps: number } }>(
    '{ principal { ticketBalanceStamps } }',
  );
  expect(principal.ticketBalanceStamps).toBe(10_000);
  const audit = await runCli(['audit'], sandbox.env);
  expect(audit.stderr).toBe('');
  expect(audit.stdout).toContain('The books balance');
  expect(audit.code).toBe(0);
}, 300_000);

test('should be refused by ats serve and ats worker on the same database', async () => {
  const { ATS_SANDBOX: _, ...live } = sandbox.env;
  const served = await runCli(['platform-credential', 'list'], live);
  expect(served.code).toBe(1);
  expect(served.stderr).toContain('the database belongs to a sandbox');
}, 300_000);
