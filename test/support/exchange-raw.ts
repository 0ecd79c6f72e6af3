import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestApp } from './app';
import type { Answered } from './exchange';

/** One request by Node's own client, which lets a test say what `fetch` forbids: Host, a GET's body, any method. Not a test. */

export interface RawSending {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** Whether Node adds a Host of its own; by default it does. */
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
  // Of a GET Node would send the bytes without saying how many they are.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const outgoing = request(new URL(path, url), { ...sending, headers: { ...headers, ...length }, agent: false });
  const response = new Promise<RawSent>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      text(incoming).then((heard) => {
        const json = heard.startsWith('{') ? (JSON.parse(heard) as Answered) : {};
        resolve({ status: incoming.statusCode, headers: incoming.headers, text: heard, json });
      }, reject);
    });
  });
  outgoing.end(body);
  return response;
}
