import { type AnySchema, Ajv2020 } from 'ajv/dist/2020';
import { startTestApp, type TestApp } from '../../support/app';
import { createParty } from '../../support/actors';
import { type McpProcess, startMcp } from '../../support/mcp';

/** The schemas of the tools, as the MCP Inspector and strict clients read them. */

let app: TestApp;
let mcp: McpProcess;
const warnings: unknown[] = [];
const note = (...message: unknown[]): void => void warnings.push(message);
const ajv = new Ajv2020({
  strict: true,
  strictRequired: true,
  allErrors: true,
  logger: { log: note, warn: note, error: note },
});

beforeAll(async () => {
  app = await startTestApp();
  mcp = await startMcp(app, await createParty(app, 'Reader'));
});
afterAll(async () => {
  await mcp.close();
  await app.stop();
});

// @spec MC35
it('should compile every schema in strict mode without a warning', async () => {
  const { tools } = await mcp.client.listTools();
  for (const { name, inputSchema, outputSchema } of tools) {
    expect([name, typeof outputSchema]).toEqual([name, 'object']);
    for (const schema of [inputSchema, outputSchema]) ajv.compile(schema as AnySchema);
  }
  expect([tools.length, warnings]).toEqual([14, []]);
});

// @spec MC40
it('should name in each output schema the members that every answer has', async () => {
  const { tools } = await mcp.client.listTools();
  const required = tools.map(({ name, outputSchema }) => [name, outputSchema?.['required']]);
  const trade = ['tradeKey', 'state', 'steps', 'allowedActions', 'untrusted'];
  const expected = { ats_trade: trade, ats_deliver: trade, ats_wait: ['events', 'cursor'] };
  expect(Object.fromEntries(required)).toMatchObject(expected);
  expect(required.filter(([, names]) => !Array.isArray(names) || names.length === 0)).toEqual([]);
});

// @spec MC35
it.each([
  ['ats_overview', {}],
  ['ats_find_partners', { action: 'search' }],
  ['ats_wait', { types: ['TRADE_COMPLETED'], timeoutSeconds: 1 }],
  ['ats_graphql', { query: '{ service { version } }' }],
])('the arguments and the answer of %s follow its schemas', async (tool, args) => {
  const { tools } = await mcp.client.listTools();
  const found = tools.find(({ name }) => name === tool);
  const { result } = await mcp.call(tool, args);
  const isInput = ajv.compile(found?.inputSchema as AnySchema);
  expect(isInput(args)).toBe(true);
  expect(isInput({ ...args, types: ['NONE'] })).toBe(tool !== 'ats_wait');
  expect(ajv.validate(found?.outputSchema as AnySchema, result.structuredContent)).toBe(true);
});
