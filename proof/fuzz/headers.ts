import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { JSON_BODY } from './attack';
import type { Cast, Role } from './cast';
import { PropertyViolation } from './reply-check';
import { property } from './property';
import { near } from './values';
import { type Outgoing, signed, valueOf } from './wire';

/** Headers that the service reads, and headers that proxies, browsers and attackers add. */

/** Any header value that HTTP allows: bytes 0x20 to 0xff without 0x7f, and tabs. */
const legal = fc.stringMatching(/^[\t -~\x80-\xff]{0,60}$/);
const long = fc.constantFrom(256, 1_000, 4_000).map((times) => 'k'.repeat(times));
const valueNear = (...real: string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...real) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(...real)
        .chain(near)
        .map((it) => it.replace(/[^\t -~\x80-\xff]/g, '')),
    },
    { weight: 2, arbitrary: legal },
    { weight: 1, arbitrary: long },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', ' ', '\t', ',', '""', '"', '\\', "'", '*', '__proto__', '\xa0', '\xff\xfe'),
    },
  );

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/json, text/plain',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=',
  'application/graphql',
  ';',
  'application/json;charset="',
];
const ACCEPTS = [
  'application/json',
  '*/*',
  'application/graphql-response+json',
  'application/*;q=0',
  'text/html',
  'application/json;q=0.000',
  'application/problem+json',
  ',,,',
  '*/*;q=-1',
  'q=1',
];

/** A header and its possible values. Headers of the first kind are signed if possible. */
function headersNear(cast: Cast): fc.Arbitrary<readonly [string, string]> {
  const { agentKey, agentId, subject } = cast.provider;
  const of = (name: string, ...real: string[]): fc.Arbitrary<readonly [string, string]> =>
    valueNear(...real).map((value) => [name, value] as const);
  return fc.oneof(
    of('idempotency-key', '"quoted"', '"a\\"b"', 'k', 'a,b', randomUUID(), '"', '"a', "k'--"),
    of('x-agent-id', agentKey, agentId, agentKey.toUpperCase(), cast.consumer.agentId),
    of('x-acting-provider', 'test', 'TEST', 'test, test'),
    of('x-acting-subject', subject, 'nobody', "a'b"),
    of('authorization', 'Bearer a.b.c', 'Bearer', 'Basic YTpi', `Bearer ${'e30.'.repeat(3)}`),
    of('content-type', ...TYPES),
    of('accept', ...ACCEPTS),
    of('content-digest', 'sha-256=:AAAA:', 'sha-512=:AAAA:', 'md5=:=:', 'sha-256=?1'),
    of('content-encoding', 'gzip', 'identity', 'br, gzip'),
    of('if-none-match', '*', '"x"', 'W/"x"'),
    of('cookie', 'a=b', '__Host-ats_jwt=x', '=;=;='),
    of('origin', 'null', 'https://evil.example'),
    of('x-forwarded-for', '127.0.0.1', '::1, ::1'),
    of('x-forwarded-host', 'evil.example'),
    of('forwarded', 'for=127.0.0.1;host=evil'),
    of('x-http-method-override', 'DELETE'),
    of('x-request-id', 'req_chosen', '../../x'),
    of('range', 'bytes=0-0'),
    of('accept-encoding', 'gzip;q=0, *;q=0'),
    of('accept-language', '*', 'x-klingon'),
    of('te', 'trailers'),
    of('__proto__', 'x'),
    of('constructor', 'x'),
    of('upgrade-insecure-requests', '1'),
    of('signature-input', 'ats=()', 'ats=("@method");created=0', 'sig1=("@path")'),
    of('signature', 'ats=:AAAA:', 'sig1=::'),
    of('host', 'evil.example', '', 'localhost:1', '[::1]:80'),
    of('connection', 'keep-alive', 'close', 'x-agent-id', 'Upgrade', 'keep-alive, Upgrade', 'upgrade,'),
    of('upgrade', 'h2c', 'websocket', 'h2c, websocket', 'TLS/1.0'),
    of('expect', '100-continue', 'the best'),
  );
}

const READ = '{"query":"{ principal { displayName } }"}';
const WRITE = '{"query":"mutation { reserveBond(input: { amountStamps: 1 }) { principal { id } } }"}';

interface AlteredHeaders {
  readonly outgoing: Outgoing;
  readonly role: Role;
  /**
   * `signed` changes are made before the signature. The others are made after it: beside the existing header or instead
   * of it.
   */
  readonly changes: readonly {
    readonly header: readonly [string, string];
    readonly how: 'signed' | 'added' | 'instead';
  }[];
}

const alteredHeaders = (cast: Cast): fc.Arbitrary<AlteredHeaders> =>
  fc.record({
    outgoing: fc.constantFrom<Outgoing>(
      { method: 'POST', target: '/graphql', headers: JSON_BODY, body: READ },
      { method: 'POST', target: '/graphql', headers: JSON_BODY, body: WRITE },
      { method: 'GET', target: '/graphql?query=%7B__typename%7D', headers: [] },
      { method: 'GET', target: `/api/v1/principals/${cast.provider.principalKey}`, headers: [] },
      {
        method: 'POST',
        target: `/api/v1/principals/${cast.provider.principalKey}/bond/reserve`,
        headers: JSON_BODY,
        body: '{"amount_stamps":1}',
      },
    ),
    role: fc.constantFrom<Role>('agent', 'noAgent', 'owner', 'console', 'operator'),
    changes: fc.array(
      fc.record({ header: headersNear(cast), how: fc.constantFrom('signed', 'signed', 'added', 'instead') }),
      { minLength: 1, maxLength: 3 },
    ),
  });

const without = (headers: readonly string[], name: string): string[] =>
  headers.flatMap((it, at) => (at % 2 === 0 && it.toLowerCase() !== name ? [it, headers[at + 1] ?? ''] : []));

function requestOf(url: string, cast: Cast, { outgoing, role, changes }: AlteredHeaders): Outgoing {
  let headers: readonly string[] = ['idempotency-key', randomUUID(), ...outgoing.headers];
  for (const { header, how } of changes) if (how === 'signed') headers = [...without(headers, header[0]), ...header];
  let sent = signed(url, cast.signers[role], { ...outgoing, headers });
  for (const { header, how } of changes) {
    if (how === 'added') sent = { ...sent, headers: [...sent.headers, ...header] };
    else if (how === 'instead') sent = { ...sent, headers: [...without(sent.headers, header[0]), ...header] };
  }
  return sent;
}

const bare = (value: string | undefined): string | undefined => value?.replace(/^[ \t]+|[ \t]+$/g, '');

const OWN = /^(idempotency-key|x-agent-id|x-acting-|signature|authorization)/;

export const headers = property(
  'headers',
  alteredHeaders,
  async (attack, cast, it) => {
    const { url } = attack.service;
    const first = await attack.once(requestOf(url, cast, it));
    if (first.judged.codes.length === 0) {
      // Headers that name the caller or the request must be covered, or the request is refused.
      const unsigned = it.changes.filter(({ how, header }) => how !== 'signed' && OWN.test(header[0]));
      const sentHeaders = requestOf(url, cast, it).headers;
      const before = requestOf(url, cast, { ...it, changes: it.changes.filter(({ how }) => how === 'signed') }).headers;
      // Replacing a value with the same value is no change. Spaces around a value do not belong to it (RFC 9110 §5.5).
      const effective = unsigned.filter(
        ({ how, header: [name, value] }) =>
          valueOf(sentHeaders, name) !== undefined && (how === 'added' || bare(valueOf(before, name)) !== bare(value)),
      );
      if (effective.length > 0 && first.reply.status < 300)
        throw new PropertyViolation('altered headers were accepted', first.reply);
      return;
    }
    await attack.assertSameRefusal(requestOf(url, cast, it), first);
  },
  2,
);
