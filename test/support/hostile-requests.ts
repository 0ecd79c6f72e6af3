import { once } from 'node:events';
import { connect } from 'node:net';

/** Requests that anyone can send to a receiver of webhooks, and that must not end it or occupy it. */

const VERSION = 'x-svc-webhook-key-version';
const SIGNED = { 'webhook-id': 'evt_forged', 'webhook-signature': 'v1,AAAA', [VERSION]: '1' };

function requestOf(headers: Readonly<Record<string, string>>, body = 'abc'): string {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const all = { host: 'a', connection: 'close', 'webhook-timestamp': timestamp, ...SIGNED, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST / HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

const LENGTH = { 'content-length': '3' };
const hostile: Readonly<Record<string, () => string>> = {
  'a key version of every object': () => requestOf({ ...LENGTH, [VERSION]: 'constructor' }),
  'a signature of other letters': () => requestOf({ ...LENGTH, 'webhook-signature': 'v1,é' }),
  'a body that ends early': () => requestOf({ 'content-length': '100' }),
  'a negative length': () => requestOf({ 'content-length': '-1' }),
  'a length that is no number': () => requestOf({ 'content-length': 'x' }),
  'a body in chunks': () => requestOf({ 'transfer-encoding': 'chunked' }, '3\r\nabc\r\n0\r\n\r\n'),
  'no body': () => requestOf({}, ''),
};

/** Sends the bytes and ends its half of the connection. Returns the status, or undefined without an answer. */
async function statusOf(port: number, text: string): Promise<number | undefined> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  // A receiver may close a connection with bytes that it has not read.
  socket.on('error', () => undefined);
  socket.end(text, 'latin1');
  await once(socket, 'close');
  const [, status] = /^HTTP\/1\.\d (\d+)/.exec(answer) ?? [];
  return status === undefined ? undefined : Number(status);
}

/** Sends all of them beside an idle connection, and checks that the receiver still refuses a forgery. */
export async function attackReceiver(port: number): Promise<void> {
  const idle = connect({ port, host: '127.0.0.1' });
  await once(idle, 'connect');
  try {
    for (const [name, request] of Object.entries(hostile)) {
      const status = await statusOf(port, request());
      expect({ name, isRefused: [400, 411, undefined].includes(status) }).toEqual({ name, isRefused: true });
      expect({ after: name, status: await statusOf(port, requestOf(LENGTH)) }).toEqual({ after: name, status: 400 });
    }
  } finally {
    idle.destroy();
  }
}
