import { randomUUID } from 'node:crypto';
import { useTestApp } from '../../support/app';
import { mutation, refusedAs, send, signerOf } from '../../support/exchange';
import { body, ownerRest, type Rest, restAs, restOf, under } from '../../support/rest';
import { buyTickets, createParty, type Party } from '../../support/actors';

/** Idempotency keys over REST. */

const app = useTestApp();
let party: Party;
let rest: Rest;
let p: string;

beforeAll(async () => {
  party = await createParty(app, 'Caller');
  await buyTickets(party);
  rest = restOf(app, party);
  p = under(party);
});

const bond = async (): Promise<unknown> => body(await rest.get(p))['bond_available_stamps'];
const reserve = { amount_stamps: 1 };

// @spec ID1
describe('Every mutating request needs an Idempotency-Key', () => {
  it.each([
    ['post', '/bond/reserve'],
    ['patch', ''],
    ['put', '/bindings'],
    ['delete', '/bindings/x'],
  ] as const)('%s %s without one: 400 idempotency_key_required', async (method, path) => {
    const sent = await ownerRest(app, party)[method](`${p}${path}`, {}, { key: undefined });
    refusedAs(sent, 'idempotency_key_required');
    expect(sent.status).toBe(400);
  });
});

// @spec ID2
describe('A literal replay', () => {
  it('returns the stored status, body and type byte for byte, with Idempotency-Replayed: true, and has no effect', async () => {
    const key = randomUUID();
    const first = await rest.post(`${p}/bond/reserve`, reserve, { key, now: new Date(Date.now() - 5_000) });
    const before = await bond();
    const again = await rest.post(`${p}/bond/reserve`, reserve, { key: `"${key}"` });
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await bond()).toBe(before);
  });

  it('also returns a 201 that contains a secret', async () => {
    const key = randomUUID();
    const owner = ownerRest(app, party);
    const first = await owner.post(`${p}/credentials`, undefined, { key });
    const again = await owner.post(`${p}/credentials`, undefined, { key });
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    const [stored] = await app.sql<{ body: string | null }>('SELECT body FROM idempotency_answer WHERE key = $1', [
      key,
    ]);
    expect(stored).toEqual({ body: null });
  });

  // @spec ID6
  it('repeats the problem of a domain refusal, which says to use a new key', async () => {
    const key = randomUUID();
    const first = await rest.post(`${p}/bond/release`, { amount_stamps: 999_999 }, { key });
    expect(refusedAs(first, 'principal_bond_insufficient_balance')['retry_with_new_key']).toBe(true);
    const again = await rest.post(`${p}/bond/release`, { amount_stamps: 999_999 }, { key });
    expect([again.status, again.text, again.headers.get('content-type')]).toEqual([
      402,
      first.text,
      'application/problem+json; charset=utf-8',
    ]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  // @spec ID7
  it('is not possible for an invalid request, whose answer is not stored', async () => {
    const key = randomUUID();
    const sent = await rest.post(`${p}/bond/reserve`, { amount: 1 }, { key });
    expect(refusedAs(sent, 'validation_failed')['retry_with_new_key']).toBeUndefined();
    body(await rest.post(`${p}/bond/reserve`, reserve, { key }));
  });
});

// @spec ID4
describe('Same key, other method, path, query or body bytes: 422 idempotency_key_reused', () => {
  it.each([
    ['other bytes of the same meaning', 'POST', '/bond/reserve', '{ "amount_stamps":1 }'],
    ['another path', 'POST', '/bond/release', '{"amount_stamps":1}'],
    ['a query', 'POST', '/bond/reserve?', '{"amount_stamps":1}'],
    ['another method', 'PATCH', '', '{"display_name":"Other"}'],
  ])('%s', async (_, method, path, text) => {
    const key = randomUUID();
    const first = method === 'PATCH' ? ownerRest(app, party) : rest;
    const bytes = '{"amount_stamps":1}';
    if (method === 'PATCH') body(await first.patch(p, { display_name: 'One' }, { key }));
    else body(await first.post(`${p}/bond/reserve`, bytes, { key }));
    const url = path.endsWith('?') ? `${path}x=1` : path;
    refusedAs(
      await send(app, first.signer, { method, path: `/api/v1${p}${url}`, body: text, key }),
      'idempotency_key_reused',
    );
  });

  it('should refuse a key of a GraphQL request over REST, and the reverse', async () => {
    const graphql = mutation('reserveBond', { amountStamps: 1 }, 'principal { id }');
    const [ofRest, ofGraphql] = [randomUUID(), randomUUID()];
    body(await rest.post(`${p}/bond/reserve`, reserve, { key: ofRest }));
    body(await send(app, signerOf(party), { body: graphql, key: ofGraphql }));
    const before = await bond();
    const overGraphql = await send(app, signerOf(party), { body: graphql, key: ofRest });
    const overRest = await rest.post(`${p}/bond/reserve`, reserve, { key: ofGraphql });
    for (const sent of [overGraphql, overRest]) {
      refusedAs(sent, 'idempotency_key_reused');
      expect(sent.status).toBe(422);
    }
    expect(await bond()).toBe(before);
  });

  // @spec ID9
  it('A key of an agent still matches after a rotation of its credential, also over REST', async () => {
    const other = await createParty(app, 'Rotating');
    await buyTickets(other);
    const key = randomUUID();
    const first = await restOf(app, other).post(`${under(other)}/bond/reserve`, reserve, { key });
    const pair = body<Record<string, string>>(await restOf(app, other).post(`${under(other)}/credentials/rotate`), 201);
    const credential = { apiKey: pair['api_key'] ?? '', signingSecret: pair['signing_secret'] ?? '' };
    const now = restAs(app, { credential, agentId: other.agentId });
    const again = await now.post(`${under(other)}/bond/reserve`, reserve, { key });
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  });
});

it('should have one effect for concurrent requests with one key', async () => {
  const key = randomUUID();
  const before = Number(await bond());
  const sent = await Promise.all(Array.from({ length: 8 }, () => rest.post(`${p}/bond/reserve`, reserve, { key })));
  expect(new Set(sent.map(({ status, text }) => `${String(status)} ${text}`)).size).toBe(1);
  expect(await bond()).toBe(before + 1);
});

// @spec ID10
it('Without acting headers the same key of another human is another key', async () => {
  const [ann, ben] = [`ann-${randomUUID()}`, `ben-${randomUUID()}`];
  const key = randomUUID();
  const made = await Promise.all(
    [ann, ben].map((subject) => ownerRest(app, { subject }).post('/principals', { display_name: 'One' }, { key })),
  );
  expect(made.map(({ status }) => status)).toEqual([201, 201]);
  expect(new Set(made.map(({ text }) => text)).size).toBe(2);
});
