import { sendRaw } from './raw';
import { JSON_BODY } from './attack';
import { newStage } from './stage';
import { signed } from './wire';

/**
 * Malformed HTTP, ambiguous lengths and too much of everything. The service refuses clearly or closes the connection.
 */

const stage = newStage();

/** A client that waits only for the answer gets it within this time, even on a busy machine. */
const SOON_MS = 10_000;
const HOST = 'Host: x\r\n';
const LIVE = `GET /livez HTTP/1.1\r\n${HOST}`;

/**
 * Expects one of these refusals and then the end, or the end at once. Later bytes of the connection never get a 2xx.
 */
async function refused(bytes: string, statuses: readonly number[]): Promise<void> {
  const ended = await sendRaw(stage.service.url, bytes, SOON_MS);
  const [first] = ended.statuses;
  if (first !== undefined) expect(statuses).toContain(first);
  expect(ended.statuses.filter((status) => status < 400)).toEqual([]);
  expect(ended.text).not.toMatch(/\.[tj]s:\d|node_modules|stack/);
}

describe('Malformed HTTP', () => {
  it.each([
    ['binary bytes', '\x00\x01\x02\xff\xfe\r\n\r\n'],
    ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an unknown method', `QOST /livez HTTP/1.1\r\n${HOST}\r\n`],
    ['a target that does not begin with a slash', `GET livez HTTP/1.1\r\n${HOST}\r\n`],
    ['a target with a space', `GET /li vez HTTP/1.1\r\n${HOST}\r\n`],
    ['another protocol', `GET /livez SMTP/1.0\r\n${HOST}\r\n`],
    ['an unknown version', `GET /livez HTTP/9.9\r\n${HOST}\r\n`],
    ['a header without a colon', `${LIVE}nonsense\r\n\r\n`],
    ['a header with a space before its colon', `${LIVE}X-A : b\r\n\r\n`],
    ['a header without a name', `${LIVE}: b\r\n\r\n`],
    ['a NUL in a header', `${LIVE}X-A: a\x00b\r\n\r\n`],
    ['a line break of one character inside a header', `${LIVE}X-A: a\rX-B: b\r\n\r\n`],
    ['a folded header', `${LIVE}X-A: a\r\n b\r\n\r\n`],
    ['no host', 'GET /livez HTTP/1.1\r\n\r\n'],
    ['two hosts', `${LIVE}Host: y\r\n\r\n`],
  ])('%s: 400, and the connection closes', (_, bytes) => refused(bytes, [400, 405, 505]));
});

const BODY = 'a'.repeat(10);
const SECOND = `GET /livez HTTP/1.1\r\n${HOST}X-Smuggled: yes\r\n\r\n`;
const POST = `POST /graphql HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;

describe('A body with an ambiguous length', () => {
  it.each([
    ['both lengths', `${POST}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SECOND}`],
    [
      'both lengths in reverse order',
      `${POST}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${SECOND}`,
    ],
    ['two lengths', `${POST}Content-Length: 0\r\nContent-Length: 10\r\n\r\n${BODY}${SECOND}`],
    ['a list of lengths', `${POST}Content-Length: 0, 10\r\n\r\n${BODY}${SECOND}`],
    ['a length with a sign', `${POST}Content-Length: +10\r\n\r\n${BODY}${SECOND}`],
    ['a negative length', `${POST}Content-Length: -1\r\n\r\n${SECOND}`],
    ['a length in hexadecimal digits', `${POST}Content-Length: 0xa\r\n\r\n${BODY}${SECOND}`],
    ['a length of two to the power of 64', `${POST}Content-Length: 18446744073709551616\r\n\r\n${SECOND}`],
    ['chunked, misspelled', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SECOND}`],
    ['chunked, followed by another coding', `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${SECOND}`],
    ['chunked, after a vertical tab', `${POST}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n${SECOND}`],
    ['chunked, twice', `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${SECOND}`],
    ['a chunk without a size', `${POST}Transfer-Encoding: chunked\r\n\r\n\r\n0\r\n\r\n${SECOND}`],
    ['a chunk with an invalid size', `${POST}Transfer-Encoding: chunked\r\n\r\nxyz\r\n${BODY}\r\n0\r\n\r\n${SECOND}`],
    ['a chunk of a negative size', `${POST}Transfer-Encoding: chunked\r\n\r\n-1\r\n${BODY}\r\n0\r\n\r\n${SECOND}`],
    [
      'a chunk size without an end',
      `${POST}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(20)}\r\n${BODY}\r\n0\r\n\r\n${SECOND}`,
    ],
    ['a chunk longer than its size', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n${BODY}\r\n0\r\n\r\n${SECOND}`],
    ['chunks that end in one character', `${POST}Transfer-Encoding: chunked\r\n\r\na\n${BODY}\n0\n\n${SECOND}`],
  ])('%s: 400, and the bytes after it are not read as a request', (_, bytes) =>
    refused(bytes, [400, 401, 411, 413, 415]),
  );

  it('a body that contains a request gets one answer', async () => {
    const text = `${POST}Content-Length: ${SECOND.length}\r\nConnection: close\r\n\r\n${SECOND}`;
    expect((await sendRaw(stage.service.url, text, SOON_MS)).statuses).toEqual([401]);
  });
});

describe('Too large requests', () => {
  const many = (count: number, line: (nth: number) => string): string =>
    Array.from({ length: count }, (_, nth) => line(nth)).join('');

  it.each([
    ['an address of 100,000 characters', `GET /livez?${'a'.repeat(100_000)} HTTP/1.1\r\n${HOST}\r\n`],
    ['a header of 100,000 characters', `${LIVE}X-A: ${'a'.repeat(100_000)}\r\n\r\n`],
    ['a name of 100,000 characters', `${LIVE}${'a'.repeat(100_000)}: b\r\n\r\n`],
    ['20,000 headers', `${LIVE}${many(20_000, (nth) => `X-${nth}: b\r\n`)}\r\n`],
    ['headers without an end', `${LIVE}${'X-A: b\r\n'.repeat(50_000)}`],
    ['a first line without an end', 'GET /'.padEnd(200_000, 'a')],
    [
      'a trailer of 100,000 characters',
      `${POST}Transfer-Encoding: chunked\r\n\r\n0\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`,
    ],
    [
      'an extension of a chunk of 100,000 characters',
      `${POST}Transfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(100_000)}\r\nx\r\n0\r\n\r\n`,
    ],
  ])('%s: refused before it is read', (_, bytes) => refused(bytes, [400, 401, 413, 414, 415, 431]));

  it('headers that are too large together are 431', async () => {
    const { statuses } = await sendRaw(
      stage.service.url,
      `${LIVE}${many(300, (nth) => `X-${nth}: ${'a'.repeat(100)}\r\n`)}\r\n`,
      SOON_MS,
    );
    expect(statuses).toEqual([431]);
  });

  it('a body with a length of 1 TB is 413 before it arrives', async () => {
    const { statuses } = await sendRaw(stage.service.url, `${POST}Content-Length: 1099511627776\r\n\r\n`, SOON_MS);
    expect(statuses).toEqual([413]);
  });

  it('a chunked body is 413 when it exceeds the limit, and is read no further', async () => {
    const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
    const { statuses } = await sendRaw(
      stage.service.url,
      `${POST}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(8)}`,
      SOON_MS,
    );
    expect(statuses[0]).toBe(413);
  });

  it('200 pipelined requests on one connection are answered in order', async () => {
    const last = `GET /livez?last HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
    const { statuses } = await sendRaw(stage.service.url, `${LIVE}\r\n`.repeat(200) + last, SOON_MS);
    expect(statuses).toEqual(Array(201).fill(200));
  });

  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const limited = (document: string, variables = '{}'): string =>
    `{"query":${JSON.stringify(document)},"variables":${variables}}`;
  it.each([
    ['JSON 100,000 deep', limited('{ __typename }', `{"a":${nested(100_000)}}`), 200],
    ['JSON 100,000 deep where there should be a request', nested(100_000), 400],
    ['20,000 undeclared variables', limited('{ __typename }', `{${many(20_000, (nth) => `"v${nth}":1,`)}"z":1}`), 200],
    [
      '1,000 variables that are declared',
      limited(`query (${many(400, (nth) => `$v${nth}: Int `)}) { __typename }`),
      400,
    ],
    ['a batch of 8,000', `[${many(8_000, () => '{"query":"{ __typename }"},')}{}]`, 400],
    ['a selection 10,000 deep', limited(`${'{a'.repeat(10_000)}${'}'.repeat(10_000)}`), 400],
    ['a list 10,000 deep in a document', limited(`{ nodes(ids: ${'['.repeat(900)}${']'.repeat(900)}) { id } }`), 400],
    ['1,000 directives', limited(`{ __typename ${'@skip(if: false) '.repeat(300)} }`), 400],
    ['a comment of 200,000 characters', limited(`{ __typename } #${'x'.repeat(200_000)}`), 200],
    ['a number of 200,000 digits', limited('query ($a: Int) { __typename }', `{"a":${'9'.repeat(200_000)}}`), 400],
    ['a name of 200,000 characters', limited(`{ ${'a'.repeat(200_000)} }`), 400],
    [
      'fragments in a chain of 300',
      limited(
        `{ ...f0 } ${many(300, (nth) => `fragment f${nth} on Query { ...f${nth + 1} } `)} fragment f300 on Query { __typename }`,
      ),
      400,
    ],
  ])('%s', async (_, body, status) => {
    const outgoing = { method: 'POST', target: '/graphql', headers: JSON_BODY, body };
    const reply = await stage.wire.send(signed(stage.service.url, { credential: stage.service.operator }, outgoing));
    expect([reply.status, reply.text.slice(0, 300)]).toEqual([status, expect.any(String)]);
    expect(reply.text.length).toBeLessThan(64 * 1024);
  });
});

test('the log has no error afterwards', () => {
  expect(stage.service.errors()).toEqual([]);
});
