import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type CallToolResult, Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { serveTools } from '../../packages/mcp/src/program';
import type { TestApp } from './app';
import { buildMcp, MCP_MAIN } from './built';
import { newFolder } from './folder';
import type { Party } from './actors';

/** `agent-trading-mcp`, driven by the official clients: in the process of the test, or as a process of its own. */

export type Json = Readonly<Record<string, unknown>>;

/** The result of a tool call, with its JSON. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly body: Json;
  readonly result: CallToolResult;
}

/** The tools, over any transport and by a client of any generation. */
export interface McpSide {
  call(tool: string, args?: Json): Promise<ToolAnswer>;
  /** Calls a tool and returns its answer; fails if the call is refused. */
  done<T = Json>(tool: string, args?: Json): Promise<T>;
  close(): Promise<void>;
}

export interface McpTools extends McpSide {
  readonly client: Client;
}

export interface McpProcess extends McpTools {
  readonly pid: number;
  /** All that the process has written to standard error. */
  errors(): string;
}

export interface McpOptions {
  /** Address of the service; default: the app. */
  readonly url?: string;
  readonly args?: readonly string[];
  readonly client?: ClientOptions;
  /** Prepares the client before it connects, such as with a handler. */
  readonly prepare?: (client: Client) => void;
}

/** An address at which nothing listens. */
export const NOWHERE = 'http://127.0.0.1:9';

/** A party; without an agent id its file has none. */
export type McpParty = Pick<Party, 'principalKey' | 'credential'> & { readonly agentId: string | undefined };

/** Saves a credential as `ats demo --save` does. */
export function saveCredential({ principalKey, agentId, credential }: McpParty, mode = 0o600): string {
  const file = join(newFolder('mcp'), 'credential.json');
  const { apiKey, signingSecret } = credential;
  const saved = { principal_key: principalKey, agent_id: agentId, api_key: apiKey, signing_secret: signingSecret };
  writeFileSync(file, JSON.stringify(saved), { mode });
  return file;
}

/** The program and its arguments for a party. */
export async function mcpArguments(app: Pick<TestApp, 'url'>, party: McpParty, args: readonly string[] = []) {
  await buildMcp();
  return [MCP_MAIN, ...argumentsOf(app.url, party, args)];
}

function argumentsOf(url: string, party: McpParty, args: readonly string[] = []): string[] {
  return ['--credential', saveCredential(party), '--url', url, ...args];
}

/** Serves the tools to a client of the current SDK, with the code of the program in this process. */
export async function startMcp(app: TestApp, party: McpParty, options: McpOptions = {}): Promise<McpTools> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const server = await serveTools({
    args: argumentsOf(options.url ?? app.url, party, options.args),
    environment: {},
    input,
    output,
    log: (line) => void process.stderr.write(`${line}\n`),
  });
  const client = newClient(options);
  // The transport of a server reads messages from one stream and writes them to another, as the client must here.
  await client.connect(new StdioServerTransport(output, input));
  client.onclose = () => void server?.close();
  await checkAnswers(client);
  return toolsOf(client);
}

/** Starts the program as a process for a party, and connects a client of the current SDK. */
export async function startMcpProcess(app: TestApp, party: McpParty, options: McpOptions = {}): Promise<McpProcess> {
  const args = await mcpArguments({ url: options.url ?? app.url }, party, options.args);
  const client = newClient(options);
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
    process.stderr.write(chunk);
  });
  await client.connect(transport);
  await checkAnswers(client);
  return { ...toolsOf(client), pid: transport.pid ?? 0, errors: () => said };
}

function newClient({ client: settings, prepare }: McpOptions): Client {
  const client = new Client({ name: 'test', version: '1.0.0' }, settings);
  prepare?.(client);
  return client;
}

/** Lets the client check each answer against the output schema of its tool, which it does once it has listed the tools. */
export async function checkAnswers(client: Client): Promise<void> {
  await client.listTools();
}

/** The tools of a connected client. */
export function toolsOf(client: Client): McpTools {
  return { client, ...sideOf(client, (params) => client.callTool(params)) };
}

/** Connects the official client of the first generation, whose SDK is 1.x. */
export async function connectOldClient(transport: OldTransport): Promise<McpSide> {
  const client = new OldClient({ name: 'old', version: '1.0.0' });
  await client.connect(transport);
  await client.listTools();
  // Its type also allows the result of a revision of 2024.
  return sideOf(client, async (params) => (await client.callTool(params)) as CallToolResult);
}

interface ToolParameters {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

function sideOf(client: Pick<Client, 'close'>, callTool: (params: ToolParameters) => Promise<CallToolResult>): McpSide {
  const call = async (name: string, input: Json = {}): Promise<ToolAnswer> =>
    answerOf(await callTool({ name, arguments: input }));
  return {
    call,
    async done<T>(name: string, input: Json = {}) {
      const { isError, body } = await call(name, input);
      if (isError) throw new Error(`${name} was refused: ${JSON.stringify(body)}`);
      return body as T;
    },
    close: () => client.close(),
  };
}

/** Reads the JSON of a result. */
export function answerOf(result: CallToolResult): ToolAnswer {
  const [first] = result.content;
  if (first?.type !== 'text') throw new Error('the result has no text');
  return { isError: result.isError === true, body: JSON.parse(first.text) as Json, result };
}
