import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createSigningFetch, type Fetch } from '../../../packages/client/src/fetch';
import type { Signer } from '../../../src/client';
import type { Acknowledged, History } from './history';
import { type Document, isMutation, parseAnswer, requestOf, type ParsedAnswer } from './sending';

/** Clients that retry until they are answered, and record their attempts. */

export interface CallRequest<T> {
  /** The idempotency key of a mutation. A read has one for the history only. */
  readonly key: string;
  /** Called before each attempt, because credentials can end. */
  readonly signer: () => Signer;
  readonly field: string;
  readonly document: Document;
  /** The server to call. Default: both in turn. */
  readonly server?: number;
  readonly acknowledges?: (data: T) => Acknowledged;
  /** Awaited before the next attempt when the credential has ended. */
  readonly renewed?: () => Promise<void>;
}

export interface Answer<T> extends ParsedAnswer<T> {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

/** A mutation with a final answer. */
export interface AnsweredMutation {
  readonly ask: Pick<CallRequest<never>, 'key' | 'signer' | 'document' | 'field'>;
  readonly status: number;
  readonly text: string;
}

const REQUEST_TIMEOUT_MS = 8_000;
const GIVE_UP_MS = 240_000;
const RETRY_DELAY_MS = 20;
const MAX_RETRY_DELAY_MS = 1_000;
/** One mutation in five is sent to both servers at once. */
const DUPLICATE_ONE_IN = 5;
const RETRYABLE_CODES = new Set(['idempotency_key_in_progress', 'rate_limited', 'payment_processor_unavailable']);

const hash = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);
export const digest = (status: number, text: string): string =>
  createHash('sha256').update(`${status}\n${text}`).digest('hex').slice(0, 16);

export class Calls {
  readonly answeredMutations: AnsweredMutation[] = [];
  /** Answers with status 500, which no network or database fault may cause. */
  readonly serverErrors: string[] = [];
  readonly fields = new Map<string, number>();

  constructor(
    private readonly history: History,
    private readonly servers: readonly string[],
    private readonly send: Fetch = fetch,
  ) {}

  /** Repeats the call until it has a final answer. */
  async ask<T>(ask: CallRequest<T>): Promise<Answer<T>> {
    const mutation = isMutation(ask.document);
    const first = hash(ask.key);
    const server = (attempt: number): number => ask.server ?? (first + attempt) % 2;
    const end = Date.now() + GIVE_UP_MS;
    for (let attempt = 1; ;) {
      const twice = attempt === 1 && mutation && first % DUPLICATE_ONE_IN === 0;
      const sent = Array.from({ length: twice ? 2 : 1 }, () => this.attempt(ask, attempt, server(attempt++)));
      const answer = (await Promise.all(sent)).find((one) => one !== undefined);
      if (answer?.code === 'credential_invalid' && ask.renewed !== undefined) await ask.renewed();
      else if (answer !== undefined) return this.record(ask, mutation, answer);
      if (Date.now() > end) throw new Error(`no final answer to ${ask.key} within ${GIVE_UP_MS / 1000} s`);
      await pause(Math.min(MAX_RETRY_DELAY_MS, RETRY_DELAY_MS * 2 ** Math.min(attempt, 6)));
    }
  }

  /** Calls `ask` and requires success. */
  async askSuccessfully<T>(ask: CallRequest<T>): Promise<T> {
    const { data, code, text } = await this.ask(ask);
    if (code !== 'done' || data === undefined) throw new Error(`${ask.key}: ${ask.field} was refused: ${text}`);
    return data;
  }

  private record<T>(ask: CallRequest<T>, mutation: boolean, answer: Answer<T>): Answer<T> {
    this.fields.set(ask.field, (this.fields.get(ask.field) ?? 0) + 1);
    const { status, text } = answer;
    if (mutation && status < 300) this.answeredMutations.push({ ask, status, text });
    return answer;
  }

  private async attempt<T>(ask: CallRequest<T>, attempt: number, server: number): Promise<Answer<T> | undefined> {
    const { key, field } = ask;
    const signer = ask.signer();
    const { apiKey } = signer.credential;
    this.history.add({ kind: 'invoke', key, attempt, field, server, credential: apiKey });
    let answer: Answer<T>;
    try {
      answer = await this.once(ask, signer, server);
    } catch (error) {
      this.history.add({ kind: 'unknown', key, attempt, why: reasonOf(error) });
      return undefined;
    }
    if (answer.status === 500) this.serverErrors.push(`${key} ${answer.text}`);
    if (answer.status >= 500 || RETRYABLE_CODES.has(answer.code) || answer.members['recovery'] === 'transient') {
      this.history.add({ kind: 'unknown', key, attempt, why: `${answer.status} ${answer.code}` });
      return undefined;
    }
    if (answer.code === 'done' && answer.data !== undefined) {
      const acknowledged = ask.acknowledges?.(answer.data) ?? {};
      this.history.add({ kind: 'ok', key, attempt, digest: digest(answer.status, answer.text), ...acknowledged });
    } else this.history.add({ kind: 'fail', key, attempt, code: answer.code });
    return answer;
  }

  /** Sends the call once, without recording it. */
  async once<T>(
    { key, document }: Pick<CallRequest<T>, 'key' | 'document'>,
    signer: Signer,
    server: number,
  ): Promise<Answer<T>> {
    const { path, init } = requestOf(document, key);
    const response = await createSigningFetch({ ...signer, fetch: this.send })(`${this.servers[server] ?? ''}${path}`, {
      ...init,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const text = await response.text();
    const { status, headers } = response;
    return { ...parseAnswer<T>(document, status, text), status, text, replayed: headers.has('idempotency-replayed') };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? ` ${String(cause.code)}` : '';
  return `${error.name}: ${error.message}${code}`;
}
