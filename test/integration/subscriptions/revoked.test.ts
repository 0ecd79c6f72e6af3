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
import { Stranger } from './stranger';
import { issue, newPrincipal, type Signing, tell } from './support';

/** Two API processes on one database, as they are shipped; what revokes, and what happens, comes through either. */
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
  /** It has no socket, and revokes the others. */
  readonly spare: Signing;
}

interface Listener {
  readonly party: Party;
  readonly credential: Signing;
  readonly stranger: Stranger;
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
  listeners = await Promise.all(
    Array.from({ length: SOCKETS }, async (_, n) => {
      const party = parties[n % PRINCIPALS] as Party;
      const server = servers[Math.floor(n / PRINCIPALS) % 2] as BuiltServer;
      const credential = await issue(store, services, party);
      const address = `${server.url.replace(/^http/, 'ws')}/graphql`;
      const stranger = new Stranger(address, credential, eventCursor(0n));
      return { party, credential, stranger, server, following: stranger.follow() };
    }),
  );
  await tellAll();
  await until(() => listeners.every(({ stranger }) => stranger.sequences.length > 0), 'all 200 hear', 30_000);
});
afterEach(async () => {
  for (const { stranger } of listeners) stranger.stop();
  await Promise.all(listeners.map(({ following }) => following));
});

async function tellAll(): Promise<void> {
  await Promise.all(parties.map(({ principalId }) => tell(store, principalId, 1)));
}

/** Revoked over the API; answers the newest event at that time: nothing after it may be heard. */
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

/** Events go on happening, at every principal, until it is called off. */
function happening(): () => Promise<void> {
  const calledOff = new AbortController();
  const running = (async () => {
    while (!calledOff.signal.aborted) {
      await tellAll();
      await pause(10);
    }
  })();
  return async () => {
    calledOff.abort();
    await running;
  };
}

/** Milliseconds from the answer to the revocation to the end of each socket; fails where an event came later than it may. */
async function closings(chosen: readonly Listener[], revoked: readonly { at: number; newest: number }[]) {
  return Promise.all(
    chosen.map(async ({ stranger, following }, n) => {
      await following;
      const took = stranger.closedAt - (revoked[n]?.at ?? 0);
      expect(stranger.closed.at(-1)).toBe(4401);
      expect(stranger.sequences.at(-1)).toBeLessThanOrEqual(revoked[n]?.newest ?? 0);
      return took;
    }),
  );
}

async function othersStillHear(chosen: readonly Listener[]): Promise<void> {
  const others = listeners.filter((listener) => !chosen.includes(listener));
  await tellAll();
  const heads = new Map<string, number>();
  for (const { principalId } of parties) {
    const [row] = await owner.sql<{ sequence: bigint }>(
      'SELECT sequence FROM event_head WHERE principal_id = $1',
      principalId,
    );
    heads.set(principalId, Number(row?.sequence ?? 0n));
  }
  const has = ({ party, stranger }: Listener) => stranger.sequences.length === heads.get(party.principalId);
  await until(() => others.every(has), 'the other 150 have every event', 30_000);
  for (const { stranger } of others) {
    expect(stranger.sequences).toEqual(stranger.sequences.map((_, at) => at + 1));
    expect(stranger.closed).toEqual([]);
  }
  // Whoever was cut off has heard nothing since.
  for (const { stranger, party } of chosen)
    expect(stranger.sequences.length).toBeLessThan(heads.get(party.principalId) ?? 0);
}

// @spec SU8
test('200 sockets, 50 revocations while events go on: all 50 are closed with 4401 within 1 s, in every process, and no event after', async () => {
  const chosen = listeners.filter((_, n) => n % (SOCKETS / REVOCATIONS) === n % PRINCIPALS).slice(0, REVOCATIONS);
  const calledOff = happening();
  // All through the first process; half of the sockets are of the second.
  const revoked = await Promise.all(chosen.map((listener) => revoke(servers[0], listener)));
  const took = await closings(chosen, revoked);
  await calledOff();
  expect(chosen.filter(({ server }) => server === servers[1]).length).toBeGreaterThan(REVOCATIONS / 4);
  expect(Math.max(...took)).toBeLessThan(1_000);
  await othersStillHear(chosen);
});

// @spec SU9
test('with every notification lost no event is let out after the revocation, and the poll closes the sockets', async () => {
  const chosen = listeners.slice(0, REVOCATIONS);
  const deaf = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${LISTENER}'`;
  expect((await owner.sql(deaf)).length).toBe(2);
  const revoked = await Promise.all(chosen.map((listener) => revoke(servers[1], listener)));
  const calledOff = happening();
  const took = await closings(chosen, revoked);
  await calledOff();
  expect(Math.max(...took)).toBeLessThan(15_000);
  await othersStillHear(chosen);
});
