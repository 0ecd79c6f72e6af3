import './own-fetch-first';
import { createHmac } from 'node:crypto';
import { type Dispatcher, errors, Pool } from 'undici';
import { ATTEMPTS_AT_ONCE, isSuccess } from '../../domain/webhook';
import type { WebhookAnswer, WebhookCall, WebhookFailure, WebhookSender } from '../../operations/ports';
import { AddressRefused, type Guard } from './guard';

/** The HTTP of webhooks: Standard Webhooks headers, no redirects, everything bounded (events.md §2). */

export interface SenderOptions {
  readonly guard: Guard;
  /** For everything together: DNS, connect, headers, body. */
  readonly timeoutSeconds: number;
  /** Ours, for `user-agent`. */
  readonly version: string;
}

/** Bodies are cut here … */
const READ_BYTES = 16 * 1024;
/** … and so much of them is kept. */
const KEPT_BYTES = 1024;
const HEADER_BYTES = 16 * 1024;
/** Connections are kept for the next delivery; those of endpoints that have none are let go. */
const POOLS = 1000;
const KEEP_ALIVE_MS = 4_000;

export function createSender(options: SenderOptions): WebhookSender {
  const pools = new Pools(options.guard, options.timeoutSeconds * 1000);
  const underWay = new Set<AbortController>();
  return {
    async send(call) {
      const begun = performance.now();
      const over = new AbortController();
      // After one more look at the sockets: where this process was held up, answers have come that nobody read.
      const timer = setTimeout(() => setImmediate(() => over.abort()), options.timeoutSeconds * 1000);
      underWay.add(over);
      try {
        const answer = await attempt(call, pools, over.signal, options);
        return { ...answer, durationMs: Math.round(performance.now() - begun) };
      } finally {
        clearTimeout(timer);
        underWay.delete(over);
      }
    },
    async stop() {
      for (const over of underWay) over.abort();
      await pools.stop();
    },
  };
}

type Answer = Omit<WebhookAnswer, 'durationMs'>;

async function attempt(
  call: WebhookCall,
  pools: Pools,
  signal: AbortSignal,
  { guard, version }: SenderOptions,
): Promise<Answer> {
  const heard: { status: number | null; retryAfter: string | null } = { status: null, retryAfter: null };
  try {
    const url = new URL(call.url);
    // At every attempt, also where a connection is open still; and for IP literals, which nothing below looks at.
    await within(guard.vetted(url.hostname), signal);
    const { statusCode, headers, body } = await pools.of(call.endpoint, url.origin).request({
      method: 'POST',
      path: `${url.pathname}${url.search}`,
      headers: headersOf(call, new Date(), version),
      body: call.body,
      signal,
    });
    heard.status = statusCode;
    heard.retryAfter = first(headers['retry-after']);
    const response = await within(readStart(body), signal);
    return { ...heard, error: failureOf(statusCode), response };
  } catch (error) {
    return { ...heard, error: signal.aborted ? 'timeout' : classOf(error), response: null };
  }
}

function headersOf(call: WebhookCall, now: Date, version: string): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = Buffer.from(call.secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${call.webhookId}.${timestamp}.${call.body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': `agent-trading-service/${version}`,
    'webhook-id': call.webhookId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
    'x-svc-webhook-key-version': String(call.keyVersion),
  };
}

function failureOf(status: number): WebhookFailure | null {
  if (isSuccess({ status, error: null, retryAfter: null })) return null;
  return status >= 300 && status < 400 ? 'redirect_not_followed' : 'http_status';
}

/** The work, or a rejection when the time is up: c-ares and streams do not all listen to a signal. */
async function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop: (() => void) | undefined;
  const over = new Promise<never>((_, reject) => {
    stop = () => {
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}

/** Reads a body to its end or to the cut, whichever is first; what is kept of it. */
async function readStart(body: Dispatcher.ResponseData['body']): Promise<Buffer | null> {
  const kept: Buffer[] = [];
  let read = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (read < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - read));
    read += chunk.length;
    // Leaving the loop destroys the body and its connection: nothing more of it is taken.
    if (read >= READ_BYTES) break;
  }
  return read === 0 ? null : Buffer.concat(kept);
}

function first(header: string | string[] | undefined): string | null {
  return (Array.isArray(header) ? header[0] : header) ?? null;
}

const LOST = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_ABORTED']);

function classOf(error: unknown): WebhookFailure {
  if (error instanceof AddressRefused) return error.fault;
  if (error instanceof errors.HTTPParserError || error instanceof errors.HeadersOverflowError)
    return 'answer_malformed';
  const code = codeOf(error);
  if (error instanceof errors.ConnectTimeoutError || code === 'ETIMEDOUT') return 'timeout';
  if (LOST.has(code)) return 'connection_lost';
  if (code.startsWith('HPE_')) return 'answer_malformed';
  return /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(code)
    ? 'tls_failed'
    : 'connection_failed';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Connections of each endpoint's own. Those used longest ago are let go when there are too many. */
class Pools {
  private readonly pools = new Map<string, Pool>();

  constructor(
    private readonly guard: Guard,
    private readonly timeoutMs: number,
  ) {}

  of(endpoint: string, origin: string): Pool {
    const key = `${endpoint} ${origin}`;
    const pool = this.pools.get(key) ?? this.open(origin);
    // The last one used is the last of the map.
    this.pools.delete(key);
    this.pools.set(key, pool);
    this.trim();
    return pool;
  }

  async stop(): Promise<void> {
    const pools = [...this.pools.values()];
    this.pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  private open(origin: string): Pool {
    return new Pool(origin, {
      connections: ATTEMPTS_AT_ONCE,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: HEADER_BYTES,
      // The attempt's own signal is the clock of all of it; a connection must not outlive the attempt that wanted it.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { lookup: this.guard.lookup, timeout: this.timeoutMs },
    });
  }

  private trim(): void {
    for (const [key, pool] of this.pools) {
      if (this.pools.size <= POOLS) return;
      this.pools.delete(key);
      // Lets what is under way end first.
      pool.close().catch(() => undefined);
    }
  }
}
