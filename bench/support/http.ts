import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { type Credential, signRequest } from '../../src/client';

export interface Sender {
  readonly credential: Credential;
  readonly agentId?: string;
  /** The human a console acts for. */
  readonly acting?: { readonly provider: string; readonly subject: string };
}

/** Sends one signed, idempotent mutation and answers its payload; anything but success is an error. */
export type Mutate = <T>(sender: Sender, document: string, input: Readonly<Record<string, unknown>>) => Promise<T>;

/**
 * The public client's signing over node:http with kept connections. `fetch` costs ten times the server's own HTTP, and
 * the generator shares its cores with what is measured.
 */
export function openMutate(base: string, clients: number): { readonly mutate: Mutate; close(): void } {
  const url = `${base}/graphql`;
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const mutate: Mutate = async <T>(sender: Sender, document: string, input: Readonly<Record<string, unknown>>) => {
    const signed = signRequest(
      {
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ query: document, variables: { input } }),
      },
      sender,
      { now: new Date() },
    );
    const { status, text } = await exchange(agent, 'POST', url, signed.headers, signed.body as string);
    const answer = JSON.parse(text) as { data?: Record<string, T> | null; errors?: unknown };
    const payload = Object.values(answer.data ?? {})[0];
    if (status !== 200 || answer.errors !== undefined || payload === undefined) {
      throw new Error(`${String(status)} ${text}`);
    }
    return payload;
  };
  return { mutate, close: () => agent.destroy() };
}

/** One request over a kept connection; resolves when the whole answer is here. */
export async function exchange(
  agent: Agent,
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const length = body === '' ? {} : { 'content-length': Buffer.byteLength(body) };
    const outgoing = request(url, { method, agent, headers: { ...headers, ...length } });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    outgoing.end(body);
  });
}
