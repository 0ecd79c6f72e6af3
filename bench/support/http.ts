import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { type Credential, signRequest } from '../../src/client';

export interface Sender {
  readonly credential: Credential;
  readonly agentId?: string;
  /** Human for whom a console acts. */
  readonly acting?: { readonly provider: string; readonly subject: string };
}

/** Sends one signed, idempotent mutation and returns its payload. Any failure is an error. */
export type Mutate = <T>(sender: Sender, document: string, input: Readonly<Record<string, unknown>>) => Promise<T>;

/**
 * Signs as the public client does and sends over node:http with open connections. `fetch` costs ten times the server's
 * own HTTP, and the load generator shares its cores with the server.
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

/** Sends one request over an open connection. Resolves with the complete answer. */
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
