import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { signRequest } from '../../../src/client';
import { useTestApp } from '../../support/app';
import { query, signerOf } from '../../support/exchange';
import { exchange, type RawSending, type RawSent } from '../../support/exchange-raw';
import { createParty, type Party } from '../../support/actors';

/** Edge cases of HTTP: RFC 9110 and RFC 9112. */

const app = useTestApp({ ATS_ROLE: 'api' });
let party: Party;
beforeAll(async () => {
  party = await createParty(app, 'Edge');
});

const REQUEST_ID = /^req_[0-9a-z]{26}$/;
const VERSION = query('{ service { version } }');

/** Sends a signed request with additional unsigned headers. */
function signed({ headers = {}, ...sending }: RawSending, unsignedHeaders: Readonly<Record<string, string>> = {}) {
  const url = new URL(sending.path, app.url);
  const { headers: all } = signRequest({ ...sending, headers, url }, signerOf(party), { now: new Date() });
  return exchange(app, { ...sending, headers: { ...all, ...unsignedHeaders } });
}

const codeOf = ({ json }: RawSent): unknown => json.errors?.[0]?.extensions['code'] ?? json['code'];

describe('A request to upgrade to another protocol is answered over HTTP/1.1 (RFC 9110 §7.8)', () => {
  const h2c = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQCAAAAAAIAAAAA' };

  it.each([
    ['h2c, as curl --http2 and Java’s HttpClient do', h2c],
    ['TLS', { connection: 'upgrade', upgrade: 'TLS/1.2' }],
    ['a WebSocket among others', { connection: 'Upgrade', upgrade: 'h2c, websocket' }],
  ])('%s', async (_, offer) => {
    const health = await exchange(app, { method: 'GET', path: '/api/v1/health', headers: offer });
    expect([health.status, health.headers['x-request-id']]).toEqual([200, expect.stringMatching(REQUEST_ID)]);
    const path = `/api/v1/principals/${party.principalKey}`;
    expect((await signed({ method: 'GET', path }, offer)).json).toMatchObject({ principal_key: party.principalKey });
    const headers = { 'content-type': 'application/json' };
    const response = await signed({ method: 'POST', path: '/graphql', headers, body: VERSION }, offer);
    expect(response.json).toMatchObject({ data: { service: { version: expect.any(String) as string } } });
  });

  it('should answer an upgrade to WebSocket with another method than GET', async () => {
    const headers = { 'content-type': 'application/json' };
    const offer = { connection: 'Upgrade', upgrade: 'websocket' };
    const response = await signed({ method: 'POST', path: '/graphql', headers, body: VERSION }, offer);
    expect([response.status, response.json.errors]).toEqual([200, undefined]);
  });

  it('should keep the connection for a chunked body and further requests', async () => {
    const first = 'POST /graphql HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: h2c\r\n';
    const chunks = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n';
    const second = 'GET /livez HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
    const third = 'GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const answers = await exchangeBytes(`${first}${chunks}`, `0\r\n\r\n${second}${third}`);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200', 'HTTP/1.1 404']);
    expect(answers).toContain('"code":"signature_missing"');
  });
});

it('An invalid WebSocket handshake is refused in the usual format', async () => {
  const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  const refused = await exchange(app, { method: 'GET', path: '/graphql', headers });
  expect([refused.status, refused.headers['content-type']]).toEqual([400, 'application/json; charset=utf-8']);
  expect(refused.json.errors?.[0]).toMatchObject({
    message: 'Missing or invalid Sec-WebSocket-Key header.',
    extensions: { code: 'validation_failed', requestId: refused.headers['x-request-id'] },
  });
});

it('A request without a Host is refused with a request id, except for HTTP/1.0', async () => {
  const refused = await exchange(app, { method: 'GET', path: '/livez', setHost: false });
  expect([refused.status, codeOf(refused)]).toEqual([400, 'validation_failed']);
  expect(refused.json['request_id']).toBe(refused.headers['x-request-id']);
  expect(await exchangeBytes('GET /livez HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});

it('Unknown values of Expect are ignored', async () => {
  const answered = await exchange(app, { method: 'GET', path: '/livez', headers: { expect: 'the best' } });
  expect([answered.status, answered.headers['x-request-id']]).toEqual([200, expect.stringMatching(REQUEST_ID)]);
});

it('TRACE is 405 with the allowed methods of the path', async () => {
  const refused = await exchange(app, { method: 'TRACE', path: '/graphql' });
  expect([refused.status, codeOf(refused), refused.headers.allow]).toEqual([405, 'method_not_allowed', 'GET, POST']);
});

describe('A GET with a body', () => {
  const body = '{"a":1}';
  const headers = { 'content-type': 'application/json' };
  const sending = (): RawSending => ({ method: 'GET', path: `/api/v1/principals/${party.principalKey}`, headers });

  it('should be signed with a digest of the body, which is otherwise ignored', async () => {
    expect((await signed({ ...sending(), body })).status).toBe(200);
  });

  it('should be 401 signature_incomplete without a digest', async () => {
    const { headers: all } = signRequest({ ...sending(), url: new URL(sending().path, app.url) }, signerOf(party), {
      now: new Date(),
    });
    const refused = await exchange(app, { ...sending(), headers: all, body });
    expect([refused.status, codeOf(refused)]).toEqual([401, 'signature_incomplete']);
  });

  it('should be 401 content_digest_mismatch with other bytes', async () => {
    const { headers: all } = signRequest(
      { ...sending(), body, url: new URL(sending().path, app.url) },
      signerOf(party),
      {
        now: new Date(),
      },
    );
    const refused = await exchange(app, { ...sending(), headers: all, body: '{"a":2}' });
    expect([refused.status, codeOf(refused)]).toEqual([401, 'content_digest_mismatch']);
  });
});

it('A compressed body is 415, and the detail says to send it without Content-Encoding', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const refused = await signed({ method: 'POST', path: '/graphql', headers, body: gzipSync(VERSION) });
  expect([refused.status, codeOf(refused)]).toEqual([415, 'unsupported_media_type']);
  expect(refused.text).toContain('Send the body without Content-Encoding');
  const plain = { ...headers, 'content-encoding': 'identity' };
  expect((await signed({ method: 'POST', path: '/graphql', headers: plain, body: VERSION })).status).toBe(200);
});

/** Sends bytes in pieces, and returns all received bytes when the connection ends. */
function exchangeBytes(...pieces: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(app.url);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname);
    socket.setEncoding('utf8').on('error', reject);
    socket.on('data', (piece: string) => (received += piece));
    socket.on('close', () => {
      resolve(received);
    });
    const send = ([piece, ...rest]: readonly string[]): void => {
      if (piece !== undefined) socket.write(piece, () => setImmediate(send, rest));
    };
    send(pieces);
  });
}
