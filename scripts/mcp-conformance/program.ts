import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  type McpServer,
  originValidationResponse,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import './fixture-tools';
import { Confirmations } from '../../packages/mcp/src/confirmations';
import { createServerFactory } from '../../packages/mcp/src/server';
import { createSignedConnection, TradingService } from '../../packages/mcp/src/service';
import { listen, type Target } from './target';

/**
 * The tools of the program over HTTP, without a service behind them.
 *
 * A client of 2025 has a session, because the program has one client for as long as it runs. So it can be asked, too.
 */

async function toRequest(message: IncomingMessage, url: string, signal: AbortSignal): Promise<Request> {
  const headers = Object.entries(message.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const method = message.method ?? 'GET';
  const body = method === 'GET' || method === 'HEAD' ? null : Buffer.concat(chunks);
  return new Request(new URL(message.url ?? '/', url), { method, headers, body, signal });
}

async function sendResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  for await (const chunk of answer.body ?? []) response.write(chunk);
  response.end();
}

/** Answers requests of sessions, and begins a session for `initialize`. Undefined: the request is of no session. */
function createSessions(create: () => McpServer): (request: Request) => Promise<Response | undefined> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return async (request) => {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) return sessions.get(id)?.handleRequest(request) ?? new Response(null, { status: 404 });
    if (!(await isLegacyRequest(request)) || !(await request.clone().text()).includes('"initialize"')) return undefined;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (begun) => void sessions.set(begun, transport),
      onsessionclosed: (ended) => void sessions.delete(ended),
    });
    await create().connect(transport);
    return transport.handleRequest(request);
  };
}

export async function startProgram(): Promise<Target> {
  const credential = { apiKey: 'ak_test_conformance', signingSecret: 'sk_test_conformance' };
  const connection = createSignedConnection({ url: 'http://127.0.0.1:9', credential, agentId: undefined });
  const limits = { maxStamps: undefined, confirmAbove: undefined, confirmations: new Confirmations() };
  const options = { ...limits, service: new TradingService(connection), isReadOnly: false, newIntentId: randomUUID };
  const create = createServerFactory('0.1.0');
  const handler = createMcpHandler(() => create(options));
  const answerSession = createSessions(() => create(options));
  const server = createServer((message, response) => {
    const aborting = new AbortController();
    response.once('close', () => aborting.abort());
    const answer = async (): Promise<void> => {
      const request = await toRequest(message, `http://${message.headers.host ?? 'localhost'}`, aborting.signal);
      const rejected =
        hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
        originValidationResponse(request, localhostAllowedOrigins());
      await sendResponse(rejected ?? (await answerSession(request)) ?? (await handler.fetch(request)), response);
    };
    answer().catch(() => response.destroy());
  });
  return listen(server);
}
