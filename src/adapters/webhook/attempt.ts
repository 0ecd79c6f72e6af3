import './own-fetch-first';
import { type Dispatcher, errors } from 'undici';
import { isSuccess } from '../../domain/events/webhook';
import type { WebhookResponse, WebhookFailure } from '../../operations/ports';
import { AddressRefused } from './guard';

export type AttemptResult = Omit<WebhookResponse, 'durationMs'>;

/** Bodies are cut here … */
const MAX_READ_BYTES = 16 * 1024;
/** … and so much of them is kept. */
const MAX_STORED_BYTES = 1024;

/**
 * One attempt as undici tells of it: status, `Retry-After`, the beginning of the body. A handler of `dispatch`, and not
 * `request` with a signal: that would make a stream, a controller and four promises for each webhook.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  private status: number | null = null;
  private retryAfter: string | null = null;
  private readonly storedBytes: Buffer[] = [];
  private read = 0;
  private isSettled = false;
  private controller: Dispatcher.DispatchController | undefined;

  /** @param ended is told once what came of it */
  constructor(private readonly ended: (heard: AttemptResult) => void) {}

  get isOver(): boolean {
    return this.isSettled;
  }

  /** Its time is over, or the process stops. What undici tells afterwards is not heard. */
  breakOff(): void {
    this.end('timeout', null);
    this.controller?.abort(new errors.RequestAbortedError());
  }

  failed(error: unknown): void {
    this.end(classOf(error), null);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // It waited for its connection for as long as it had.
    if (this.isSettled) controller.abort(new errors.RequestAbortedError());
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // 100 Continue, 103 Early Hints: the answer is still to come.
    if (status < 200) return;
    this.status = status;
    const retryAfter = headers['retry-after'];
    this.retryAfter = (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    // A copy: a kilobyte must not hold the block that it was read into.
    if (this.read < MAX_STORED_BYTES)
      this.storedBytes.push(Buffer.from(chunk.subarray(0, MAX_STORED_BYTES - this.read)));
    this.read += chunk.length;
    if (this.read < MAX_READ_BYTES) return;
    this.onAnswered();
    // Nothing more of it is taken, and so its connection is of no use.
    controller.abort(new errors.RequestAbortedError());
  }

  onResponseEnd(): void {
    this.onAnswered();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.failed(error);
  }

  private onAnswered(): void {
    this.end(failureOf(this.status), this.read === 0 ? null : Buffer.concat(this.storedBytes));
  }

  private end(error: WebhookFailure | null, response: Buffer | null): void {
    if (this.isSettled) return;
    this.isSettled = true;
    this.ended({ status: this.status, error, retryAfter: this.retryAfter, response });
  }
}

function failureOf(status: number | null): WebhookFailure | null {
  if (isSuccess({ status, error: null, retryAfter: null })) return null;
  return status !== null && status >= 300 && status < 400 ? 'redirect_not_followed' : 'http_status';
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
