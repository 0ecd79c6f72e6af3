import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { type Signer, signRequest } from '../../../src/client';
import { useTestApp } from '../../support/app';
import { codeOf, mutation, query, refusedAs, send, type Sending, type Sent, signerOf } from '../../support/exchange';
import { createParty, mutate, type Party } from '../../support/actors';

/** The steps of every request before and after an operation. */

const app = useTestApp();
let party: Party;
let signer: Signer;
const READ = query('{ service { version } }');

beforeAll(async () => {
  party = await createParty(app, 'Caller');
  signer = signerOf(party);
});

const REQUEST_ID = /^req_[0-9a-z]{26}$/;

const TEXT = expect.any(String) as string;

describe('Bodies', () => {
  // @spec LI7
  it('over 256 KiB: 413 payload_too_large', async () => {
    const sent = await send(app, signer, { body: query(`{ service { version } } #${'x'.repeat(256 * 1024)}`) });
    refusedAs(sent, 'payload_too_large');
    expect(sent.status).toBe(413);
  });

  it('over 256 KiB, unsigned: 413 comes before 401', async () => {
    expect((await send(app, null, { body: 'x'.repeat(256 * 1024 + 1) })).status).toBe(413);
  });

  it.each(['text/plain', 'application/graphql', 'multipart/form-data; boundary=x', 'application/jsonp'])(
    'sent as %s: 415 unsupported_media_type',
    async (type) => {
      const sent = await send(app, signer, { body: READ, headers: { 'content-type': type } });
      refusedAs(sent, 'unsupported_media_type');
      expect(sent.status).toBe(415);
    },
  );

  it('with parameters of application/json are accepted', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    const sent = await send(app, signer, { body: READ, headers });
    expect(sent.status).toBe(200);
  });

  it.each([
    ['not JSON', '{'],
    ['not an object', '"query"'],
    ['without a query', '{}'],
    ['with a query that is not text', '{"query": 1}'],
    ['with variables that are not an object', '{"query": "{ service { version } }", "variables": []}'],
    ['with an unknown field', '{"query": "{ nothing }"}'],
    ['with invalid GraphQL', '{"query": "{"}'],
    ['with an unknown operation name', '{"query": "{ service { version } }", "operationName": "Other"}'],
  ])('%s: 400 validation_failed', async (_, body) => {
    const sent = await send(app, signer, { body });
    expect(refusedAs(sent, 'validation_failed')['fields']).toEqual([
      { pointer: TEXT, detail: TEXT, path: expect.any(Array) as unknown[] },
    ]);
    expect(sent.status).toBe(400);
  });

  it('with bytes that are not UTF-8: 400 validation_failed', async () => {
    const body = Buffer.from([...Buffer.from('{"query": "'), 0xff, 0xfe, ...Buffer.from('"}')]);
    const url = new URL('/graphql', app.url);
    const signed = signRequest({ method: 'POST', url, headers: { 'content-type': 'application/json' }, body }, signer, {
      now: new Date(),
    });
    const response = await fetch(url, { method: 'POST', headers: signed.headers, body });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('validation_failed');
  });
});

describe('Responses', () => {
  it.each([
    [undefined, 'application/json; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
    ['application/graphql-response+json, application/json;q=0.5', 'application/graphql-response+json; charset=utf-8'],
  ])('to Accept: %s are %s', async (accept, type) => {
    const sent = await send(app, signer, { body: READ, headers: accept === undefined ? {} : { accept } });
    expect(sent.headers.get('content-type')).toBe(type);
  });

  // @spec G5
  it('with field errors are 200 under application/json', async () => {
    const body = query('{ principal(principalKey: "prn_00000000000000000000000000") { id } }');
    const sent = await send(app, signer, { body });
    expect(sent.status).toBe(200);
    refusedAs(sent, 'principal_access_denied');
  });

  // @spec E4
  it('have a unique X-Request-Id, which errors repeat', async () => {
    const sendings: Promise<Sent>[] = [
      send(app, signer, { body: READ }),
      send(app, signer, { body: READ, headers: { 'x-request-id': 'req_chosen' } }),
      send(app, null, { body: READ }),
      send(app, signer, { body: '{' }),
      send(app, null, { method: 'GET', path: '/livez' }),
      send(app, null, { method: 'GET', path: '/nothing' }),
      send(app, null, { method: 'PUT' }),
      send(app, null, { method: 'POST', path: '/api/v1/webhooks/stripe', body: '{}' }),
    ];
    const sent = await Promise.all(sendings);
    const ids = sent.map(({ headers }) => headers.get('x-request-id'));
    for (const id of ids) expect(id).toMatch(REQUEST_ID);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { json, headers } of sent) {
      const bodyId = json.errors?.[0]?.extensions['requestId'] ?? json['request_id'];
      if (bodyId !== undefined) expect(bodyId).toBe(headers.get('x-request-id'));
    }
    expect(sent.filter(({ json }) => (json.errors ?? json['request_id']) !== undefined)).toHaveLength(5);
  });

  // @spec E5, E17
  it('to an unexpected error are 500 internal_error without internal details', async () => {
    await app.sql('ALTER TABLE trade_step RENAME COLUMN title TO hidden');
    await app.sql('ALTER TABLE principal RENAME COLUMN display_name TO hidden');
    try {
      const reading = await send(app, signer, { body: query('{ principal { displayName } }') });
      const writing = await send(app, signer, {
        body: mutation('reserveBond', { amountStamps: 1 }, 'principal { id }'),
        key: randomUUID(),
      });
      for (const sent of [reading, writing]) {
        const { message, extensions } = sent.json.errors?.[0] ?? { message: '', extensions: {} };
        const members = ['code', 'detail', 'recovery', 'remedy', 'requestId', 'status', 'title'];
        expect(Object.keys(extensions).sort()).toEqual(members);
        refusedAs(sent, 'internal_error');
        expect(message).toBe('The service failed to process your request.');
        expect(sent.text).not.toMatch(/relation|hidden|display_name|at .*\.[tj]s|stack|42703/i);
      }
      expect(writing.status).toBe(500);
    } finally {
      await app.sql('ALTER TABLE trade_step RENAME COLUMN hidden TO title');
      await app.sql('ALTER TABLE principal RENAME COLUMN hidden TO display_name');
    }
  });
});

// @spec AU4
describe('A refused envelope is 401 for the whole request', () => {
  const challenged = (sent: Sent): void => {
    expect(sent.status).toBe(401);
    expect(sent.headers.get('www-authenticate')).toBe('Signature');
    expect(Date.parse(sent.headers.get('date') ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(sent.headers.get('accept-signature')).toContain('"@method" "@authority" "@path" "@query" "content-digest"');
    expect(sent.headers.get('accept-signature')).toMatch(/;created;alg="hmac-sha256";tag="ats-v1"$/);
    expect(sent.json.data).toBeUndefined();
  };
  const unknown: Signer = {
    credential: { apiKey: ['ak_live', '0'.repeat(26)].join('_'), signingSecret: ['sk_live', '0'.repeat(52)].join('_') },
  };

  it('without a signature: signature_missing', async () => {
    const sent = await send(app, null, { body: READ });
    refusedAs(sent, 'signature_missing');
    challenged(sent);
  });

  it('with invalid grammar: signature_malformed', async () => {
    const sent = await send(app, signer, { body: READ, unsigned: { signature: 'ats=:no:, two=:AA==:' } });
    refusedAs(sent, 'signature_malformed');
    challenged(sent);
  });

  // @spec AU11
  it('without a header of the request: signature_incomplete, and Accept-Signature lists the required components', async () => {
    const sent = await send(app, signer, { body: READ, unsigned: { 'idempotency-key': 'k' } });
    expect(refusedAs(sent, 'signature_incomplete')['missing']).toEqual(['idempotency-key']);
    expect(sent.headers.get('accept-signature')).toContain('"idempotency-key"');
    challenged(sent);
  });

  it.each([
    [-301, -1],
    [90, 1],
  ])('created %i s from now: signature_expired with server_time and skew_seconds', async (seconds, sign) => {
    const sent = await send(app, signer, { body: READ, now: new Date(Date.now() + seconds * 1000) });
    const members = refusedAs(sent, 'signature_expired');
    expect(Math.abs(Date.parse(String(members['serverTime'])) - Date.now())).toBeLessThan(10_000);
    expect(Math.sign(Number(members['skewSeconds']))).toBe(-sign);
    challenged(sent);
  });

  // @spec AU9
  // @id digest-of-other-body
  it('over another body: content_digest_mismatch', async () => {
    const url = new URL('/graphql', app.url);
    const signed = signRequest({ method: 'POST', url, body: READ }, signer, { now: new Date() });
    const body = query('{ service { policyVersion } }');
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...signed.headers, 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(401);
    expect(await response.text()).toContain('content_digest_mismatch');
  });

  // @spec AU5
  it('with an unknown, revoked or rotated key or a wrong secret: credential_invalid in equal responses', async () => {
    const [revoked, rotated] = [await createParty(app, 'Revoked'), await createParty(app, 'Rotated')];
    const list = await revoked.api.queryOrThrow<{ principal: { credentials: { nodes: { credentialId: string }[] } } }>(
      '{ principal { credentials { nodes { credentialId } } } }',
    );
    const credentialId = list.principal.credentials.nodes[0]?.credentialId ?? '';
    await mutate(revoked.api, 'revokeCredential', { credentialId }, 'credential { status }');
    await mutate(rotated.api, 'rotateCredential', {}, 'credential { credentialId }');
    const wrong = { credential: { ...party.credential, signingSecret: unknown.credential.signingSecret } };
    const answers = [];
    for (const { credential } of [unknown, wrong, signerOf(revoked), signerOf(rotated)]) {
      const sent = await send(app, { credential }, { body: READ });
      refusedAs(sent, 'credential_invalid');
      challenged(sent);
      answers.push(sent.text.replace(/req_[0-9a-z]{26}/g, 'req'));
    }
    expect(new Set(answers).size).toBe(1);
  });

  // @spec AU13
  describe('should say what the service received, and what is wrong with the signature', () => {
    const detailFor = async (signer: Signer, more: Partial<Sending> = {}, via?: string): Promise<string> => {
      const sent = await send({ url: via ?? app.url, via: app.url }, signer, { body: READ, ...more });
      refusedAs(sent, 'credential_invalid');
      return sent.json.errors?.[0]?.message ?? '';
    };
    const ofSecret = (signingSecret: string): Signer => ({ credential: { ...party.credential, signingSecret } });
    const ofKey = (apiKey: string): Signer => ({ credential: { ...party.credential, apiKey } });

    it('the authority and the path behind a proxy', async () => {
      const detail = await detailFor(signerOf(party), {}, 'https://api.trade.example');
      expect(detail).toContain(`the authority ${new URL(app.url).host} and the path /graphql. If you signed others`);
      expect(await detailFor(unknown, {}, 'https://api.trade.example')).toBe(detail);
    });

    it('a secret without its prefix, to its owner only', async () => {
      const bare = party.credential.signingSecret.slice('sk_live_'.length);
      expect(await detailFor(ofSecret(bare))).toMatch(/prefix of the secret.* including its prefix/);
      const signingSecret = unknown.credential.signingSecret.slice('sk_live_'.length);
      const generic = await detailFor(unknown);
      expect(await detailFor(ofSecret(signingSecret))).toBe(generic);
      expect(await detailFor({ credential: { ...unknown.credential, signingSecret } })).toBe(generic);
    });

    it('an API key without its prefix, and a secret in its place, which it does not repeat', async () => {
      const { apiKey, signingSecret } = party.credential;
      const bare = ofKey(apiKey.slice('ak_live_'.length));
      expect(await detailFor(bare)).toContain('ak_live_ (in a sandbox ak_test_) and 26 characters');
      const detail = await detailFor(ofKey(signingSecret));
      expect(detail).toContain('keyid is a signing secret');
      expect(detail).not.toContain(signingSecret.slice('sk_live_'.length));
    });

    it('a signature in hex', async () => {
      const signature = `ats=:${Buffer.from('ab'.repeat(32)).toString('base64')}:`;
      expect(await detailFor(signerOf(party), { unsigned: { signature } })).toContain('has 64 bytes');
    });
  });

  // @spec AU10
  it('comes before every check of the content', async () => {
    for (const body of ['{', query('mutation { nothing }'), query('{ principal { nothing } }')]) {
      expect(codeOf(await send(app, unknown, { body }))).toBe('credential_invalid');
    }
  });
});

describe('Slow clients', () => {
  it('that send headers slowly are disconnected, while others are served', async () => {
    const { hostname, port } = new URL(app.url);
    const socket = connect({ host: hostname, port: Number(port) });
    const received: Buffer[] = [];
    socket.on('data', (bytes: Buffer) => received.push(bytes));
    socket.on('error', () => undefined);
    const started = performance.now();
    socket.write('POST /graphql HTTP/1.1\r\nHost: x\r\n');
    const interval = setInterval(() => socket.write('X-A: b\r\n'), 500);
    const ended = new Promise<number>((resolve) => socket.on('close', () => resolve(performance.now() - started)));
    expect((await send(app, signer, { body: READ })).status).toBe(200);
    const lifetimeMs = await ended;
    clearInterval(interval);
    expect(lifetimeMs).toBeLessThan(16_000);
    expect(Buffer.concat(received).toString()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('that keep a connection between requests are served on it', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const get = (): Promise<{ status: number | undefined; reused: boolean }> =>
      new Promise((resolve, reject) => {
        const outgoing = request(new URL('/livez', app.url), { agent }, (response) => {
          response.resume().on('end', () => resolve({ status: response.statusCode, reused: outgoing.reusedSocket }));
        });
        outgoing.on('error', reject).end();
      });
    expect(await get()).toEqual({ status: 200, reused: false });
    expect(await get()).toEqual({ status: 200, reused: true });
    agent.destroy();
  });
});
