import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock, Log } from '../../../operations/ports';
import { WebhookSender } from './webhook-sender';
import { HOST, stateFile } from './locate';
import { answer, expire, type MockResponse, type StripeMockDeps } from './routes';
import { StripeMockState, token } from './state';

/**
 * A payment processor on loopback that speaks Stripe's wire, for development and tests: without STRIPE_SECRET_KEY, and
 * never in production, the official package talks to it and buyers pay on its page with one button (contract §8).
 */

const MAX_BODY_BYTES = 64 * 1024;
const EXPIRY_CHECK_MS = 60_000;

export interface StripeMockOptions {
  /** Secrets, sessions and undelivered events live here and survive a restart. */
  readonly dataDir: string;
  /** Our own webhook's address; a function when the port is known only once our server listens. */
  readonly webhookUrl: string | (() => string | undefined);
  /** The Host it is asked for; undefined: the address's own. */
  readonly webhookHost?: string | undefined;
  readonly log: Log;
  readonly clock?: Clock;
}

export interface StripeMock {
  /** For STRIPE_API_BASE: `http://127.0.0.1:<port>`. The port of the last run, if it is free. */
  readonly apiBase: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** A page that says the buyer is done: for buyers who named no `success_url`. */
  readonly doneUrl: string;
  /** Ends deliveries and connections; what is undelivered goes out after the next start. */
  stop(): Promise<void>;
}

export async function startStripeMock(options: StripeMockOptions): Promise<StripeMock> {
  const { webhookUrl, webhookHost, log } = options;
  const clock = options.clock ?? { now: () => new Date() };
  const state = StripeMockState.open(stateFile(options.dataDir));
  const address = typeof webhookUrl === 'string' ? () => webhookUrl : webhookUrl;
  const courier = new WebhookSender({ state, webhookUrl: address, webhookHost, clock, log });
  const server = await listening(state.port);
  const { port } = server.address() as AddressInfo;
  state.keepPort(port);
  const origin = `http://${HOST}:${port}`;
  const standIn: StripeMockDeps = { state, webhookSender: courier, clock, origin };
  server.on('request', (request, response) => void serve(standIn, log, request, response));
  courier.resume();
  const timer = setInterval(() => expire(standIn), EXPIRY_CHECK_MS).unref();
  return {
    apiBase: origin,
    secretKey: state.secretKey,
    webhookSecret: state.webhookSecret,
    doneUrl: `${origin}/c/done`,
    async stop() {
      clearInterval(timer);
      await courier.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Listens on that port, or on any when it is taken. */
function listening(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (port === 0 ? reject(error) : resolve(listening(0))));
    server.listen(port, HOST, () => resolve(server));
  });
}

async function serve(
  standIn: StripeMockDeps,
  log: Log,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let result: MockResponse;
  try {
    const body = await bodyOf(request);
    result = await answer(standIn, {
      method: request.method ?? 'GET',
      url: new URL(request.url ?? '/', standIn.origin),
      authorization: request.headers.authorization,
      idempotencyKey: single(request.headers['idempotency-key']),
      body,
    });
  } catch (error) {
    log.warn({ failure: error instanceof Error ? error.message : 'unknown' }, 'Stripe stand-in: request failed');
    const fault = { error: { type: 'api_error', message: 'The stand-in could not answer.' } };
    result = { status: 500, headers: { 'content-type': 'application/json' }, body: JSON.stringify(fault) };
  }
  response.writeHead(result.status, { ...result.headers, 'request-id': `req_${token(7)}` }).end(result.body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = part as Buffer;
    size += bytes.length;
    if (size > MAX_BODY_BYTES) throw new Error('the body is too large');
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
