import { parse } from 'graphql';
import type { Caller } from '../../../src/domain/sessions/caller';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import { operationOf } from '../../../src/api/graphql/execution/document-cache';
import { createSchema } from '../../../src/api/graphql/schema';
import { NextFrames } from '../../../src/api/subscriptions/next-frame';
import { shareKey } from '../../../src/api/subscriptions/subscription-key';
import type { Statement } from '../../../src/database/transactions/statement';
import { readChannels } from '../../../src/database/events/feed';
import { openStore, testServices, until } from '../../support/service';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection, newId } from '../../support/ledger';
import {
  connect,
  type Connected,
  EVENTS,
  hear,
  type Instance,
  issue,
  newPrincipal,
  sign,
  startInstance,
  tell,
} from './support';

/** One read, one execution and one frame for all who have the same view. */

interface Read {
  readonly first: number | undefined;
  readonly message: unknown;
}

/** The frames of a buffer. */
function read(bytes: Buffer): Read[] {
  if (bytes.length === 0) return [];
  const short = bytes[1] ?? 0;
  const [head, length] =
    short < 126 ? [2, short] : short === 126 ? [4, bytes.readUInt16BE(2)] : [10, Number(bytes.readBigUInt64BE(2))];
  const end = head + length;
  const message = JSON.parse(bytes.toString('utf8', head, end)) as unknown;
  return [{ first: bytes[0], message }, ...read(bytes.subarray(end))];
}

const payloadOf = (filler: number) => ({ data: { events: { filler: 'x'.repeat(filler), accent: 'é' } } });

test.each([
  [0],
  [60],
  [70],
  [71],
  [72],
  [200],
  [65_460],
  [65_470],
  [65_480],
  [65_490],
  [65_500],
  [200_000],
  [1, 200, 70_000, 2],
])('frames of %d bytes and a few say what they should, with each subscription’s own id', (...fillers) => {
  const payloads = fillers.map(payloadOf);
  const frames = new NextFrames(payloads.map((payload) => JSON.stringify(payload)));
  for (const id of ['1', '8e03978e-40d5-43e8-bc93-6894a57f9324', 'no "quotes" \\ and ümlauts', '2']) {
    const expected = payloads.map((payload) => ({ first: 0x81, message: { id, type: 'next', payload } }));
    expect(read(frames.of(JSON.stringify(id)))).toEqual(expected);
  }
});

test('frames that a socket has not taken yet are not written over', () => {
  const frames = new NextFrames(['{}', '{}']);
  const first = frames.of('"a"');
  frames.keep();
  frames.of('"b"');
  expect(read(first)).toMatchObject([{ message: { id: 'a' } }, { message: { id: 'a' } }]);
});

const schema = createSchema();
const agent: Caller = { kind: 'agent', credentialId: newId(), principalId: newId(), agentText: undefined };
const human = { provider: 'test', subject: 'one', humanId: newId(), bindings: [] };
const consoleOf = (subject: string): Caller => {
  return {
    kind: 'console',
    credentialId: 'c',
    human: { ...human, subject },
    agentText: undefined,
    authorization: undefined,
  };
};

function keyOf(text: string, variableValues: Record<string, unknown>, caller: Caller = agent): string {
  const document = parse(text);
  const args = { schema, document, variableValues, operationName: null };
  return shareKey({ hash: text, operation: operationOf(document, undefined), args, caller });
}

test('who began elsewhere or has another credential of the principal is answered alike; others are not', () => {
  const key = keyOf(EVENTS, { after: 'one', types: ['TRADE_FAILED'] });
  expect(keyOf(EVENTS, { types: ['TRADE_FAILED'], after: 'two' })).toBe(key);
  expect(keyOf(EVENTS, { types: ['TRADE_FAILED'] }, { ...agent, credentialId: newId() })).toBe(key);
  expect(keyOf(EVENTS, { after: 'one', types: ['TRADE_COMPLETED'] })).not.toBe(key);
  expect(keyOf(EVENTS.replace('type }', '}'), { after: 'one', types: ['TRADE_FAILED'] })).not.toBe(key);
  const views = [
    agent,
    consoleOf('one'),
    consoleOf('two'),
    { kind: 'operator', credentialId: 'o', agentText: undefined } as Caller,
  ];
  expect(new Set(views.map((caller) => keyOf(EVENTS, {}, caller))).size).toBe(views.length);
});

test('a cursor that an answer depends on sets its subscribers apart', () => {
  const twice =
    'subscription ($after: String) { events(after: $after) { trade { provider { events(after: $after) { id } } } } }';
  expect(keyOf(twice, { after: 'one' })).not.toBe(keyOf(twice, { after: 'two' }));
});

describe('in the database', () => {
  let database: TestDatabase;
  let instance: Instance;
  let owner: Connection;
  const services = testServices();
  const open: Connected[] = [];
  beforeAll(async () => {
    database = await freshDatabase();
    owner = await Connection.open(database.ownerUrl);
    // No poll helps: what is heard, the room has read.
    instance = await startInstance(database.url, services, 3_600_000);
  });
  afterEach(async () => {
    for (const { client } of open.splice(0)) await client.dispose();
  });
  afterAll(async () => {
    await instance.stop();
    await owner.close();
    await database.drop();
  });

  test('rights and events of rooms are found by their keys, however much there is besides', async () => {
    await owner.sql(
      `INSERT INTO principal SELECT gen_random_uuid(), 'P', 20, 1, 1, now() FROM generate_series(1, 2000)`,
    );
    await owner.sql(
      `INSERT INTO credential (credential_id, principal_id, api_key, secret_ciphertext, secret_key_id, created_at)
       SELECT gen_random_uuid(), principal_id, 'ak_' || principal_id, '', '', now() FROM principal`,
    );
    await owner.sql('ANALYZE principal, credential');
    const asked: Statement[] = [];
    const id = newId();
    const right = { credentialId: id, humanId: id, principalId: id };
    const db = { query: async <T>(one: Statement) => (asked.push(one), Promise.resolve<T[]>([])) };
    await readChannels(db, [{ principalId: id, after: 0n }], [right, { ...right, humanId: null }], 10);
    const store = await openStore(database.url);
    const plan = await store.query<{ 'QUERY PLAN': string }>({
      text: `EXPLAIN (COSTS OFF) ${asked[0]?.text ?? ''}`,
      values: asked[0]?.values ?? [],
    });
    await store.close();
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('credential_pkey');
    expect(text).not.toMatch(/Seq Scan|hashed/);
  });

  // @id revoked-live-subscriber
  test('one of many in a room is revoked and nobody is told: the next event reaches the others, and not it', async () => {
    const principalId = await newPrincipal(instance.store);
    const listen = async () => {
      const credential = await issue(instance.store, services, { principalId });
      const connected = connect(instance.url, { headers: sign(instance.url, credential) });
      open.push(connected);
      const heard = hear(connected, { query: EVENTS, variables: { after: eventCursor(0n) } });
      return { ...connected, heard, credential };
    };
    const listeners = await Promise.all([listen(), listen(), listen(), listen(), listen()]);
    await tell(instance.store, principalId, 1);
    await until(() => listeners.every(({ heard }) => heard.events.length === 1), 'all five');
    const [revoked, ...others] = listeners;
    await owner.sql(
      'UPDATE credential SET revoked_at = now() WHERE credential_id = $1',
      revoked.credential.credentialId,
    );
    await tell(instance.store, principalId, 1);
    await until(() => others.every(({ heard }) => heard.events.length === 2), 'the other four');
    expect(await revoked.closed).toMatchObject({ code: 4401 });
    expect(revoked.heard.events).toHaveLength(1);
  });

  test('selections and types of one room are each answered their own', async () => {
    const principalId = await newPrincipal(instance.store);
    const credential = await issue(instance.store, services, { principalId });
    const connected = connect(instance.url, { headers: sign(instance.url, credential) });
    open.push(connected);
    const after = eventCursor(0n);
    const ask = (query: string, variables = {}) =>
      hear<object>(connected, { query, variables: { after, ...variables } });
    const narrow = 'subscription ($after: String) { events(after: $after) { sequence } }';
    const [all, again, few, failed] = [ask(EVENTS), ask(EVENTS), ask(narrow), ask(EVENTS, { types: ['TRADE_FAILED'] })];
    await tell(instance.store, principalId, 1);
    await until(() => [all, again, few].every(({ events }) => events.length === 1), 'the first');
    await tell(instance.store, principalId, 1, 'trade.failed');
    await until(
      () => [all, again, few].every(({ events }) => events.length === 2) && failed.events.length === 1,
      'the second',
    );
    const second = { sequence: 2, cursor: eventCursor(2n), type: 'TRADE_FAILED' };
    expect([all.events[1], again.events[1], failed.events[0]]).toEqual([second, second, second]);
    expect(few.events).toEqual([{ sequence: 1 }, { sequence: 2 }]);
  });
});
