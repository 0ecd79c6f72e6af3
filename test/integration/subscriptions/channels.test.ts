import type { PrincipalCaller, Caller } from '../../../src/domain/sessions/caller';
import { credentialScopes } from '../../../src/domain/sessions/credential-limits';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import { subscriptionKey } from '../../../src/api/subscriptions/subscription-key';
import type { Statement } from '../../../src/database/transactions/statement';
import { readChannels } from '../../../src/database/events/feed';
import { openStore, testServices, until } from '../../support/service';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection, newId } from '../../support/ledger';
import {
  connect,
  type Connected,
  EVENTS,
  subscribe,
  type Instance,
  issue,
  newPrincipal,
  sign,
  startInstance,
  publishEvents,
} from './support';

/** Subscribers of one principal share reads, and subscribers with equal payloads share executions. */

const agent: PrincipalCaller = { kind: 'principal', credentialId: newId(), principalId: newId(), agentText: undefined };
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

function keyOf(documentHash: string, variables: Record<string, unknown>, caller: Caller = agent): string {
  return subscriptionKey({ documentHash, operationName: null, variables, caller });
}

test('should group subscribers by document, operation, variables and view', () => {
  const variables = { after: 'one', types: ['TRADE_FAILED'] };
  const key = keyOf(EVENTS, variables);
  expect(keyOf(EVENTS, { ...variables })).toBe(key);
  expect(keyOf(EVENTS, variables, { ...agent, credentialId: newId() })).toBe(key);
  expect(keyOf(EVENTS, { ...variables, types: ['TRADE_COMPLETED'] })).not.toBe(key);
  expect(keyOf(EVENTS.replace('type }', '}'), variables)).not.toBe(key);
  const named = subscriptionKey({ documentHash: EVENTS, operationName: 'named', variables, caller: agent });
  expect(named).not.toBe(key);
  const agentId = newId();
  const views: Caller[] = [
    agent,
    { ...agent, limits: { agentId, scopes: credentialScopes } },
    { ...agent, limits: { agentId: newId(), scopes: credentialScopes } },
    { ...agent, limits: { agentId, scopes: ['read'] } },
    consoleOf('one'),
    consoleOf('two'),
    { kind: 'operator', credentialId: 'o', agentText: undefined },
  ];
  const limits = { agentId, scopes: ['read'] } as const;
  expect(keyOf(EVENTS, variables, { ...agent, limits, credentialId: newId() })).toBe(
    keyOf(EVENTS, variables, { ...agent, limits }),
  );
  expect(new Set(views.map((caller) => keyOf(EVENTS, {}, caller))).size).toBe(views.length);
});

test('should separate subscribers with different cursors, because a payload may depend on the cursor', () => {
  const twice =
    'subscription ($after: String) { events(after: $after) { trade { provider { events(after: $after) { id } } } } }';
  expect(keyOf(twice, { after: 'one' })).not.toBe(keyOf(twice, { after: 'two' }));
});

describe('with a database', () => {
  let database: TestDatabase;
  let instance: Instance;
  let owner: Connection;
  const services = testServices();
  const open: Connected[] = [];
  beforeAll(async () => {
    database = await freshDatabase();
    owner = await Connection.open(database.ownerUrl);
    // Polls are off, so every event comes through the channel.
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

  test('should find authorizations and events of channels by their keys in large tables', async () => {
    await owner.sql(
      `INSERT INTO principal SELECT gen_random_uuid(), 'P', 20, 1, 1, now() FROM generate_series(1, 2000)`,
    );
    await owner.sql(
      `INSERT INTO credential (credential_id, principal_id, api_key, secret_ciphertext, secret_key_id, created_at)
       SELECT gen_random_uuid(), principal_id, 'ak_' || principal_id, '', '', now() FROM principal`,
    );
    await owner.sql('ANALYZE principal, credential');
    const statements: Statement[] = [];
    const id = newId();
    const authorization = { credentialId: id, humanId: id, principalId: id };
    const db = { query: async <T>(statement: Statement) => (statements.push(statement), Promise.resolve<T[]>([])) };
    await readChannels(db, [{ principalId: id, after: 0n }], [authorization, { ...authorization, humanId: null }], 10);
    const store = await openStore(database.url);
    const plan = await store.query<{ 'QUERY PLAN': string }>({
      text: `EXPLAIN (COSTS OFF) ${statements[0]?.text ?? ''}`,
      values: statements[0]?.values ?? [],
    });
    await store.close();
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toContain('credential_pkey');
    expect(text).not.toMatch(/Seq Scan|hashed/);
  });

  // @id revoked-live-subscriber
  test('should send the next event to all subscribers of a channel except a revoked one, without a notification', async () => {
    const principalId = await newPrincipal(instance.store);
    const openSubscription = async () => {
      const credential = await issue(instance.store, services, { principalId });
      const connected = connect(instance.url, { headers: sign(instance.url, credential) });
      open.push(connected);
      const received = subscribe(connected, { query: EVENTS, variables: { after: eventCursor(0n) } });
      return { ...connected, received, credential };
    };
    const listeners = await Promise.all([
      openSubscription(),
      openSubscription(),
      openSubscription(),
      openSubscription(),
      openSubscription(),
    ]);
    await publishEvents(instance.store, principalId, 1);
    await until(() => listeners.every(({ received }) => received.events.length === 1), 'all five');
    const [revoked, ...others] = listeners;
    await owner.sql(
      'UPDATE credential SET revoked_at = now() WHERE credential_id = $1',
      revoked.credential.credentialId,
    );
    await publishEvents(instance.store, principalId, 1);
    await until(() => others.every(({ received }) => received.events.length === 2), 'the other four');
    expect(await revoked.closed).toMatchObject({ code: 4401 });
    expect(revoked.received.events).toHaveLength(1);
  });

  test('should send each subscriber of a channel its own selection and types', async () => {
    const principalId = await newPrincipal(instance.store);
    const credential = await issue(instance.store, services, { principalId });
    const connected = connect(instance.url, { headers: sign(instance.url, credential) });
    open.push(connected);
    const after = eventCursor(0n);
    const ask = (query: string, variables = {}) =>
      subscribe<object>(connected, { query, variables: { after, ...variables } });
    const narrow = 'subscription ($after: String) { events(after: $after) { sequence } }';
    const [all, again, few, failed] = [ask(EVENTS), ask(EVENTS), ask(narrow), ask(EVENTS, { types: ['TRADE_FAILED'] })];
    await publishEvents(instance.store, principalId, 1);
    await until(() => [all, again, few].every(({ events }) => events.length === 1), 'the first');
    await publishEvents(instance.store, principalId, 1, 'trade.failed');
    await until(
      () => [all, again, few].every(({ events }) => events.length === 2) && failed.events.length === 1,
      'the second',
    );
    const second = { sequence: 2, cursor: eventCursor(2n), type: 'TRADE_FAILED' };
    expect([all.events[1], again.events[1], failed.events[0]]).toEqual([second, second, second]);
    expect(few.events).toEqual([{ sequence: 1 }, { sequence: 2 }]);
  });
});
