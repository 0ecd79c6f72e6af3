import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock, Log } from '../../../operations/ports';
import { WebhookSender } from './webhook-sender';
import { answer, expire, type MockResponse, type StripeMockDeps } from './routes';
import { HOST, stateFile, StripeMockState, token } from './state';

const MAX_BODY_BYTES = 64 * 1024;
const EXPIRY_CHECK_MS = 60_000;

export interface StripeMockOptions {
  /** Folder for secrets, sessions and undelivered events, which survive a restart. */
  readonly dataDir: string;
  /** Address of our webhook endpoint; a function if the server listens later. */
  readonly webhookUrl: string | (() => string | undefined);
  /** Host header of the webhooks; undefined: the address's own. */
  readonly webhookHost?: string | undefined;
  /** Whether a new session is paid before its creation is answered, as in a sandbox. */
  readonly paysAtOnce?: boolean | undefined;
  readonly log: Log;
  readonly clock?: Clock;
}

export interface StripeMock {
  /** Address for STRIPE_API_BASE: `http://127.0.0.1:<port>`. It keeps its port if possible. */
  readonly apiBase: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Default `success_url`: a page that says the payment is done. */
  readonly doneUrl: string;
  /** Ends deliveries and connections. The next start sends the undelivered events. */
  stop(): Promise<void>;
}

/**
 * Starts the Stripe mock: a payment processor on loopback with Stripe's API, for development and tests. Buyers pay on its
 * page with one button.
 */
export async function startStripeMock(options: StripeMockOptions): Promise<StripeMock> {
  const { webhookUrl, webhookHost, log } = options;
  const clock = options.clock ?? { now: () => new Date() };
  const state = StripeMockState.open(stateFile(options.dataDir));
  const address = typeof webhookUrl === 'string' ? () => webhookUrl : webhookUrl;
  const webhookSender = new WebhookSender({ state, webhookUrl: address, webhookHost, clock, log });
  const server = await listening(state.port);
  const { port } = server.address() as AddressInfo;
  state.savePort(port);
  const origin = `http://${HOST}:${port}`;
  const mock: StripeMockDeps = { state, webhookSender, clock, origin, paysAtOnce: options.paysAtOnce === true };
  server.on('request', (request, response) => void serve(mock, log, request, response));
  webhookSender.resume();
  const timer = setInterval(() => expire(mock), EXPIRY_CHECK_MS).unref();
  return {
    apiBase: origin,
    secretKey: state.secretKey,
    webhookSecret: state.webhookSecret,
    doneUrl: `${origin}/c/done`,
    async stop() {
      clearInterval(timer);
      await webhookSender.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Listens on the port, or on a free one if it is in use. */
function listening(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => (port === 0 ? reject(error) : resolve(listening(0))));
    server.listen(port, HOST, () => resolve(server));
  });
}

async function serve(
  mock: StripeMockDeps,
  log: Log,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let result: MockResponse;
  try {
    const body = await bodyOf(request);
    result = await answer(mock, {
      method: request.method ?? 'GET',
      url: new URL(request.url ?? '/', mock.origin),
      authorization: request.headers.authorization,
      idempotencyKey: single(request.headers['idempotency-key']),
      body,
    });
  } catch (error) {
    log.warn({ failure: error instanceof Error ? error.message : 'unknown' }, 'Stripe mock: request failed');
    const body = { error: { type: 'api_error', message: 'The Stripe mock failed.' } };
    result = { status: 500, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
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
