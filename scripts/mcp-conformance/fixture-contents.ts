import { setTimeout as pause } from 'node:timers/promises';
import { type CallToolResult, fromJsonSchema, type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';

/** Tools and resources of the suite that only answer. */

/** A PNG with one pixel, and a WAV without samples. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

type Content = CallToolResult['content'];

const text = (value: string) => ({ type: 'text', text: value }) as const;
const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const;
const resource = {
  type: 'resource',
  resource: { uri: 'test://embedded-resource', mimeType: 'text/plain', text: 'An embedded resource.' },
} as const;

const CONTENTS: Readonly<Record<string, Content>> = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  test_embedded_resource: [resource],
  test_multiple_content_types: [text('Multiple content types test:'), image, resource],
};

/** Members that the suite looks for in the list of tools. */
const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const;

export function addContents(server: McpServer): void {
  for (const [name, content] of Object.entries(CONTENTS)) {
    server.registerTool(name, { description: 'Answers.' }, () => ({ content }));
  }
  server.registerTool('test_error_handling', { description: 'Fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Has a schema.', inputSchema: fromJsonSchema(SCHEMA_2020_12) },
    () => ({ content: [text('Done.')] }),
  );
  addNotices(server);
  addResources(server);
}

/** Log lines are deprecated in the protocol, and checks are still about them. */
interface LogWriter {
  log(level: 'info', data: unknown): Promise<void>;
}

/** Tools that send something before their result. */
function addNotices(server: McpServer): void {
  server.server.registerCapabilities({ logging: {} });
  for (const name of ['test_logging_tool', 'test_tool_with_logging']) {
    server.registerTool(name, { description: 'Writes log lines.' }, async ({ mcpReq }) => {
      const writer: LogWriter = mcpReq;
      for (const line of ['started', 'going on', 'done']) await writer.log('info', line);
      return { content: [text('Done.')] };
    });
  }
  server.registerTool('test_tool_with_progress', { description: 'Reports progress.' }, async ({ mcpReq }) => {
    const { progressToken } = mcpReq._meta ?? {};
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken: progressToken ?? '', progress, total: 100 },
      });
      await pause(20);
    }
    return { content: [text('Done.')] };
  });
}

function addResources(server: McpServer): void {
  const plain = { mimeType: 'text/plain' };
  server.registerResource('text', 'test://static-text', plain, ({ href }) => ({
    contents: [{ uri: href, ...plain, text: 'This is the content of the static text resource.' }],
  }));
  const png = { mimeType: 'image/png' };
  server.registerResource('binary', 'test://static-binary', png, ({ href }) => ({
    contents: [{ uri: href, ...png, blob: PNG }],
  }));
  const data = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', data, plain, ({ href }, { id }) => ({
    contents: [{ uri: href, ...plain, text: `Data of ${String(id)}` }],
  }));
}
