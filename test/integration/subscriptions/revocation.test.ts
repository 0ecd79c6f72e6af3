import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '../../../src/client';
import { eventCursor } from '../../../src/domain/events/event-cursor';
import { keyOf } from '../../../src/domain/keys';
import { LISTENER } from '../../../src/database/connection/listener';
import type { Database } from '../../../src/database/transactions/database';
import { type BuiltServer, builtServer } from '../../support/built';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection } from '../../support/ledger';
import { openStore, testServices, TEST_KEY, until } from '../../support/service';
import { IndependentClient } from './independent-client';
import { issue, newPrincipal, type Signing, publishEvents } from './support';

/** Revocations and events through two compiled API processes on one database. */
const PRINCIPALS = 4;
const SOCKETS = 200;
const REVOCATIONS = 50;

let database: TestDatabase;
let store: Database;
let owner: Connection;
let servers: [BuiltServer, BuiltServer];
const services = testServices();

interface Party {
  readonly principalId: string;
  /** Has no socket, and revokes the other credentials. */
  readonly spare: Signing;
}

interface Listener {
  readonly party: Party;
  readonly credential: Signing;
  readonly client: IndependentClient;
  readonly server: BuiltServer;
  following: Promise<void>;
}

let parties: Party[];
let listeners: Listener[] = [];

beforeAll(async () => {
  database = await freshDatabase();
  [store, owner] = [await openStore(database.url), await Connection.open(database.ownerUrl)];
  const env = { DATABASE_URL: database.ownerUrl, ATS_SECRETS_KEYS: TEST_KEY, ATS_ROLE: 'api' };
  servers = [await builtServer(env), await builtServer(env)];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGTERM')));
  await owner.close();
  await store.close();
  await database.drop();
});

async function newParty(): Promise<Party> {
  const principalId = await newPrincipal(store);
  return { principalId, spare: await issue(store, services, { principalId }) };
}

beforeEach(async () => {
  parties = await Promise.all(Array.from({ length: PRINCIPALS }, newParty));
  listeners = [];
  for (let n = 0; n < SOCKETS; n += 1) {
    const party = parties[n % PRINCIPALS] as Party;
    const server = servers[Math.floor(n / PRINCIPALS) % 2] as BuiltServer;
    const credential = await issue(store, services, party);
    const address = `${server.url.replace(/^http/, 'ws')}/graphql`;
    const client = new IndependentClient(address, credential, eventCursor(0n));
    listeners.push({ party, credential, client, server, following: client.follow() });
  }
  await publishToAll();
  await until(
    () => listeners.every(({ client }) => client.sequences.length > 0),
    'an event at all 200 sockets',
    30_000,
  );
});
afterEach(async () => {
  for (const { client } of listeners) client.stop();
  await Promise.all(listeners.map(({ following }) => following));
});

async function publishToAll(): Promise<void> {
  await Promise.all(parties.map(({ principalId }) => publishEvents(store, principalId, 1)));
}

/** Revokes a credential over the API. Returns the newest event of that time, the last one the socket may receive. */
async function revoke(through: BuiltServer, { party, credential }: Listener): Promise<{ at: number; newest: number }> {
  const api = createClient({ url: through.url, credential: party.spare });
  await api.mutate(
    'mutation ($input: RevokeCredentialInput!) { revokeCredential(input: $input) { credential { status } } }',
    {
      input: { credentialId: keyOf('crd', credential.credentialId) },
    },
  );
  const at = performance.now();
  const [row] = await owner.sql<{ sequence: bigint }>(
    'SELECT sequence FROM event_head WHERE principal_id = $1',
    party.principalId,
  );
  return { at, newest: Number(row?.sequence ?? 0n) };
}

/** Publishes events for every principal until the returned function is called. */
function publishContinuously(): () => Promise<void> {
  const controller = new AbortController();
  const running = (async () => {
    while (!controller.signal.aborted) {
      await publishToAll();
      await pause(10);
    }
  })();
  return async () => {
    controller.abort();
    await running;
  };
}

/** Returns the milliseconds from each revocation to its socket's end. Fails if a later event was received. */
async function closingTimes(chosen: readonly Listener[], revoked: readonly { at: number; newest: number }[]) {
  return Promise.all(
    chosen.map(async ({ client, following }, n) => {
      await following;
      const durationMs = client.closedAt - (revoked[n]?.at ?? 0);
      expect(client.closed.at(-1)).toBe(4401);
      expect(client.sequences.at(-1)).toBeLessThanOrEqual(revoked[n]?.newest ?? 0);
      return durationMs;
    }),
  );
}

async function expectOthersReceive(chosen: readonly Listener[]): Promise<void> {
  const others = listeners.filter((listener) => !chosen.includes(listener));
  await publishToAll();
  const heads = new Map<string, number>();
  for (const { principalId } of parties) {
    const [row] = await owner.sql<{ sequence: bigint }>(
      'SELECT sequence FROM event_head WHERE principal_id = $1',
      principalId,
    );
    heads.set(principalId, Number(row?.sequence ?? 0n));
  }
  const has = ({ party, client }: Listener) => client.sequences.length === heads.get(party.principalId);
  await until(() => others.every(has), 'the other 150 have every event', 30_000);
  for (const { client } of others) {
    expect(client.sequences).toEqual(client.sequences.map((_, at) => at + 1));
    expect(client.closed).toEqual([]);
  }
  // The closed sockets received no event since.
  for (const { client, party } of chosen)
    expect(client.sequences.length).toBeLessThan(heads.get(party.principalId) ?? 0);
}

// @spec SU8
test('should close 50 revoked sockets of 200 in every process with 4401 within 1 s, and send no later event', async () => {
  const chosen = listeners.filter((_, n) => n % (SOCKETS / REVOCATIONS) === n % PRINCIPALS).slice(0, REVOCATIONS);
  const stopPublishing = publishContinuously();
  // The first process revokes, and half of the sockets belong to the second.
  const revoked = await Promise.all(chosen.map((listener) => revoke(servers[0], listener)));
  const times = await closingTimes(chosen, revoked);
  await stopPublishing();
  expect(chosen.filter(({ server }) => server === servers[1]).length).toBeGreaterThan(REVOCATIONS / 4);
  expect(Math.max(...times)).toBeLessThan(1_000);
  await expectOthersReceive(chosen);
});

// @spec SU9
test('should send no event after a revocation and close the sockets by polling, when all notifications are lost', async () => {
  const chosen = listeners.slice(0, REVOCATIONS);
  const disconnect = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${LISTENER}'`;
  expect((await owner.sql(disconnect)).length).toBe(2);
  const revoked = await Promise.all(chosen.map((listener) => revoke(servers[1], listener)));
  const stopPublishing = publishContinuously();
  const times = await closingTimes(chosen, revoked);
  await stopPublishing();
  expect(Math.max(...times)).toBeLessThan(15_000);
  await expectOthersReceive(chosen);
});
