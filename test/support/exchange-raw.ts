import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestApp } from './app';
import type { Answered } from './exchange';

/** One request by Node's own client, which allows what `fetch` forbids: Host, a body in a GET; not a test. */

export interface RawSending {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** Whether Node adds its own Host header; by default it does. */
  readonly setHost?: boolean;
}

export interface RawSent {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: Answered;
}

export async function exchange(
  { url }: Pick<TestApp, 'url'>,
  { path, body, headers, ...sending }: RawSending,
): Promise<RawSent> {
  // Node sends no Content-Length for the body of a GET.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const outgoing = request(new URL(path, url), { ...sending, headers: { ...headers, ...length }, agent: false });
  const response = new Promise<RawSent>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      text(incoming).then((received) => {
        const json = received.startsWith('{') ? (JSON.parse(received) as Answered) : {};
        resolve({ status: incoming.statusCode, headers: incoming.headers, text: received, json });
      }, reject);
    });
  });
  outgoing.end(body);
  return response;
}
