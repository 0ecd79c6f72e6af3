import './own-fetch-first';
import { type Dispatcher, errors } from 'undici';
import { isSuccess } from '../../domain/events/webhook';
import type { WebhookResponse, WebhookFailure } from '../../operations/ports';
import { AddressRefused } from './guard';

export type AttemptResult = Omit<WebhookResponse, 'durationMs'>;

/** The connection is closed after so much of a response body. */
const MAX_READ_BYTES = 16 * 1024;
/** The delivery log stores the beginning of a response body. */
const MAX_STORED_BYTES = 1024;

/**
 * Collects status, `Retry-After` and the beginning of the body of one attempt. It is a handler of `dispatch`, because
 * `request` would create a stream, an abort controller and four promises for each webhook.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  private status: number | null = null;
  private retryAfter: string | null = null;
  private readonly storedBytes: Buffer[] = [];
  private readBytes = 0;
  private ended = false;
  private controller: Dispatcher.DispatchController | undefined;

  /** @param onEnd receives the result, once */
  constructor(private readonly onEnd: (result: AttemptResult) => void) {}

  get hasEnded(): boolean {
    return this.ended;
  }

  /** Ends the attempt at its timeout or when the process stops. Later calls of undici have no effect. */
  cancel(): void {
    this.end('timeout', null);
    this.controller?.abort(new errors.RequestAbortedError());
  }

  fail(error: unknown): void {
    this.end(classOf(error), null);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // The attempt timed out while it waited for a connection.
    if (this.ended) controller.abort(new errors.RequestAbortedError());
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // The final response follows 100 Continue and 103 Early Hints.
    if (status < 200) return;
    this.status = status;
    const retryAfter = headers['retry-after'];
    this.retryAfter = (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // A slice without a copy would keep the whole read buffer alive.
    if (this.readBytes < MAX_STORED_BYTES)
      this.storedBytes.push(Buffer.from(chunk.subarray(0, MAX_STORED_BYTES - this.readBytes)));
    this.readBytes += chunk.length;
    if (this.readBytes < MAX_READ_BYTES) return;
    this.finish();
    // The rest of the body is unread, so the connection cannot be reused.
    controller.abort(new errors.RequestAbortedError());
  }

  onResponseEnd(): void {
    this.finish();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
  }

  private finish(): void {
    this.end(failureOf(this.status), this.readBytes === 0 ? null : Buffer.concat(this.storedBytes));
  }

  private end(error: WebhookFailure | null, response: Buffer | null): void {
    if (this.ended) return;
    this.ended = true;
    this.onEnd({ status: this.status, error, retryAfter: this.retryAfter, response });
  }
}

function failureOf(status: number | null): WebhookFailure | null {
  if (isSuccess({ status, error: null, retryAfter: null })) return null;
  return status !== null && status >= 300 && status < 400 ? 'redirect_not_followed' : 'http_status';
}

const LOST = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_ABORTED']);

function classOf(error: unknown): WebhookFailure {
  if (error instanceof AddressRefused) return error.code;
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
