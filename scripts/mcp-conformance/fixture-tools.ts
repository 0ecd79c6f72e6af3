import { type InputRequest, inputRequired, McpServer } from '@modelcontextprotocol/server';

/**
 * Importing this module switches on the tools that checks of the suite call, on each server of the process.
 *
 * The checks are about what the server does around a tool: the status and the code of an error, and what a stream may
 * carry. So the tools are small, and everything around them is that of the product, which has none of them.
 */
type Connect = (this: McpServer, ...args: Parameters<McpServer['connect']>) => Promise<void>;
const prototype: { connect: Connect } = McpServer.prototype;
const { connect } = prototype;
const SAMPLING: InputRequest = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }], maxTokens: 10 },
};
const withTools = new WeakSet<McpServer>();

prototype.connect = function (...args) {
  if (!withTools.has(this)) addTools(this);
  return connect.apply(this, args);
};

/** Log lines are deprecated in the protocol, and a check is still about them. */
interface LogWriter {
  log(level: 'info', data: unknown): Promise<void>;
}

function addTools(server: McpServer): void {
  withTools.add(server);
  server.server.registerCapabilities({ logging: {} });
  server.registerTool('test_missing_capability', { description: 'Needs sampling.' }, () =>
    inputRequired({ inputRequests: { text: SAMPLING } }),
  );
  server.registerTool('test_streaming_elicitation', { description: 'Asks the user.' }, () =>
    inputRequired({
      inputRequests: {
        name: inputRequired.elicit({
          message: 'What is your name?',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        }),
      },
    }),
  );
  server.registerTool('test_logging_tool', { description: 'Writes a log line.' }, async ({ mcpReq }) => {
    const writer: LogWriter = mcpReq;
    await writer.log('info', 'A line of the test.');
    return { content: [{ type: 'text', text: 'Done.' }] };
  });
}
