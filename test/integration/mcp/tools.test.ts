import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { startTestApp, type TestApp } from '../../support/app';
import { activate, createParty, type Party, propose, type StartedTrade, startTrade } from '../../support/actors';
import { buildMcp, MCP_MAIN } from '../../support/built';
import type { Json, McpTools } from '../../support/mcp';
import { answerOf, mcpArguments, NOWHERE, saveCredential, startMcp, startMcpProcess } from '../../support/mcp';
import { twoParties } from '../../support/trades';

/** The surface of the server: its list of tools, its resources, its errors and its command line. */

let app: TestApp;
let provider: Party;
let consumer: Party;
let mcp: McpTools;

beforeAll(async () => {
  app = await startTestApp();
  ({ provider, consumer } = await twoParties(app));
  mcp = await startMcp(app, consumer);
});
afterAll(async () => {
  await mcp.close();
  await app.stop();
});

const READING = [
  'ats_overview',
  'ats_find_partners',
  'ats_proposal',
  'ats_trade',
  'ats_preview',
  'ats_settlement',
  'ats_wait',
  'ats_graphql',
];
const ALL = [
  ...READING,
  'ats_respond',
  'ats_start_trade',
  'ats_deliver',
  'ats_check_delivery',
  'ats_rebut',
  'ats_withdraw',
];

// @spec MC7
it('should list 13 tools and ats_graphql in at most 14 kB, each described in at most 900 characters', async () => {
  const list = await mcp.client.listTools();
  expect(list.tools.map(({ name }) => name).toSorted()).toEqual(ALL.toSorted());
  expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThanOrEqual(14_000);
  for (const { name, description = '', outputSchema, annotations } of list.tools) {
    expect([name, description.length <= 900, outputSchema?.['type']]).toEqual([name, true, 'object']);
    const isReading = READING.includes(name) && name !== 'ats_find_partners';
    // The other hints have their defaults, and without an effect they mean nothing.
    const acting = { destructiveHint: name === 'ats_withdraw', idempotentHint: true };
    expect([name, annotations]).toEqual([name, isReading ? { readOnlyHint: true } : acting]);
  }
});

// @spec MC7
test.each(['2025-11-25', '2026-07-28'])('a client of revision %s lists and calls the tools', async (revision) => {
  const client = revision.startsWith('2026') ? { versionNegotiation: { mode: 'auto' as const } } : {};
  const other = await startMcp(app, consumer, { client });
  expect(other.client.getNegotiatedProtocolVersion()).toBe(revision);
  // No notification is sent, so none is announced.
  expect(other.client.getServerCapabilities()).toMatchObject({
    tools: { listChanged: false },
    resources: { listChanged: false },
  });
  expect((await other.client.listTools()).tools).toHaveLength(ALL.length);
  expect(await other.done('ats_overview')).toMatchObject({ principalKey: consumer.principalKey });
  await other.close();
});

// @spec MC7
test('the client of the older SDK lists the tools, calls them, and reads a refusal', async () => {
  const client = new OldClient({ name: 'old', version: '1.0.0' });
  await client.connect(new OldTransport({ command: process.execPath, args: await mcpArguments(app, consumer) }));
  expect((await client.listTools()).tools).toHaveLength(ALL.length);
  const call = async (name: string, args: Record<string, unknown>) =>
    answerOf((await client.callTool({ name, arguments: args })) as Parameters<typeof answerOf>[0]);
  const { proposalKey } = await propose(provider, consumer);
  expect((await call('ats_overview', {})).body).toMatchObject({ principalKey: consumer.principalKey });
  const rejected = { proposalKey, decision: 'REJECT', intentId: 'old-1' };
  expect((await call('ats_respond', rejected)).body).toMatchObject({ intentId: 'old-1', state: 'REJECTED' });
  const refused = await call('ats_start_trade', { proposalKey });
  expect([refused.isError, typeof refused.body['code'], refused.body['allowedActions']]).toEqual([true, 'string', []]);
  await client.close();
});

// @spec MC5
it('should offer only what reads with --read-only', async () => {
  const reader = await startMcp(app, consumer, { args: ['--read-only'] });
  const { tools } = await reader.client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual(READING.toSorted());
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
  const publish = { action: 'publish', side: 'CONSUME', tradeProfile: 'p', title: 't', priceStamps: 1 };
  for (const args of [publish, { action: 'match', listingKey: 'lst_0' }])
    expect((await reader.call('ats_find_partners', args)).body).toMatchObject({ code: 'read_only' });
  const mutation = 'mutation { reserveBond(input: {amountStamps: 1, idempotencyKey: "k"}) { principal { id } } }';
  expect((await reader.call('ats_graphql', { query: mutation })).body).toMatchObject({ code: 'reads_only' });
  for (const name of ALL.filter((one) => !READING.includes(one))) {
    const remedy = `${name} is off. This server runs with --read-only. Tell your user, who can change that.`;
    expect(await reader.call(name, {})).toMatchObject({ isError: true, body: { code: 'read_only', remedy } });
  }
  const same = ({ name }: { name: string }): boolean => name !== 'ats_find_partners' && READING.includes(name);
  const whole = (await mcp.client.listTools()).tools.filter(same);
  expect(tools.filter(same)).toEqual(whole.map((tool) => ({ ...tool, annotations: { readOnlyHint: true } })));
  await reader.close();
});

// @spec MC8
it('should answer a refused act with the code, a remedy and what is possible instead', async () => {
  const { tradeKey } = await startTrade(provider, consumer, { price: 100 });
  const { isError, body } = await mcp.call('ats_check_delivery', { tradeKey, stepNo: 1, status: 'CONFIRMED' });
  expect([isError, body['code']]).toEqual([true, 'trade_state_conflict']);
  expect(body['remedy']).toMatch(/\w+/);
  expect(body['allowedActions']).toContainEqual(
    expect.objectContaining({ tool: 'ats_start_trade', operation: 'activateTrade', costStamps: 101 }),
  );
});

// @spec MC8
test.each([
  ['ats_trade', {}, 'tradeKey'],
  ['ats_trade', { tradeKey: 'prn_1' }, 'tradeKey'],
  ['ats_withdraw', { tradeKey: 'trd_0', confirm: true }, 'confirm'],
  ['ats_respond', { proposalKey: 'prp_0', decision: 'YES' }, 'decision'],
  ['ats_wait', { timeoutSeconds: 51 }, 'timeoutSeconds'],
  ['ats_start_trade', {}, 'either proposalKey or tradeKey'],
  ['ats_graphql', { query: '{' }, 'GraphQL'],
  ['ats_withdraw', { tradekey: 'trd_0', tradeKey: 'trd_0' }, 'The names are: tradeKey, intentId.'],
  [
    'ats_rebut',
    { tradeKey: 'trd_0', stepNo: 1, statement: 'x', evidence: [{ uri: 'x', sha: 'x' }] },
    'item, uri, note',
  ],
])('%s refuses the arguments %j and names %s', async (tool, args, name) => {
  const { isError, body } = await mcp.call(tool, args);
  expect([isError, body['code']]).toEqual([true, 'invalid_arguments']);
  expect(body['remedy']).toContain(name);
});

// @spec MC38
it('should say in `untrusted` why a field of ats_graphql was refused', async () => {
  const { body } = await mcp.call('ats_graphql', { query: '{ principal { listings(first: 5000) { totalCount } } }' });
  const text = expect.stringMatching(/^first must be 1 to/) as unknown;
  expect(body['untrusted']).toContainEqual({ field: 'errors[0].detail', text });
});

// @spec MC8
it('should say which trade or proposal does not exist, and that an open trade has no settlement', async () => {
  const key = 'trd_00000000000000000000000000';
  expect((await mcp.call('ats_trade', { tradeKey: key })).body).toMatchObject({ code: 'trade_not_found' });
  const proposalKey = 'prp_00000000000000000000000000';
  expect((await mcp.call('ats_proposal', { proposalKey })).body).toMatchObject({ code: 'proposal_not_found' });
  const { tradeKey } = await startTrade(provider, consumer, { price: 100 });
  expect((await mcp.call('ats_settlement', { tradeKey })).body).toMatchObject({ code: 'trade_not_settled' });
});

// @spec MC8
it('should return the intentId if the service does not answer, so that the call can be repeated', async () => {
  const lost = await startMcp(app, consumer, { url: NOWHERE });
  const args = { action: 'match', listingKey: 'lst_0', intentId: 'again' };
  const { body } = await lost.call('ats_find_partners', args);
  await lost.close();
  expect(body).toMatchObject({
    ...{ code: 'service_unreachable', url: 'http://127.0.0.1:9', intentId: 'again', allowedActions: [] },
  });
});

it('should read a trade, a policy and the schema as resources', async () => {
  const { tradeKey } = await startTrade(provider, consumer, { price: 100 });
  const read = async (uri: string): Promise<string> => {
    const [content] = (await mcp.client.readResource({ uri })).contents;
    return content && 'text' in content ? content.text : '';
  };
  expect(JSON.parse(await read(`ats://trade/${tradeKey}`))).toMatchObject({ tradeKey, state: 'BOND_RESERVED' });
  expect(JSON.parse(await read('ats://policy/slash_policy_v1.1'))).toMatchObject({ isCurrent: true });
  expect(await read('ats://schema')).toContain('type Mutation {');
  await expect(read('ats://policy/none')).rejects.toThrow('not found');
  const templates = await mcp.client.listResourceTemplates();
  expect(templates.resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    'ats://trade/{key}',
    'ats://policy/{version}',
  ]);
});

it('should act as the agent of the trade without an agent, and only as that of the credential file with one', async () => {
  const trade = await startTrade(provider, consumer, { price: 100 });
  await activate(trade);
  const contract = { tradeKey: trade.tradeKey, stepNo: 1, summary: 'x', items: [{ description: 'x', weight: 1 }] };
  const other = await createParty(app, 'Other');
  const wrong = await startMcp(app, { ...provider, agentId: other.agentKey });
  const refused = await wrong.call('ats_deliver', contract);
  await wrong.close();
  expect(refused.body).toMatchObject({ code: 'trade_access_denied' });
  const right = await startMcp(app, { ...provider, agentId: undefined });
  const answer = await right.done('ats_deliver', contract);
  await right.close();
  expect(answer).toMatchObject({ steps: [{ hasContract: true }] });
});

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

async function run(...args: string[]): Promise<Ended> {
  await buildMcp();
  const child = spawn(process.execPath, [MCP_MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

// @spec MC6
test.each([0o640, 0o604, 0o620])('a credential file of mode %o is refused, with what to do', async (mode) => {
  const file = saveCredential(consumer);
  chmodSync(file, mode);
  const { code, output } = await run('--credential', file);
  expect([code, output]).toEqual([
    1,
    `agent-trading-mcp: other users can access the file ${file}; run: chmod 600 ${file}\n`,
  ]);
});

// @spec MC6
test.each([
  ['is not JSON', '{"secret'],
  ['has no credential', '{"api_key": "ak_live_1"}'],
  ['has several credentials', '[{"apiKey":"a","signingSecret":"b"},{"apiKey":"c","signingSecret":"d"}]'],
])('a credential file that %s is refused without its text', async (problem, text) => {
  const file = saveCredential(consumer);
  writeFileSync(file, text);
  const { code, output } = await run('--credential', file);
  expect([code, output.includes(problem), output.includes(text)]).toEqual([1, true, false]);
});

// @spec MC8
test.each([
  [[], 'No credential is named. Give its file by --credential or ATS_CREDENTIAL'],
  [['--credential', 'x', '--max-stamps', '1.5'], '--max-stamps must be a whole number'],
  [['--credential', 'x', '--url', 'ftp://x'], '--url or ATS_URL must be an address'],
  [['--credential', 'x', '--secret', 'y'], "Unknown option '--secret'"],
])('the command line %j exits with 2 and says why', async (args, text) => {
  const { code, output } = await run(...args);
  expect([code, output.includes(text)]).toEqual([2, true]);
});

// @spec SB16
test('a credential file that does not exist is refused, with what to do, also from ATS_CREDENTIAL', async () => {
  process.env['ATS_CREDENTIAL'] = '/none/agent.json';
  const { code, output } = await run().finally(() => delete process.env['ATS_CREDENTIAL']);
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(/the file \/none\/agent\.json does not exist; give the full path .* ATS_CREDENTIAL/),
  ]);
});

/** A call of each tool. The service refuses some of them, so that errors are among the answers. */
function callsOfAllTools({ proposalKey, tradeKey }: StartedTrade): readonly (readonly [string, Json])[] {
  const credentials = '{ principal { credentials { nodes { apiKey status } } } }';
  const listing = { side: 'CONSUME', tradeProfile: 'secret.search', title: 'Work', priceStamps: 1 };
  const step = { tradeKey, stepNo: 1 };
  return [
    ['ats_overview', {}],
    ['ats_find_partners', { action: 'publish', ...listing }],
    ['ats_proposal', { proposalKey }],
    ['ats_respond', { proposalKey, decision: 'ACCEPT', revisionNo: 1 }],
    ['ats_start_trade', { tradeKey }],
    ['ats_trade', { tradeKey }],
    ['ats_deliver', { ...step, summary: 'x', items: [{ description: 'x', weight: 1 }] }],
    ['ats_check_delivery', { ...step, status: 'CONFIRMED' }],
    ['ats_rebut', { ...step, statement: 'x' }],
    ['ats_preview', { tradeKey, of: 'WITHDRAW' }],
    ['ats_withdraw', { tradeKey }],
    ['ats_settlement', { tradeKey }],
    ['ats_wait', {}],
    ['ats_graphql', { query: credentials }],
  ];
}

// @spec MC6
test('no answer, no error and no log of any tool or resource has the secret', async () => {
  const trade = await startTrade(provider, consumer, { price: 100 });
  const [own, lost] = [await startMcpProcess(app, consumer), await startMcpProcess(app, consumer, { url: NOWHERE })];
  const calls = callsOfAllTools(trade);
  expect(calls.map(([tool]) => tool).toSorted()).toEqual(ALL.toSorted());
  const answers: unknown[] = [await own.client.listTools(), await own.client.listResources()];
  const refused: unknown[] = [];
  for (const [tool, args] of calls) {
    const { isError, body: answer, result } = await own.call(tool, args);
    answers.push(result);
    if (isError) refused.push([tool, answer['code']]);
  }
  expect(refused).toEqual([
    ['ats_respond', 'match_proposal_invalid_response'],
    ['ats_deliver', 'trade_access_denied'],
    ['ats_check_delivery', 'trade_state_conflict'],
    ['ats_rebut', 'trade_access_denied'],
    ['ats_withdraw', 'trade_access_denied'],
    ['ats_settlement', 'trade_not_settled'],
  ]);
  for (const uri of [`ats://trade/${trade.tradeKey}`, 'ats://policy/slash_policy_v1.1', 'ats://schema'])
    answers.push(await own.client.readResource({ uri }));
  const { body } = await lost.call('ats_graphql', { query: '{ service { version } }' });
  expect(body).toMatchObject({ code: 'service_unreachable' });
  const { output } = await run('--credential', saveCredential(consumer), '--max-stamps', 'many');
  expect(output).toContain('--max-stamps');
  await Promise.all([own.close(), lost.close()]);
  const text = JSON.stringify([...answers, body, own.errors(), lost.errors(), output]);
  expect(text).toContain(consumer.credential.apiKey);
  expect(text).not.toContain(consumer.credential.signingSecret);
});
