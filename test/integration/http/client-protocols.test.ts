import { createHash, randomUUID } from 'node:crypto';
import type { Signer } from '../../../src/client';
import { useTestApp } from '../../support/app';
import { codeOf, mutation, query, refusedAs, send, type Sent, signerOf } from '../../support/exchange';
import { buyTickets, createParty, type Party } from '../../support/actors';

/** Requests of stock GraphQL clients: the idempotency key in the input, and the hash of a document. */

const app = useTestApp({ ATS_ROLE: 'api' });
let party: Party;
let signer: Signer;

beforeAll(async () => {
  party = await createParty(app, 'Caller');
  await buyTickets(party);
  signer = signerOf(party);
});

const post = (body: string, key?: string): Promise<Sent> => send(app, signer, { body, key });
const reserve = (idempotencyKey: unknown, more: object = {}): string =>
  mutation('reserveBond', { amountStamps: 1, ...more, idempotencyKey }, 'principal { bondAvailableStamps }');
const bond = async (): Promise<unknown> =>
  (await post(query('{ principal { bondAvailableStamps } }'))).json.data?.['principal']?.['bondAvailableStamps'];
const fresh = (): string => randomUUID();

/** Sends two mutations with the keys as literals of the document. */
const both = (first: string, second: string): string =>
  query(`mutation {
    one: reserveBond(input: { amountStamps: 1${first} }) { __typename }
    two: releaseBond(input: { amountStamps: 1${second} }) { __typename }
  }`);
const member = (key: string): string => `, idempotencyKey: "${key}"`;

describe('An idempotency key in the input', () => {
  // @spec ID17
  it('takes the place of the header, and its repetition has no further effect', async () => {
    const body = reserve(fresh());
    const first = await post(body);
    expect(first.status).toBe(200);
    const held = await bond();
    const again = await post(body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.text).toBe(first.text);
    expect(await bond()).toBe(held);
  });

  // @spec ID17
  it.each([
    [
      'a literal',
      (key: string) => query(`mutation { reserveBond(input: { amountStamps: 1${member(key)} }) { __typename } }`),
    ],
    [
      'a variable',
      (key: string) =>
        query(
          'mutation ($key: String) { reserveBond(input: { amountStamps: 1, idempotencyKey: $key }) { __typename } }',
          { key },
        ),
    ],
    [
      'the default of a variable',
      (key: string) =>
        query(
          `mutation ($key: String = "${key}") { reserveBond(input: { amountStamps: 1, idempotencyKey: $key }) { __typename } }`,
        ),
    ],
    ['one of two mutations', (key: string) => both(member(key), '')],
    ['both of two mutations', (key: string) => both(member(key), member(key))],
  ])('is read from %s', async (_, body) => {
    const key = fresh();
    expect((await post(body(key))).json.errors).toBeUndefined();
    // The header has the same key, and the request is another one.
    expect(codeOf(await post(reserve(undefined), key))).toBe('idempotency_key_reused');
  });

  // @spec ID18
  it('may equal the header; two different keys are 400 and have no effect', async () => {
    const key = fresh();
    expect((await post(reserve(key), key)).status).toBe(200);
    expect((await post(reserve('plain'), `"plain"`)).status).toBe(200);
    const held = await bond();
    const path = ['input', 'idempotencyKey'];
    for (const refused of [await post(reserve(fresh()), fresh()), await post(both(member('a'), member('b')))]) {
      expect(refused.status).toBe(400);
      expect(refusedAs(refused, 'validation_failed')['fields']).toMatchObject([{ path }]);
    }
    expect(await bond()).toBe(held);
  });

  // @spec ID1
  it.each([
    ['null', null],
    ['empty', ''],
    ['of 256 characters', 'k'.repeat(256)],
    ['with a space inside', 'a b'],
  ])('is refused if it is %s', async (_, key) => {
    const refused = await post(reserve(key));
    expect(refused.status).toBe(400);
    refusedAs(refused, 'idempotency_key_required');
  });

  // @spec ID17
  it('is read before an invalid input is refused, which is not stored', async () => {
    const key = fresh();
    const wrong = await post(reserve(key, { amountStamps: 'many' }));
    expect(refusedAs(wrong, 'validation_failed')['fields']).toMatchObject([{ path: ['input', 'amountStamps'] }]);
    expect((await post(reserve(key))).status).toBe(200);
  });

  // @spec ID19
  it('is a member of the input of every mutation, whose description says that a key is needed', async () => {
    const answer = await post(
      query(
        `{ __type(name: "Mutation") { fields { name description args { type { ofType { inputFields { name } } } } } } }`,
      ),
    );
    const fields = answer.json.data?.['__type']?.['fields'] as readonly {
      readonly description: string;
      readonly args: readonly [
        { readonly type: { readonly ofType: { readonly inputFields: readonly { name: string }[] } } },
      ];
    }[];
    expect(fields.length).toBeGreaterThan(30);
    for (const { description, args } of fields) {
      expect(description).toMatch(/Needs an idempotency key/);
      expect(args[0].type.ofType.inputFields.map(({ name }) => name)).toContain('idempotencyKey');
    }
  });
});

it.each(['variables', 'extensions'])('A GET whose %s are no JSON is 400 with their pointer', async (name) => {
  for (const text of ['', '{'] as const) {
    const parameters = new URLSearchParams({ query: '{ service { version } }', [name]: text });
    const refused = await send(app, signer, { method: 'GET', path: `/graphql?${parameters.toString()}` });
    const fields = refusedAs(refused, 'validation_failed')['fields'];
    expect(fields).toMatchObject([{ pointer: `/${name}`, detail: expect.stringMatching(/^must be JSON: /) as string }]);
    expect(JSON.stringify(refused.json)).not.toMatch(/body/i);
  }
});

describe('A persisted query', () => {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const extensions = (text: string) => ({ persistedQuery: { version: 1, sha256Hash: sha256(text) } });
  const byHash = (text: string, variables: object = {}): string =>
    JSON.stringify({ variables, extensions: extensions(text) });
  const withText = (text: string, variables: object = {}): string =>
    JSON.stringify({ query: text, variables, extensions: extensions(text) });
  let counter = 0;
  const newQuery = (): string => `{ service { version } } # ${String((counter += 1))}`;

  // @spec PQ1
  it('is unknown at first, with status 200 and the message that clients compare; then its hash alone runs it', async () => {
    const text = newQuery();
    const unknown = await post(byHash(text));
    expect(unknown.status).toBe(200);
    expect(unknown.json.errors?.[0]?.message).toBe('PersistedQueryNotFound');
    refusedAs(unknown, 'persisted_query_not_found');
    const whole = await post(withText(text));
    const hashOnly = await post(byHash(text));
    expect([hashOnly.status, hashOnly.text]).toEqual([whole.status, whole.text]);
    expect(hashOnly.json.data).toEqual({ service: { version: expect.any(String) as string } });
  });

  // @spec PQ1
  it('runs by its hash in a GET too', async () => {
    const text = newQuery();
    await post(withText(text));
    const parameters = new URLSearchParams({ extensions: JSON.stringify(extensions(text)) });
    const got = await send(app, signer, { method: 'GET', path: `/graphql?${parameters.toString()}` });
    expect(got.json.data).toHaveProperty('service');
  });

  // @spec PQ2
  it('is not found by a hash whose text was only executed, or does not fit the schema', async () => {
    const [plain, wrong] = [newQuery(), `{ nothing } # ${fresh()}`];
    await post(query(plain));
    await post(withText(wrong));
    for (const text of [plain, wrong]) refusedAs(await post(byHash(text)), 'persisted_query_not_found');
  });

  // @spec PQ3
  it.each([
    ['another version', { version: 2, sha256Hash: sha256('{ a }') }, 'version'],
    ['a hash that is not one', { version: 1, sha256Hash: 'abc' }, 'sha256Hash'],
    ['the hash of another text', { version: 1, sha256Hash: sha256('{ b }') }, 'sha256Hash'],
    ['no object', 7, 'version'],
  ])('with %s is 400', async (_, persistedQuery, name) => {
    const refused = await post(JSON.stringify({ query: '{ service { version } }', extensions: { persistedQuery } }));
    expect(refused.status).toBe(400);
    expect(refusedAs(refused, 'validation_failed')['fields']).toMatchObject([
      { pointer: `/extensions/persistedQuery/${name}` },
    ]);
  });

  it('with variables that are nested too deep is 400', async () => {
    const depth = 100_000;
    const variables = `{"none":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const refused = await post(withText(newQuery()).replace('{}', variables));
    expect(refusedAs(refused, 'validation_failed')['fields']).toMatchObject([{ pointer: '/variables' }]);
  });

  // @spec PQ4
  it('that changes something takes effect once, whether the retry sends the text or only the hash', async () => {
    const text = `mutation ($input: ReserveBondInput!) { reserveBond(input: $input) { __typename } } # ${fresh()}`;
    const variables = { input: { amountStamps: 1, idempotencyKey: fresh() } };
    expect((await post(withText(text, variables))).json.errors).toBeUndefined();
    const held = await bond();
    for (const body of [byHash(text, variables), withText(text, variables)])
      expect((await post(body)).headers.get('idempotency-replayed')).toBe('true');
    expect(await bond()).toBe(held);
    const other = { input: { ...variables.input, amountStamps: 2 } };
    expect(codeOf(await post(byHash(text, other)))).toBe('idempotency_key_reused');
  });

  // @spec PQ5
  it('is forgotten after a thousand other documents, so that its memory is bounded', async () => {
    const text = newQuery();
    await post(withText(text));
    const long = 'x'.repeat(15_000);
    for (let sent = 0; sent < 40; sent += 1) await post(query(`{ service { version } } # ${fresh()} ${long}`));
    refusedAs(await post(byHash(text)), 'persisted_query_not_found');
    refusedAs(await post(withText(text)).then(() => post(byHash(`${text} `))), 'persisted_query_not_found');
  });
});
