import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { createServerFactory } from '../packages/mcp/src/server';
import { createSignedConnection, TradingService } from '../packages/mcp/src/service';

/**
 * `npm run conformance:mcp` runs the official suite of the Model Context Protocol against the MCP server.
 *
 * The suite speaks HTTP and needs Node.js 22, so npm installs both into a temporary folder. The servers come from the
 * factory of the program. These scenarios do not reach a service. All others need tools and prompts of a fixture, such as
 * `test_simple_text`. `server-stateless` has some checks that need such tools, which the suite reports as not testable.
 */

const TOOLS = ['@modelcontextprotocol/conformance@0.2.0-alpha.12', 'node@24.9.0'];
const SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'http-header-validation',
  ],
};

interface Ended {
  readonly status: number | null;
  readonly output: string;
}

/** Runs a program. The server of this process answers meanwhile. */
function run(folder: string, command: string, ...args: string[]): Promise<Ended> {
  const env = { ...process.env, PATH: `${join(folder, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}` };
  const child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, output }));
  });
}

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

/** Serves the tools over HTTP on a free port. */
async function serve(): Promise<{ readonly server: Server; readonly url: string }> {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/mcp` };
}

const NOT_TESTABLE = /^ *Error: Not testable: server does not list the diagnostic tool /gm;

function failedChecks(output: string): number {
  return Number(/Passed: \d+\/\d+, (\d+) failed/.exec(output)?.[1] ?? -1);
}

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'ats-mcp-conformance-'));
  const { server, url } = await serve();
  try {
    const installed = await run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--prefix', folder, ...TOOLS);
    if (installed.status !== 0) throw new Error(`npm could not install the suite:\n${installed.output}`);
    let failures = 0;
    for (const [revision, names] of Object.entries(SCENARIOS)) {
      for (const name of names) {
        const args = ['server', '--url', url, '--scenario', name, '--spec-version', revision];
        const { status, output } = await run(folder, 'conformance', ...args);
        const [passed = 'no result'] = /(?<=Passed: )\d+\/\d+/.exec(output) ?? [];
        const untestable = output.match(NOT_TESTABLE)?.length ?? 0;
        const isGood = status === 0 || (untestable > 0 && untestable === failedChecks(output));
        console.log(`${revision} ${name}: ${passed} checks pass, ${String(untestable)} are not testable`);
        if (isGood) continue;
        failures += 1;
        console.log(output);
      }
    }
    return failures;
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().then(
  (count) => (process.exitCode = count === 0 ? 0 : 1),
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
