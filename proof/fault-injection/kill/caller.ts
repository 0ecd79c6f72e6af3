import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../../src/client';

/** One mutation with a key of its own, and what it was first answered. */
export interface Call {
  readonly api: Client;
  readonly key: string;
  readonly body: string;
  readonly answer: Answer;
  /** How often it was sent until somebody answered. */
  readonly attempts: number;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly replayed: boolean;
}

const AGAIN_MS = 15;
// While the server is killed again and again a client may be unlucky for long.
const PATIENCE_MS = 300_000;

/** Too many at once, or the first attempt is still under way: said of the moment, not of the call. */
function isTransient(text: string): boolean {
  const { errors = [] } = JSON.parse(text) as { errors?: { extensions?: { code?: string; recovery?: string } }[] };
  const [refusal] = errors;
  return refusal?.extensions?.recovery === 'transient' || refusal?.extensions?.code === 'idempotency_key_in_progress';
}

/** Sends once; undefined when nobody answered, or not for good: the same bytes may be sent again under the same key. */
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

/** Clients that outlive the server: every call is sent until it is answered, and remembered. */
export class Caller {
  readonly calls: Call[] = [];
  unanswered = 0;

  /** Answers the payload of one mutation. Its key is given, not drawn: a repetition after a crash has the same. */
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

  /** Asks until there is an answer. */
  async until<T>(ask: () => Promise<T | undefined>, what: string): Promise<T> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await ask();
      if (answer !== undefined) return answer;
      this.unanswered += 1;
      if (Date.now() > end) throw new Error(`nobody answers: ${what}`);
      await pause(AGAIN_MS);
    }
  }
}
