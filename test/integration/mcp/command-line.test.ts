import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { useTestApp } from '../../support/app';
import type { Party } from '../../support/actors';
import { buildMcp, MCP_MAIN } from '../../support/built';
import { type Json, saveCredential, startMcp } from '../../support/mcp';
import { twoParties } from '../../support/trades';

/** A wrong credential, folder or agent on the command line, and the advice about it. */

const app = useTestApp();
let provider: Party;
let consumer: Party;

beforeAll(async () => {
  ({ provider, consumer } = await twoParties(app));
  await buildMcp();
});

/** Runs the program with a credential that it refuses at its start. */
function run(credential: string): { readonly code: number | null; readonly output: string } {
  const { status, stderr } = spawnSync(process.execPath, [MCP_MAIN, '--credential', credential], { encoding: 'utf8' });
  return { code: status, output: stderr };
}

// @spec MC8
test('a credential of another service is refused with the options to check', async () => {
  const { apiKey } = consumer.credential;
  const { signingSecret } = provider.credential;
  const other = await startMcp(app, { ...consumer, credential: { apiKey, signingSecret } });
  const { body } = await other.call('ats_overview');
  await other.close();
  expect(body['code']).toBe('credential_invalid');
  expect(body['remedy']).toContain(`do not belong to the service at ${app.url}`);
  expect(body['remedy']).toMatch(/--credential and --url/);
});

// @spec MC8
test('an agent of no principal is refused, and ats_overview still lists the own agents', async () => {
  const wrong = await startMcp(app, { ...consumer, agentId: 'agt_00000000000000000000000000' });
  const listing = { side: 'CONSUME', tradeProfile: 'no.agent', title: 'Work', priceStamps: 1 };
  const { body } = await wrong.call('ats_find_partners', { action: 'publish', ...listing });
  const { agents } = await wrong.done('ats_overview');
  await wrong.close();
  expect(body).toMatchObject({
    code: 'agent_not_found',
    remedy: expect.stringMatching(/ats_overview.*--agent/) as unknown,
  });
  expect(agents).toContainEqual({ agentKey: consumer.agentKey });
});

/** Starts the program with --agent for the consumer. It stops when its input ends. */
async function startAs(agent: string, url: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const args = ['--credential', saveCredential(consumer), '--url', url, '--agent', agent];
  const child = spawn(process.execPath, [MCP_MAIN, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

// @spec MC8
test('--agent with an agent of another principal is refused at the start, with the own agents', async () => {
  expect(await startAs(provider.agentKey, app.url)).toEqual({
    code: 1,
    output: `agent-trading-mcp: --agent ${provider.agentKey} is no agent of the principal of this credential; its agents are: ${consumer.agentKey}\n`,
  });
});

// @spec MC8
test.each([
  ['an own agent', () => [consumer.agentKey, app.url] as const],
  ['a service that does not answer', () => [provider.agentKey, 'http://127.0.0.1:9'] as const],
])('--agent starts with %s', async (_, args) => {
  expect(await startAs(...args())).toEqual({ code: 0, output: '' });
});

// @spec MC8
test.each([
  ['of an owner', { acting_provider: 'local', acting_subject: 'owner' }],
  ['of a console', { role: 'console' }],
])('a credential file %s is refused, with the file to use', (_, members) => {
  const file = saveCredential(consumer);
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as Json), ...members }));
  const { code, output } = run(file);
  expect([code, output]).toEqual([1, expect.stringMatching(/credential of a console.*\.ats-sandbox\/agent\.json\n$/)]);
});

// @spec MC6
test('a folder as --credential is refused with the file in it, and without a change of its mode', () => {
  const folder = dirname(saveCredential(consumer));
  const without = run(folder);
  expect([without.code, without.output]).toEqual([1, expect.stringMatching(/is a folder; give the full path/)]);
  writeFileSync(`${folder}/agent.json`, '{}');
  const { code, output } = run(folder);
  const advice = `agent-trading-mcp: ${folder} is a folder; give the file: --credential ${folder}/agent.json\n`;
  expect([code, output]).toEqual([1, advice]);
});
