import { type AnySchema, Ajv2020 } from 'ajv/dist/2020';
import { startTestApp, type TestApp } from '../../support/app';
import { createParty } from '../../support/actors';
import { type McpTools, startMcp } from '../../support/mcp';

/**
 * The schemas of the tools, as strict clients read them.
 *
 * The MCP Inspector itself reads them in `npm run conformance:mcp`, because its package is too large for `npm ci`.
 */

let app: TestApp;
let mcp: McpTools;
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

/** Paths of the parts about which the MCP Inspector 2.12 warns: a list of types, and a schema without any keyword. */
function findWarned(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [path];
  const { type, properties = {}, items, anyOf = [], ...others } = schema as Partial<Record<string, object>>;
  const isWarned = Array.isArray(type) || Object.keys(schema).every((name) => name === 'description');
  // Another keyword may hold schemas too, so it must be added here.
  const keywords = ['description', 'enum', 'format', 'maximum', 'minItems', 'maxItems', 'required'];
  const unread = Object.keys(others).filter((name) => !keywords.includes(name));
  const parts = [
    ...Object.entries(properties),
    ...Object.entries(anyOf),
    ...(items ? [['items', items] as const] : []),
  ];
  return [
    ...(isWarned ? [path] : []),
    ...unread.map((name) => `${path}.${name}`),
    ...parts.flatMap(([name, part]) => findWarned(part, `${path}.${name}`)),
  ];
}

// @spec MC35
it('should give each part of a schema one type, so that the Inspector does not warn', async () => {
  const { tools } = await mcp.client.listTools();
  const found = tools.flatMap(({ name, inputSchema, outputSchema }) =>
    Object.entries({ inputSchema, outputSchema }).flatMap(([side, schema]) => findWarned(schema, `${name}.${side}`)),
  );
  expect(found).toEqual([]);
  expect(findWarned({ properties: { cause: { type: ['string', 'null'] }, any: {} } }, '')).toEqual(['.cause', '.any']);
});

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Arguments that their names explain: keys, texts, and choices that the tool describes. */
const PLAIN = (
  'tradeKey proposalKey stepNo action decision status of query variables ' +
  'title description tags summary statement items evidence note uri artifactUri met maxPriceStamps'
).split(' ');

/** The arguments without a description, also those in lists. */
function findUndescribed({ properties = {}, items }: Schema): string[] {
  const own = Object.entries(properties).flatMap(([name, part]) => [
    ...(part.description === undefined ? [name] : []),
    ...findUndescribed(part),
  ]);
  return items ? [...own, ...findUndescribed(items)] : own;
}

// @spec MC47
it('should describe each argument that its name does not explain, with its unit, format or default', async () => {
  const { tools } = await mcp.client.listTools();
  const inputs = new Map(tools.map(({ name, inputSchema }) => [name, inputSchema as Schema]));
  const undescribed = [...inputs].flatMap(([name, input]) =>
    findUndescribed(input).flatMap((argument) => (PLAIN.includes(argument) ? [] : [`${name}.${argument}`])),
  );
  expect(undescribed).toEqual([]);
  const intents = [...inputs].flatMap(([, { properties }]) => properties?.['intentId'] ?? []);
  expect(intents).toHaveLength(7);
  for (const { description } of intents) expect(description).toMatch(/retry/);
  const basisPoints = ['ats_respond', 'ats_preview'].map((name) => JSON.stringify(inputs.get(name)));
  for (const text of basisPoints) expect(text).toContain('asis points');
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
