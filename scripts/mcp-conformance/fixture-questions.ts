import {
  acceptedContent,
  type CallToolResult,
  type InputRequest,
  inputRequired,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { canAsk } from '../../packages/mcp/src/tool-call';

/**
 * Tools of the suite that ask the client. A client of 2026 gets `input_required`, and one of 2025 a request of the server.
 *
 * The tools of the product ask the user with the same results before they commit stamps.
 */

/** Signs a state. */
type Mint = (state: unknown) => Promise<string>;
type Request = ServerContext['mcpReq'];
type Result = CallToolResult | InputRequiredResult;
type Form = Parameters<typeof inputRequired.elicit>[0]['requestedSchema'];
type Properties = Extract<Form, { readonly properties: object }>['properties'];

const answered = (value: string): CallToolResult => ({ content: [{ type: 'text', text: value }] });
const form = (message: string, properties: Properties, required = Object.keys(properties)): InputRequest =>
  inputRequired.elicit({ message, requestedSchema: { type: 'object', properties, required } });
const askName = form('What is your name?', { name: { type: 'string' } });
const askConfirmation = form('Please confirm', { ok: { type: 'boolean' } });
const askModel = (value: string): InputRequest =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: value } }], maxTokens: 100 });

/** Defaults of each simple type. */
const DEFAULTS: Properties = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};
const titled = [
  { const: 'value1', title: 'First' },
  { const: 'value2', title: 'Second' },
  { const: 'value3', title: 'Third' },
];
const untitled = ['option1', 'option2', 'option3'];
/** Each way to write an enumeration. */
const ENUMERATIONS: Properties = {
  untitledSingle: { type: 'string', enum: untitled },
  titledSingle: { type: 'string', oneOf: titled },
  legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
  untitledMulti: { type: 'array', items: { type: 'string', enum: untitled } },
  titledMulti: { type: 'array', items: { anyOf: titled } },
};

/** Asks until the client has answered all requests. */
function asking(inputRequests: Readonly<Record<string, InputRequest>>): (request: Request) => Result {
  return ({ inputResponses = {} }) => {
    const isAnswered = Object.keys(inputRequests).every((name) => isObject(inputResponses[name]));
    return isAnswered ? answered('Answered.') : inputRequired({ inputRequests });
  };
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

const ASKING: Readonly<Record<string, Readonly<Record<string, InputRequest>>>> = {
  test_missing_capability: { text: askModel('Hello') },
  test_streaming_elicitation: { name: askName },
  test_input_required_result_elicitation: { user_name: askName },
  test_input_required_result_sampling: { capital_question: askModel('What is the capital of France?') },
  test_input_required_result_list_roots: { client_roots: inputRequired.listRoots() },
  test_elicitation_sep1034_defaults: { fields: form('Please check the fields', DEFAULTS, []) },
  test_elicitation_sep1330_enums: { fields: form('Please choose', ENUMERATIONS, []) },
};

export function addQuestions(server: McpServer, mint: Mint): void {
  const add = (name: string, run: (request: Request) => Result | Promise<Result>): void => {
    server.registerTool(name, { description: 'Asks the client.' }, ({ mcpReq }) => run(mcpReq));
  };
  for (const [name, inputRequests] of Object.entries(ASKING)) add(name, asking(inputRequests));
  const capabilities = { description: 'Asks what the client can answer.' };
  server.registerTool('test_input_required_result_capabilities', capabilities, (context) => {
    // The product decides so whether it can ask for a confirmation.
    const isForm = canAsk({ context, server }, 'form');
    return asking({ greeting: askModel('Write a greeting'), ...(isForm && { user_name: askName }) })(context.mcpReq);
  });
  addStates(add, mint);
  const message = z.object({ message: z.string() });
  server.registerTool('test_elicitation', { description: 'Asks the user.', inputSchema: message }, (args, { mcpReq }) =>
    asking({ response: form(args.message, { response: { type: 'string' } }) })(mcpReq),
  );
  const prompt = z.object({ prompt: z.string() });
  server.registerTool('test_sampling', { description: 'Asks the model.', inputSchema: prompt }, (args, { mcpReq }) =>
    asking({ answer: askModel(args.prompt) })(mcpReq),
  );
}

/** Tools whose question has a state, which must come back unchanged. */
function addStates(add: (name: string, run: (request: Request) => Promise<Result>) => void, mint: Mint): void {
  for (const name of ['test_input_required_result_request_state', 'test_input_required_result_tampered_state']) {
    add(name, async ({ inputResponses, requestState }) => {
      const isConfirmed = acceptedContent(inputResponses, 'confirm') !== undefined && requestState() !== undefined;
      if (isConfirmed) return answered('state-ok');
      return inputRequired({ inputRequests: { confirm: askConfirmation }, requestState: await mint({ name }) });
    });
  }
  add('test_input_required_result_multiple_inputs', async (request) => {
    const inputRequests = {
      user_name: askName,
      greeting: askModel('Write a greeting'),
      client_roots: inputRequired.listRoots(),
    };
    const result = asking(inputRequests)(request);
    return 'content' in result ? result : inputRequired({ inputRequests, requestState: await mint({}) });
  });
  add('test_input_required_result_multi_round', async ({ requestState }) => {
    const { round = 0 } = requestState<{ readonly round?: number }>() ?? {};
    if (round === 2) return answered('Answered.');
    const question = round === 0 ? askName : form('What is your favorite color?', { color: { type: 'string' } });
    const inputRequests = { [`step${String(round + 1)}`]: question };
    return inputRequired({ inputRequests, requestState: await mint({ round: round + 1 }) });
  });
}
