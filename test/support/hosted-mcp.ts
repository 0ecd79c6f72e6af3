import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createSigningFetch, type Credential, type Fetch } from '../../src/client';
import type { TestApp } from './app';
import { type Json, type McpTools, toolsOf } from './mcp';

/** `POST /mcp` of the service, driven by the official client over a signing `fetch`. */

export interface HostedOptions {
  readonly agentId?: string;
  readonly client?: ClientOptions;
  /** Sends the signed requests; default: the platform's `fetch`. */
  readonly fetch?: Fetch;
  /** Prepares the client before it connects, such as with a handler. */
  prepare?(client: Client): void;
}

export const mcpUrl = ({ url }: Pick<TestApp, 'url'>): URL => new URL(url.endsWith('/') ? 'mcp' : '/mcp', url);

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON of the body, if it is JSON. */
  readonly json: Json;
}

/** Sends a message of a revision of 2025 with `fetch`, and reads the whole answer. */
export async function sendMessage(
  app: Pick<TestApp, 'url'>,
  fetch: Fetch,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const types = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await fetch(mcpUrl(app), { method: 'POST', headers: { ...types, ...headers }, body });
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  const json = data.startsWith('{') ? (JSON.parse(data) as Json) : {};
  return { status: response.status, headers: response.headers, text, json };
}

/** A call of a tool as a JSON-RPC message. */
export const toolCall = (name: string, args: Json = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** Connects a client of the current SDK with a credential. */
export async function connectHosted(
  app: Pick<TestApp, 'url'>,
  credential: Credential,
  { agentId, client: options, fetch, ...hooks }: HostedOptions = {},
): Promise<McpTools> {
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  hooks.prepare?.(client);
  const signing = createSigningFetch({ credential, agentId, fetch });
  await client.connect(new StreamableHTTPClientTransport(mcpUrl(app), { fetch: signing }));
  return toolsOf(client);
}
