import type { IncomingHttpHeaders } from 'node:http';
import WebSocketClient from 'ws';
import type { Caller } from '../../../src/domain/sessions/caller';
import { type Credential, type Signer, signRequest } from '../../../src/client';
import { FailedSignatures, RateLimit, RateLimited } from '../../../src/api/auth/rate-limit';
import { connect, EVENTS, sign, subscribe } from '../subscriptions/support';
import { useTestApp } from '../../support/app';
import { codeOf, mutation, query, refusedAs, send } from '../../support/exchange';
import { newId } from '../../support/ledger';
import { ISSUED, mutate, provisioned } from '../../support/parties';

/** Rate limits per minute for reads, writes and failed signatures (docs/decisions/0013-rate-limits.md). */

const PER_MINUTE = 20;
const FAILURES = 10;

const app = useTestApp({ ATS_ROLE: 'api', ATS_RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) });

const READ = query('{ service { version } }');
const read = (signer: Signer) => send(app, signer, { body: READ });
const write = (signer: Signer) =>
  send(app, signer, { body: mutation('releaseBond', { amountStamps: 1 }, 'principal { id }'), key: newId() });

async function spend(signer: Signer, call: typeof read, times = PER_MINUTE): Promise<void> {
  for (let sent = 0; sent < times; sent += 1) expect((await call(signer)).status).toBe(200);
}

describe('A principal’s budget', () => {
  // @spec LI9
  test('should be in every response, and 429 rate_limited with Retry-After when it is used up', async () => {
    const signer = { credential: (await provisioned(app)).credential };
    const first = await read(signer);
    expect(first.headers.get('ratelimit-policy')).toBe('"read";q=20;w=60, "write";q=20;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"read";r=19;t=(60|59)$/);
    await spend(signer, read, PER_MINUTE - 1);
    const refused = await read(signer);
    expect(refused.status).toBe(429);
    expect(refusedAs(refused, 'rate_limited')).toMatchObject({ limit: 'read' });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.headers.get('ratelimit')).toBe(`"read";r=0;t=${String(seconds)}`);
  });

  test('should be separate for reads and writes', async () => {
    const [reader, writer] = [(await provisioned(app)).credential, (await provisioned(app)).credential];
    await spend({ credential: reader }, read);
    expect((await read({ credential: reader })).status).toBe(429);
    const written = await write({ credential: reader });
    expect(written.status).toBe(200);
    expect(written.headers.get('ratelimit')).toMatch(/^"write";r=19;/);
    await spend({ credential: writer }, write);
    expect(refusedAs(await write({ credential: writer }), 'rate_limited')).toMatchObject({ limit: 'write' });
    expect((await read({ credential: writer })).status).toBe(200);
  });

  // @spec LI40
  test('should be that of the operation: a key in the header of a query does not make it a write', async () => {
    const { credential } = await provisioned(app);
    const answer = await send(app, { credential }, { body: READ, key: newId() });
    expect(answer.headers.get('ratelimit')).toMatch(/^"read";r=19;/);
    const input = { amountStamps: 1, idempotencyKey: newId() };
    const changed = await send(app, { credential }, { body: mutation('releaseBond', input, '__typename') });
    expect(changed.headers.get('ratelimit')).toMatch(/^"write";r=19;/);
    const withoutKey = await send(app, { credential }, { body: mutation('releaseBond', {}, '__typename') });
    expect(withoutKey.headers.get('ratelimit')).toMatch(/^"write";r=18;/);
    const rest = await send(app, { credential }, { method: 'POST', path: '/api/v1/principals/prn_x/bond/release' });
    expect(rest.headers.get('ratelimit')).toMatch(/^"write";r=17;/);
  });

  // @spec LI41
  test('should pay with reads for the documents of writes past it, so that no parsing is free', async () => {
    const { credential } = await provisioned(app);
    await spend({ credential }, write);
    const fields = Array.from({ length: 60 }, () => 'principal { id }').join(' ');
    const large = (): string =>
      query(`mutation { releaseBond(input: { amountStamps: 1 }) { ${fields} } } # ${newId()}`);
    const limits = [];
    for (let sent = 0; sent < PER_MINUTE; sent += 1)
      limits.push(refusedAs(await send(app, { credential }, { body: large(), key: newId() }), 'rate_limited')['limit']);
    expect(limits[0]).toBe('write');
    // Both budgets are used up, and no document is parsed.
    expect(limits.at(-1)).toBe('read');
    expect((await read({ credential })).status).toBe(429);
  });

  // @spec LI8
  test('should be shared by all its credentials, and by no other principal', async () => {
    const { owner, principalKey, credential } = await provisioned(app);
    const other = await mutate<{ credential: Credential }>(
      owner,
      'createCredential',
      { principalKey },
      `credential { ${ISSUED} }`,
    );
    await spend({ credential }, read, PER_MINUTE / 2);
    await spend({ credential: other.credential }, read, PER_MINUTE / 2);
    expect((await read({ credential })).status).toBe(429);
    expect((await read({ credential: other.credential })).status).toBe(429);
    expect((await read({ credential: (await provisioned(app)).credential })).status).toBe(200);
  });

  // @spec LI8
  test('should be separate for each human at the console', async () => {
    const as = (subject: string): Signer => ({ credential: app.console, acting: { provider: 'test', subject } });
    await spend(as('eager'), read);
    expect((await read(as('eager'))).status).toBe(429);
    expect((await read(as('calm'))).status).toBe(200);
  });
});

describe('Before the human is looked up', () => {
  const sendAs = (signer: Signer) => send(app, signer, { body: READ });

  test('should count a request before its acting headers are checked, so that 429 comes before 400 and 403', async () => {
    const { credential } = await provisioned(app);
    const acting = { provider: 'test', subject: 'nobody' };
    for (let sent = 0; sent < PER_MINUTE; sent += 1) {
      const refused = await sendAs({ credential, acting });
      expect(codeOf(refused)).toBe('platform_only');
      expect(refused.headers.get('ratelimit')).toMatch(`"read";r=${String(PER_MINUTE - sent - 1)};`);
    }
    expect((await sendAs({ credential, acting })).status).toBe(429);
    expect((await sendAs({ credential })).status).toBe(429);
  });

  test('should count incomplete or unreadable acting headers to the console itself', async () => {
    const unreadable = { provider: 'test', subject: 'a b' };
    const refused = await sendAs({ credential: app.console, acting: unreadable });
    expect(codeOf(refused)).toBe('acting_headers_required');
    expect(refused.headers.get('ratelimit')).toMatch(/^"read";r=19;/);
    const again = await sendAs({ credential: app.console, acting: { provider: 'te st', subject: 'b' } });
    expect(again.headers.get('ratelimit')).toMatch(/^"read";r=18;/);
  });

  test('should count upgrades to a WebSocket', async () => {
    const { credential } = await provisioned(app);
    const url = new URL('/graphql', app.url);
    const headers = () => sign(url.href, credential, { 'x-acting-provider': 'test', 'x-acting-subject': 'nobody' });
    for (let sent = 0; sent < PER_MINUTE; sent += 1) expect((await upgraded(url, headers())).status).toBe(403);
    expect((await upgraded(url, headers())).status).toBe(429);
    expect((await read({ credential })).status).toBe(429);
  });
});

describe('At WebSockets', () => {
  const socketUrl = (): string => new URL('/graphql', app.url).href.replace(/^http/, 'ws');
  const byHeaders = (credential: Credential, fields = {}) =>
    connect(socketUrl(), { headers: sign(socketUrl(), credential, fields) });

  test('should count a subscribe message as a read, also if it is refused, and refuse it past the limit', async () => {
    const { credential } = await provisioned(app);
    const socket = byHeaders(credential);
    // The signed upgrade was a read too.
    for (let sent = 1; sent < PER_MINUTE / 2; sent += 1) {
      const subscription = subscribe(socket, { query: EVENTS });
      const unknown = subscribe(socket, { query: 'subscription { nothing }' });
      await unknown.ended;
      expect(unknown.errors).toMatchObject([{ extensions: { code: 'validation_failed' } }]);
      subscription.stop();
    }
    const last = subscribe(socket, { query: EVENTS });
    const refusedSubscription = subscribe(socket, { query: EVENTS });
    await refusedSubscription.ended;
    expect(refusedSubscription.errors).toMatchObject([
      { extensions: { code: 'rate_limited', status: 429, limit: 'read' } },
    ]);
    expect(last.errors).toEqual([]);
    expect((await read({ credential })).status).toBe(429);
    expect((await write({ credential })).status).toBe(200);
    await socket.client.dispose();
  });

  test('should count an upgrade as a read, and answer 429 with Retry-After past the limit', async () => {
    const { credential } = await provisioned(app);
    const url = new URL('/graphql', app.url);
    const upgrade = async () => {
      const request = { method: 'GET', url, headers: {}, body: undefined };
      return upgraded(url, signRequest(request, { credential }, { now: new Date() }).headers);
    };
    expect((await upgrade()).status).toBe(101);
    await spend({ credential }, read, PER_MINUTE - 1);
    const { status, headers } = await upgrade();
    expect(status).toBe(429);
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(headers['ratelimit']).toBe(`"read";r=0;t=${String(seconds)}`);
  });

  test('should count a signature in connectionParams as a read, and close with 4429 past the limit', async () => {
    const { credential } = await provisioned(app);
    const socket = () => connect(socketUrl(), { connectionParams: sign(socketUrl(), credential) });
    const first = socket();
    await subscribe(first, { query: 'subscription { nothing }' }).ended;
    await spend({ credential }, read, PER_MINUTE - 2);
    expect(await socket().closed).toMatchObject({ code: 4429 });
    await first.client.dispose();
  });

  test('should have separate budgets for each human at the console', async () => {
    const acting = (subject: string) => ({ 'x-acting-provider': 'test', 'x-acting-subject': subject });
    await spend({ credential: app.console, acting: { provider: 'test', subject: 'eager-at-sockets' } }, read);
    const refused = subscribe(byHeaders(app.console, acting('calm-at-sockets')), { query: 'subscription { nothing }' });
    await refused.ended;
    expect(refused.errors).toMatchObject([{ extensions: { code: 'validation_failed' } }]);
    const url = new URL(socketUrl().replace(/^ws/, 'http'));
    expect((await upgraded(url, sign(socketUrl(), app.console, acting('eager-at-sockets')))).status).toBe(429);
  });
});

// @spec LI10
describe('Failed signatures', () => {
  const forged = ({ apiKey }: Pick<Credential, 'apiKey'>): Signer => ({
    credential: { apiKey, signingSecret: ['sk_live', 'z'.repeat(52)].join('_') },
  });

  test('should be 401 until the budget of their key and address is used up, then 429; valid signatures are never refused', async () => {
    const { credential } = await provisioned(app);
    for (let sent = 0; sent < FAILURES; sent += 1) {
      expect(codeOf(await read(forged(credential)))).toBe('credential_invalid');
    }
    const refused = await read(forged(credential));
    expect(refused.status).toBe(429);
    expect(refusedAs(refused, 'rate_limited')).toMatchObject({ limit: 'failed_signatures' });
    expect(refused.headers.get('ratelimit-policy')).toBe('"failed_signatures";q=10;w=60');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await read({ credential })).status).toBe(200);
    expect((await read(forged((await provisioned(app)).credential))).status).toBe(401);
  });

  test('should be counted for unknown keys too', async () => {
    const unknown = forged({ apiKey: ['ak_live', '0'.repeat(26)].join('_') });
    for (let sent = 0; sent < FAILURES; sent += 1) expect((await read(unknown)).status).toBe(401);
    expect((await read(unknown)).status).toBe(429);
  });

  test('should be counted at WebSocket upgrades', async () => {
    const { credential } = await provisioned(app);
    const url = new URL('/graphql', app.url);
    const upgrade = async (): Promise<number> => {
      const request = { method: 'GET', url, headers: {}, body: undefined };
      const { headers } = signRequest(request, forged(credential), { now: new Date() });
      return (await upgraded(url, headers)).status;
    };
    for (let sent = 0; sent < FAILURES; sent += 1) expect(await upgrade()).toBe(401);
    expect(await upgrade()).toBe(429);
    expect((await read(forged(credential))).status).toBe(429);
  });

  test('should not include valid signatures of a revoked credential, which are always 401', async () => {
    const { owner, principalKey, credential } = await provisioned(app);
    await mutate(
      owner,
      'revokeCredential',
      { principalKey, credentialId: credential.credentialId },
      'credential { id }',
    );
    for (let sent = 0; sent <= FAILURES; sent += 1) expect((await read({ credential })).status).toBe(401);
  });
});

describe('The window of a minute', () => {
  const caller: Caller = { kind: 'principal', credentialId: newId(), principalId: newId(), agentText: undefined };

  test('should restore the whole budget when it ends', () => {
    let now = 0;
    const limit = new RateLimit(2, () => now);
    limit.consume(caller, 'read');
    now = 59_999;
    expect(limit.consume(caller, 'read')['ratelimit']).toBe('"read";r=0;t=1');
    expect(() => limit.consume(caller, 'read')).toThrow(RateLimited);
    now = 60_000;
    expect(limit.consume(caller, 'read')['ratelimit']).toBe('"read";r=1;t=60');
  });

  test('should count failures by key and address together, within a maximum of memory', () => {
    const failures = new FailedSignatures(1, () => 0);
    failures.count('key', 'here');
    expect(() => failures.count('key', 'here')).toThrow(RateLimited);
    failures.count('key', 'there');
    failures.count('another', 'here');
    for (let attempt = 0; attempt < 100_000; attempt += 1) failures.count(`made up ${String(attempt)}`, 'here');
    // The oldest windows were evicted.
    expect(() => failures.count('key', 'here')).not.toThrow();
    expect(() => failures.count('made up 99999', 'here')).toThrow(RateLimited);
  });
});

function upgraded(
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocketClient(url.href.replace(/^http/, 'ws'), 'graphql-transport-ws', { headers });
    socket.on('unexpected-response', (_request, response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers });
      socket.terminate();
    });
    socket.on('open', () => {
      resolve({ status: 101, headers: {} });
      socket.terminate();
    });
    socket.on('error', reject);
  });
}
