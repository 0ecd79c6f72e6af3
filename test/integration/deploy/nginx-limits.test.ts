import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { newAuthority } from '../../support/certificates';
import { deployedConfig } from '../../support/deploy-nginx';
import { newFolder } from '../../support/folder';
import { type Nginx, startNginx } from '../../support/nginx';
import { until } from '../../support/service';

/** deploy/nginx.conf and deploy/nginx-main.conf in a real nginx, with one client that takes what it can get. */

const CONFIG = readFileSync(resolve(__dirname, '..', '..', '..', 'deploy', 'nginx.conf'), 'utf8');
// Below the largest answer of the service, and above what the kernel keeps for two connections.
const LARGE_BYTES = 30 * 1024 * 1024;
// A process that could send nothing for this time waits for the client.
const STANDS_MS = 2_000;
// nginx allows as many on one connection of HTTP/2.
const STREAMS = 128;

const authority = newAuthority('A private authority');
let folder: string;
let nginx: Nginx;
let behind: Server;
let answerLarge: (response: ServerResponse) => void = () => undefined;
let held: ServerResponse[] = [];
let sessions: ClientHttp2Session[] = [];

beforeAll(async () => {
  folder = newFolder('tls');
  mkdirSync(folder, { recursive: true });
  const { certificate, key } = authority.issue('localhost');
  writeFileSync(join(folder, 'fullchain.pem'), certificate);
  writeFileSync(join(folder, 'privkey.pem'), key);
  behind = createServer((incoming, response) => {
    if (incoming.url === '/large') answerLarge(response);
    else if (incoming.url === '/held') held.push(response);
    else response.end('answered');
  });
  await new Promise<void>((settle) => behind.listen(0, '127.0.0.1', settle));
  const port = String((behind.address() as AddressInfo).port);
  nginx = await startNginx((ports) => deployedConfig({ upstream: [port, port], ports, tls: folder }), 2);
}, 120_000);

afterEach(() => {
  for (const session of sessions) session.destroy();
  for (const response of held) response.destroy();
  sessions = [];
  held = [];
});

afterAll(async () => {
  await nginx.stop();
  behind.closeAllConnections();
  await new Promise((settle) => behind.close(settle));
  rmSync(folder, { recursive: true, force: true });
});

function open(localAddress = '127.0.0.1'): ClientHttp2Session {
  const options = { ca: authority.certificate, servername: 'localhost', localAddress };
  const session = connect(`https://127.0.0.1:${String(nginx.ports[0])}`, options);
  sessions.push(session);
  return session;
}

interface Answer {
  readonly status: number | undefined;
  readonly stream: ClientHttp2Stream;
  readonly headers: Readonly<Record<string, unknown>>;
}

async function answerTo(session: ClientHttp2Session, path: string): Promise<Answer> {
  const stream = session.request({ ':path': path });
  const [headers] = (await once(stream, 'response')) as [Record<string, unknown> & { ':status'?: number }];
  return { status: headers[':status'], stream, headers };
}

test('A client that does not read makes the process wait, so that its limits of unread answers act', async () => {
  const read = new Promise<string>((settle) => {
    answerLarge = (response) => {
      response.socket?.setTimeout(STANDS_MS, () => settle('the process waits'));
      response.once('finish', () => settle('nginx has read it all'));
      response.writeHead(200, { 'content-length': LARGE_BYTES }).end(Buffer.alloc(LARGE_BYTES));
    };
  });
  const [port = 0] = nginx.ports;
  const socket = connectTls({ port, host: 'localhost', ca: authority.certificate, servername: 'localhost' });
  await once(socket, 'secureConnect');
  socket.pause();
  socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
  try {
    expect(await read).toBe('the process waits');
  } finally {
    socket.destroy();
  }
});

test('One address has at most as many requests at a time as limit_conn says, and others are served', async () => {
  const [, most = ''] = /limit_conn ats_clients (\d+);/.exec(CONFIG) ?? [];
  expect(Number(most)).toBeGreaterThan(STREAMS);
  for (let count = 0; count < Number(most); count += STREAMS) {
    const session = open();
    for (let stream = count; stream < Math.min(Number(most), count + STREAMS); stream += 1)
      session.request({ ':path': '/held' }).on('error', () => undefined);
  }
  await until(() => held.length === Number(most), 'all requests');
  const session = open();
  const refused = await answerTo(session, '/next');
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
  expect(refused.headers['content-type']).toBe('application/problem+json');
  expect(JSON.parse(await text(refused.stream))).toMatchObject({
    status: 429,
    code: 'rate_limited',
    limit: 'connections',
    maximum: Number(most),
  });

  const other = await answerTo(open('127.0.0.2'), '/next');
  expect(await text(other.stream)).toBe('answered');

  const ended = held.shift();
  ended?.end();
  let again = await answerTo(session, '/next');
  // nginx counts a request until it has sent the answer.
  while (again.status === 429) again = await answerTo(session, '/next');
  expect(await text(again.stream)).toBe('answered');
}, 120_000);
