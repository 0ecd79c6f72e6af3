import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { connect } from 'node:http2';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { newId } from '../../support/ledger';
import { startTestApp, type TestApp } from '../../support/app';
import { builtServer, type BuiltServer, runCli } from '../../support/built';
import { newAuthority } from '../../support/certificates';
import { deployedConfig } from '../../support/deploy-nginx';
import { newFolder } from '../../support/folder';
import { type Nginx, startNginx } from '../../support/nginx';
import { provisioned, type ProvisionedParty } from '../../support/parties';
import { until } from '../../support/service';

/** deploy/nginx.conf in a real nginx with TLS, in front of two API processes and of a server that shows what it received. */

const ROOT = resolve(__dirname, '..', '..', '..');

const authority = newAuthority('A private authority');
let folder: string;
let trusted: string;
let app: TestApp;
let second: BuiltServer;
let nginx: Nginx;
let mirror: Server;
let mirrored: Nginx;
let attempts: string[] = [];
let party: ProvisionedParty;

const portOf = (url: string): string => new URL(url).port;

beforeAll(async () => {
  folder = newFolder('tls');
  mkdirSync(folder, { recursive: true });
  trusted = join(folder, 'authority.pem');
  const { certificate, key } = authority.issue('localhost');
  writeFileSync(trusted, authority.certificate);
  writeFileSync(join(folder, 'fullchain.pem'), certificate);
  writeFileSync(join(folder, 'privkey.pem'), key);
  app = await startTestApp();
  second = await builtServer({ ATS_ROLE: 'api', DATABASE_URL: app.ownerUrl, ATS_DATA_DIR: app.dataDir });
  party = await provisioned(app);
  nginx = await startNginx(
    (ports) => deployedConfig({ upstream: [portOf(app.url), portOf(second.url)], ports, tls: folder }),
    2,
  );
  mirror = createServer((incoming, response) => {
    attempts.push(incoming.url ?? '');
    // Answers like a process that is killed or that stops.
    if (incoming.url?.endsWith('?killed')) incoming.socket.destroy();
    else if (incoming.url?.endsWith('?stopping')) response.writeHead(503).end();
    else response.end(JSON.stringify({ url: incoming.url, headers: incoming.headers }));
  });
  await new Promise<void>((settle) => mirror.listen(0, '127.0.0.1', settle));
  const port = String((mirror.address() as AddressInfo).port);
  mirrored = await startNginx((ports) => deployedConfig({ upstream: [port, port], ports, tls: folder }), 2);
}, 300_000);

afterAll(async () => {
  await nginx.stop();
  await mirrored.stop();
  mirror.closeAllConnections();
  await new Promise((settle) => mirror.close(settle));
  await second.kill('SIGKILL');
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

const addressOf = ({ ports: [https] }: Nginx): string => `https://localhost:${String(https)}`;

/** `ats request` over TLS, which trusts the authority as an operator would make it. */
async function signed(document: string, file = 'credential.json'): Promise<unknown> {
  writeFileSync(join(folder, 'credential.json'), JSON.stringify(party.credential));
  const args = ['request', '--url', addressOf(nginx), '-c', join(folder, file), document];
  const { code, stdout, stderr } = await runCli(args, { NODE_EXTRA_CA_CERTS: trusted });
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

interface Mirrored {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

async function seenBehind(path: string, headers: Readonly<Record<string, string>>): Promise<Mirrored> {
  const url = `${addressOf(mirrored)}${path}`;
  return new Promise((settle, reject) => {
    const outgoing = request(url, { path, headers, ca: authority.certificate, servername: 'localhost' }, (incoming) => {
      text(incoming).then((body) => settle(JSON.parse(body) as Mirrored), reject);
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

test('should answer a signed call over TLS', async () => {
  const answer = { data: { principal: { principalKey: party.principalKey } } };
  expect(await signed('{ principal { principalKey } }')).toEqual(answer);
  expect(await signed('{ principal { principalKey } }')).toEqual(answer);
});

const LISTEN = `
const [module, options] = process.argv.slice(1);
const { createEventStream } = require(module);
(async () => {
  for await (const { type } of createEventStream(JSON.parse(options))) console.log(type);
})();
`;

test('should carry a subscription over TLS', async () => {
  const data = await party.agent.queryOrThrow<{ principal: { events: { pageInfo: { endCursor: string } } } }>(
    '{ principal { events(first: 1) { pageInfo { endCursor } } } }',
  );
  const options = {
    url: addressOf(nginx),
    credential: party.credential,
    after: data.principal.events.pageInfo.endCursor,
  };
  const client = join(ROOT, 'dist', 'src', 'client', 'index.js');
  const listener = spawn(process.execPath, ['-e', LISTEN, client, JSON.stringify(options)], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let received = '';
  listener.stdout.on('data', (chunk: Buffer) => void (received += chunk.toString('utf8')));
  try {
    const insert = `INSERT INTO event (event_id, principal_id, type, subject_key, data, created_at)
      VALUES ($1, $2, 'tickets.credited', $3, jsonb_build_object('principal_key', $3::text), now())`;
    await app.sql(insert, [newId(), party.principalId, party.principalKey]);
    await until(() => received === 'TICKETS_CREDITED\n', 'the event');
  } finally {
    listener.kill('SIGKILL');
  }
});

test('should pass the host, the path and the query as the client sent them', async () => {
  const path = '/api/v1/agents//a%2Fb/../c?x=%20%2B+&y=';
  const { url, headers } = await seenBehind(path, { host: 'Trade.Example:8443' });
  expect([url, headers.host]).toEqual([path, 'Trade.Example:8443']);
});

test('should carry requests of a browser over one connection of HTTP/2', async () => {
  const session = connect(addressOf(mirrored), { ca: authority.certificate });
  try {
    const hosts = ['/a?x=%20', '/b//c'].map(async (path) => {
      const answer = JSON.parse(await text(session.request({ ':path': path }))) as Mirrored;
      return [answer.url, answer.headers.host];
    });
    const host = `localhost:${String(mirrored.ports[0])}`;
    expect(await Promise.all(hosts)).toEqual([
      ['/a?x=%20', host],
      ['/b//c', host],
    ]);
    expect(session.alpnProtocol).toBe('h2');
  } finally {
    session.close();
  }
});

test('should replace the forwarding headers of the client', async () => {
  const { headers } = await seenBehind('/', {
    forwarded: 'for=192.0.2.1',
    'x-forwarded-for': '192.0.2.1',
    'x-forwarded-host': 'other.example',
    'x-forwarded-proto': 'http',
    connection: 'close, x-forwarded-for',
  });
  const { ports } = mirrored;
  expect(headers).toMatchObject({
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': `localhost:${String(ports[0])}`,
    'x-forwarded-proto': 'https',
  });
  expect(headers).not.toHaveProperty('forwarded');
});

/** How often nginx sends a POST to a process that does not answer it. */
async function attemptsOfPost(path: string): Promise<number> {
  attempts = [];
  await new Promise<void>((settle, reject) => {
    const outgoing = request(`${addressOf(mirrored)}${path}`, { method: 'POST', ca: authority.certificate });
    outgoing.once('response', (incoming) => incoming.resume().once('end', settle));
    outgoing.once('error', reject);
    outgoing.end('{}');
  });
  return attempts.length;
}

test.each(['killed', 'stopping'])('should send a call to the other process if the first one is %s', async (state) => {
  expect(await attemptsOfPost(`/graphql?${state}`)).toBeGreaterThan(1);
  expect(await attemptsOfPost(`/api/v1/listings?${state}`)).toBeGreaterThan(1);
});

test.each(['killed', 'stopping'])('should not send a refresh twice if the process is %s', async (state) => {
  expect(await attemptsOfPost(`/auth/refresh?${state}`)).toBe(1);
  expect(await attemptsOfPost(`/trading/auth/refresh?${state}`)).toBe(1);
});

test.each(['/oauth/token', '/mcp'])('should not send a POST of %s twice', async (path) => {
  for (const prefix of ['', '/trading']) {
    for (const state of ['killed', 'stopping']) {
      expect([prefix, state, await attemptsOfPost(`${prefix}${path}?${state}`)]).toEqual([prefix, state, 1]);
    }
  }
});

test('should send plain HTTP to https', async () => {
  const response = await fetch(`http://127.0.0.1:${String(nginx.ports[1])}/docs?a=b`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([308, 'https://127.0.0.1/docs?a=b']);
});

test('should let the service refuse a body that is too large, with its own code', async () => {
  const url = `${addressOf(nginx)}/graphql`;
  const body = Buffer.alloc(256 * 1024 + 1, ' ');
  const answered = await new Promise<{ readonly status: number | undefined; readonly type: string | undefined }>(
    (settle, reject) => {
      const headers = { 'content-type': 'application/json' };
      const outgoing = request(url, { method: 'POST', headers, ca: authority.certificate }, (incoming) => {
        incoming.resume();
        settle({ status: incoming.statusCode, type: incoming.headers['content-type'] });
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    },
  );
  expect(answered.status).toBe(413);
  expect(answered.type).toMatch(/json/);
});

// The last test, because it stops one of the two processes.
test('should use the other process when one has stopped', async () => {
  await second.kill('SIGTERM');
  for (let call = 0; call < 6; call += 1) await signed('{ principal { principalKey } }');
  expect(nginx.log()).not.toMatch(/no live upstreams/);
});
