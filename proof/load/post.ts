import { randomUUID } from 'node:crypto';
import { type Agent, request } from 'node:http';
import { signRequest, type Signer } from '../../src/client';

export interface Post {
  readonly url: string;
  readonly signer: Signer;
  readonly body: string;
  /** Undefined: a connection of its own. */
  readonly agent: Agent | undefined;
  readonly isWrite?: boolean;
  readonly from?: string | undefined;
}

export interface PostResult {
  /** 0: the connection failed. */
  readonly status: number;
  readonly text: string;
}

/** The signed headers of a GraphQL request. */
export function signedHeaders(url: string, signer: Signer, body: string, isWrite = false): Record<string, string> {
  const key: Record<string, string> = isWrite ? { 'idempotency-key': randomUUID() } : {};
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)), ...key };
  return { ...signRequest({ method: 'POST', url, headers, body }, signer, { now: new Date() }).headers };
}

/** Sends a signed GraphQL request. It never rejects. */
export function post({ url, signer, body, agent, isWrite = false, from }: Post): Promise<PostResult> {
  const target = new URL('/graphql', url);
  const headers = signedHeaders(target.href, signer, body, isWrite);
  return new Promise((resolve) => {
    const options = { method: 'POST', agent: agent ?? false, headers, localAddress: from };
    const outgoing = request(target, options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('close', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    outgoing.once('error', () => resolve({ status: 0, text: '' }));
    outgoing.end(body);
  });
}
