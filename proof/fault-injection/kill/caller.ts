import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../../src/client';

/** One mutation with its own key, and its first answer. */
export interface Call {
  readonly api: Client;
  readonly key: string;
  readonly body: string;
  readonly answer: Answer;
  /** Attempts until the first answer. */
  readonly attempts: number;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

const RETRY_DELAY_MS = 15;
// A server that is killed repeatedly may answer only after minutes.
const ANSWER_TIMEOUT_MS = 300_000;

/** Whether the refusal is temporary: rate limit, overload, or the first attempt still runs. */
function isTransient(text: string): boolean {
  const { errors = [] } = JSON.parse(text) as { errors?: { extensions?: { code?: string; recovery?: string } }[] };
  const [refusal] = errors;
  return refusal?.extensions?.recovery === 'transient' || refusal?.extensions?.code === 'idempotency_key_in_progress';
}

/** Sends once. Returns undefined without a final answer, so that the caller may repeat the same bytes and key. */
export async function sendOnce({ api, key, body }: Pick<Call, 'api' | 'key' | 'body'>): Promise<Answer | undefined> {
  try {
    const response = await api.fetch(api.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'idempotency-key': key },
      body,
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    if (response.status >= 500 || isTransient(text)) return undefined;
    return { status: response.status, text, replayed: response.headers.get('idempotency-replayed') === 'true' };
  } catch {
    return undefined;
  }
}

/** Sends each call until it is answered, and records it. */
export class Caller {
  readonly calls: Call[] = [];
  unanswered = 0;

  /** Sends one mutation and returns its payload. The caller chooses the key, so that a repetition after a crash has it too. */
  async mutate<T>(api: Client, key: string, field: string, input: object, selection: string): Promise<T> {
    const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} } }`;
    const data = await this.send<Record<string, T>>(api, key, { query, variables: { input } });
    return data[field] as T;
  }

  async send<T>(api: Client, key: string, document: object): Promise<T> {
    const sent = { api, key, body: JSON.stringify(document) };
    let attempts = 0;
    const answer = await this.until(async () => {
      attempts += 1;
      return sendOnce(sent);
    }, key);
    this.calls.push({ ...sent, answer, attempts });
    const { data, errors } = JSON.parse(answer.text) as { data?: T; errors?: unknown };
    if (errors !== undefined || data === undefined) throw new Error(`${key}: ${answer.text}`);
    return data;
  }

  /** Repeats `ask` until it returns an answer. */
  async until<T>(ask: () => Promise<T | undefined>, name: string): Promise<T> {
    const end = Date.now() + ANSWER_TIMEOUT_MS;
    for (;;) {
      const answer = await ask();
      if (answer !== undefined) return answer;
      this.unanswered += 1;
      if (Date.now() > end) throw new Error(`no answer within ${String(ANSWER_TIMEOUT_MS / 1000)} s: ${name}`);
      await pause(RETRY_DELAY_MS);
    }
  }
}
