import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import './fixture-tools';
import { createServerFactory } from '../../packages/mcp/src/server';
import { createSignedConnection, TradingService } from '../../packages/mcp/src/service';
import { listen, type Target } from './target';

/** The tools of the program over HTTP, without a service behind them. */

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

export async function startProgram(): Promise<Target> {
  const credential = { apiKey: 'ak_test_conformance', signingSecret: 'sk_test_conformance' };
  const connection = createSignedConnection({ url: 'http://127.0.0.1:9', credential, agentId: undefined });
  const limits = { maxStamps: undefined, confirmAbove: undefined };
  const options = { ...limits, service: new TradingService(connection), isReadOnly: false, newIntentId: randomUUID };
  const create = createServerFactory('0.1.0');
  const handler = createMcpHandler(() => create(options));
  const server = createServer((message, response) => {
    const aborting = new AbortController();
    response.once('close', () => aborting.abort());
    const answer = async (): Promise<void> => {
      const request = await toRequest(message, `http://${message.headers.host ?? 'localhost'}`, aborting.signal);
      const rejected =
        hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
        originValidationResponse(request, localhostAllowedOrigins());
      await sendResponse(rejected ?? (await handler.fetch(request)), response);
    };
    answer().catch(() => response.destroy());
  });
  return listen(server);
}
