import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { drainBody } from '../../../src/api/http/drain-body';
import { useTestApp } from '../../support/app';
import { refusedAs, send } from '../../support/exchange';
import { until } from '../../support/service';

/** A client that sends too much receives the 413 before the connection closes. */

const app = useTestApp({ ATS_ROLE: 'api' });

const KIB = 1024;
const PIECE = 'x'.repeat(100_000);

interface Sending {
  readonly socket: Socket;
  received(): string;
  /** Sends pieces of the body; returns false if the server has closed the connection. */
  send(pieces: number): Promise<boolean>;
  /** Resolves at the end of the connection, to its error or null. */
  readonly closed: Promise<string | null>;
}

function startUpload(head: string, url = app.url, method = 'POST'): Sending {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let received = '';
  let error: string | null = null;
  socket.on('data', (bytes) => (received += bytes.toString()));
  socket.on('error', (reason: NodeJS.ErrnoException) => (error = reason.code ?? reason.message));
  const closed = new Promise<string | null>((resolve) => socket.once('close', () => resolve(error)));
  socket.write(`${method} /graphql HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${head}\r\n\r\n`);
  const chunked = head.includes('chunked');
  const bytes = chunked ? `${PIECE.length.toString(16)}\r\n${PIECE}\r\n` : PIECE;
  return {
    socket,
    received: () => received,
    closed,
    async send(pieces) {
      for (let sent = 0; sent < pieces && !socket.destroyed; sent += 1) {
        if (!socket.write(bytes)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed]);
      }
      return !socket.destroyed;
    },
  };
}

const refused = (sending: Sending): Promise<unknown> =>
  until(() => Promise.resolve(sending.received().includes('payload_too_large')), 'the refusal is received');

test.each([
  ['with a Content-Length', `Content-Length: ${String(PIECE.length * 50)}`, ''],
  ['in chunks', 'Transfer-Encoding: chunked', '0\r\n\r\n'],
  [
    'on a connection that closes after the response',
    `Connection: close\r\nContent-Length: ${String(PIECE.length * 50)}`,
    '',
  ],
])('A body %s is refused during the upload, which may continue to its end', async (_, head, end) => {
  const sending = startUpload(head);
  await sending.send(4);
  await refused(sending);
  expect(sending.received()).toMatch(/^HTTP\/1\.1 413 [^]*connection: close/i);
  expect(await sending.send(46)).toBe(true);
  sending.socket.end(end);
  expect(await sending.closed).toBeNull();
});

test('A method that is not allowed is also refused during the upload', async () => {
  const sending = startUpload(`Connection: close\r\nContent-Length: ${String(PIECE.length * 50)}`, app.url, 'PUT');
  await sending.send(4);
  await until(() => Promise.resolve(sending.received().includes('method_not_allowed')), 'the refusal is received');
  expect(await sending.send(46)).toBe(true);
  sending.socket.end();
  expect(await sending.closed).toBeNull();
});

test('A client that stops sending is disconnected', async () => {
  const server = createServer((request, response) => {
    drainBody(request);
    response.writeHead(413, { connection: 'close' }).end('payload_too_large');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sending = startUpload(`Content-Length: ${String(PIECE.length * 50)}`, `http://127.0.0.1:${String(port)}`);
  await sending.send(4);
  await refused(sending);
  // The server closes only after its last connection, which this test does not end.
  server.close();
  await once(server, 'close');
  sending.socket.destroy();
});

test('A client that sends far too much is disconnected', async () => {
  const sending = startUpload(`Content-Length: ${String(PIECE.length * 1000)}`);
  expect(await sending.send(1000)).toBe(false);
  expect(sending.received()).toContain('payload_too_large');
});

// @spec E18
test.each([
  ['/graphql', 256 * KIB, '256 KiB'],
  ['/mcp', 256 * KIB, '256 KiB'],
  ['/api/v1/webhooks/stripe', 1024 * KIB, '1 MiB'],
  ['/oauth/token', 32 * KIB, '32 KiB'],
])('the refusal of a body at %s names the limit of the path, and says what to do', async (path, maximum, size) => {
  const sent = await send(app, null, { path, body: 'x'.repeat(maximum + 1) });
  const { maximum_bytes: maximumBytes, ...members } = refusedAs(sent, 'payload_too_large');
  expect(members).toMatchObject({
    detail: `The body of your request is larger than ${size}.`,
    remedy: 'Send a smaller body.',
  });
  expect(maximumBytes ?? members['maximumBytes']).toBe(maximum);
});

// @spec E18
test.each([
  ['headers', `/ HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}`],
  ['an address', `/graphql?query=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a`],
])('the refusal of %s over 16 KiB says what to do', async (_, head) => {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${head}\r\n\r\n`);
  const [, body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(JSON.parse(body)).toMatchObject({
    status: 431,
    code: 'payload_too_large',
    title: 'Request too large',
    detail: 'The address and the headers of your request are larger than 16 KiB.',
    remedy:
      'Send fewer or shorter headers, or a shorter address. A long query of GraphQL fits into the body of a POST.',
    maximum_bytes: 16 * KIB,
  });
});
