import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { newUuidV7 } from '../../../src/adapters/ids';
import { type Client, createClient } from '../../../src/client';
import { keyOf } from '../../../src/domain/keys';
import { applyEffects } from '../../../src/database/repositories/decisions';
import type { Database } from '../../../src/database/transactions/database';
import { Caller } from '../kill/caller';
import { startTestApp, type TestApp } from '../../../test/support/app';
import type { BuiltProcess, BuiltServer } from '../../../test/support/built';
import { mutate } from '../../../test/support/parties';
import { type PushedParty, richPushedParty, verified } from '../../../test/support/webhook-agents';
import { type Received, type Receiver, startReceiver } from '../../../test/support/receiver';
import { openStore } from '../../../test/support/service';
import { until } from '../../../test/support/actors';
import { SeededRandom, runAll } from './seeded-random';
import { FeedReader } from './readers';
import { type ProcessPool, serverPool, workerPool } from './processes';

/** Event sequencing with several processes: killing them makes no reader miss an event or get it twice. */

const PRINCIPALS = 10;
const WRITERS = 8;
const FAULTS_MS = 12_000;
const MIN_KILLS = 4;
const MIN_EVENTS = 500;
const TYPES = ['TICKETS_CREDITED', 'PROPOSAL_CREATED', 'PROPOSAL_REJECTED'];
const SETTINGS = {
  ATS_WEBHOOK_ALLOW_PRIVATE: 'true',
  ATS_WEBHOOK_RETRY_SCHEDULE_SECONDS: '1,1,1,1',
  ATS_WEBHOOK_TIMEOUT_SECONDS: '5',
};

let app: TestApp;
let store: Database;
let receiver: Receiver;
let random: SeededRandom;
let written = 0;
let workers: ProcessPool<BuiltProcess>;
let servers: ProcessPool<BuiltServer>;
const parties: PushedParty[] = [];
const principalIds: string[] = [];

beforeAll(async () => {
  random = SeededRandom.fromEnvironment('chaos, relay');
  receiver = await startReceiver();
  app = await startTestApp({ ATS_ROLE: 'api', ...SETTINGS });
  store = await openStore(app.ownerUrl, undefined, WRITERS + 2);
  const shared = { ...SETTINGS, DATABASE_URL: app.ownerUrl, ATS_DATA_DIR: app.dataDir };
  for (let n = 0; n < PRINCIPALS; n += 1) {
    parties.push(await richPushedParty(app, receiver.url(`/${String(n)}`), TYPES));
    const [row] = await app.sql<{ principal_id: string }>('SELECT principal_id FROM agent WHERE agent_id = $1', [
      parties[n]?.agentId,
    ]);
    principalIds.push(row?.principal_id ?? '');
  }
  workers = workerPool(shared);
  servers = serverPool({ ...shared, ATS_ROLE: 'api' });
  await Promise.all([workers.start(2), servers.start(2)]);
}, 300_000);
afterAll(async () => {
  await Promise.all([servers.stop(), workers.stop()]);
  await store.close();
  await app.stop();
  await receiver.stop();
}, 300_000);

/** The party's client for this server. */
const clientAt = ({ credential, agentId }: PushedParty, { url }: BuiltServer): Client =>
  createClient({ url, credential, agentId, retry: { attempts: 1 } });

/** Writes events of some principals in one transaction of random length. */
async function write(): Promise<void> {
  const recipients = principalIds.filter(() => random.next() < 0.25);
  const early = random.next() < 0.5;
  // Most transactions are short; some stay open longer than one sequencing batch.
  const takesMs = random.next() < 0.8 ? random.between(0, 20) : random.between(100, 900);
  await store.inTransaction(async (tx) => {
    const events = recipients.map((principalId) => {
      const principal_key = keyOf('prn', principalId);
      return {
        eventId: newUuidV7(tx.now),
        principalId,
        type: 'tickets.credited' as const,
        subjectKey: principal_key,
        tradeId: null,
        data: { principal_key, session_id: 'cs_test_1', tickets_stamps: 1 },
      };
    });
    if (early) await applyEffects(tx, { events });
    await pause(takesMs);
    if (!early) await applyEffects(tx, { events });
  });
  written += recipients.length;
}

/** Makes and rejects proposals through a server that is killed repeatedly. */
async function rejectProposals(
  caller: Caller,
  server: BuiltServer,
  [one, other]: [PushedParty, PushedParty],
  isOver: () => boolean,
) {
  const listing = {
    tradeProfile: `chaos.${randomUUID().slice(0, 8)}`,
    title: 'Work',
    description: 'Some work.',
    tags: [],
  };
  const publish = (by: PushedParty, side: string) =>
    mutate<{ listing: { listingKey: string } }>(
      createClient({ url: app.url, credential: by.credential, agentId: by.agentId }),
      'publishListing',
      { ...listing, side, agentId: by.agentId, priceStamps: 500 },
      'listing { listingKey }',
    );
  await publish(one, 'PROVIDE');
  const wanted = await publish(other, 'CONSUME');
  const api = clientAt(other, server);
  const { listingKey } = wanted.listing;
  while (!isOver()) {
    const selection = 'matchRun { proposals { proposalKey } }';
    const run = await caller.mutate<{ matchRun: { proposals: { proposalKey: string }[] } }>(
      api,
      randomUUID(),
      'runMatch',
      { listingKey },
      selection,
    );
    for (const { proposalKey } of run.matchRun.proposals) {
      await caller.mutate(
        api,
        randomUUID(),
        'respondToProposal',
        { proposalKey, decision: 'REJECT' },
        'proposal { state }',
      );
    }
  }
}

interface EventRow {
  readonly event_id: string;
  readonly sequence: number;
  readonly payload: string;
}

const logOf = (principalId: string): Promise<EventRow[]> =>
  app.sql<EventRow>(
    'SELECT event_id, sequence::int AS sequence, webhook_payload(e) AS payload FROM event e WHERE principal_id = $1 ORDER BY sequence',
    [principalId],
  );

async function countUnfinished(): Promise<number> {
  const [row] = await app.sql<{ count: number }>(
    `SELECT ((SELECT count(*) FROM event WHERE sequence IS NULL)
       + (SELECT count(*) FROM webhook_delivery WHERE state = 'pending'))::int AS count`,
  );
  return row?.count ?? 0;
}

test('when API and worker processes are killed under load, the log has no gap and each reader gets every event once, in order', async () => {
  const end = performance.now() + FAULTS_MS;
  let failed = false;
  const isOver = (): boolean =>
    failed || (performance.now() > end && workers.kills + servers.kills >= MIN_KILLS && written >= MIN_EVENTS);
  const caller = new Caller();
  const readers = parties.map((party) => new FeedReader(servers.alive.map((server) => clientAt(party, server))));
  let finished = false;
  const reading = readers.map((reader) => reader.readUntil(() => finished));
  const writing = Array.from({ length: WRITERS }, async () => {
    while (!isOver()) await write();
  });
  const rejecting = servers.alive.map((server, n) =>
    rejectProposals(caller, server, [parties[2 * n], parties[2 * n + 1]] as [PushedParty, PushedParty], isOver),
  );
  const parts = [
    workers.killRepeatedly(random, isOver),
    servers.killRepeatedly(random, isOver),
    ...writing,
    ...rejecting,
  ];
  await runAll(() => (failed = true), parts);
  // The readers must end even if waiting fails.
  await until(countUnfinished, (count) => count === 0, 120_000).finally(() => (finished = true));
  await Promise.all(reading);

  let events = 0;
  let webhooks = 0;
  for (const [n, principalId] of principalIds.entries()) {
    const log = await logOf(principalId);
    events += log.length;
    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, place) => place + 1));
    const ids = log.map(({ event_id }) => keyOf('evt', event_id));
    expect(readers[n]?.events).toEqual(ids.map((id, place) => ({ id, sequence: place + 1 })));
    webhooks += assertCompleteWebhooks(receiver.of(`/${String(n)}`), log, parties[n]);
  }
  console.log(
    `${String(events)} events of ${String(PRINCIPALS)} principals, ${String(workers.kills)} workers and ${String(servers.kills)} servers killed, ` +
      `${String(caller.calls.length)} calls of which ${String(caller.calls.filter(({ attempts }) => attempts > 1).length)} were interrupted, ${String(webhooks)} webhooks`,
  );
  expect(events).toBeGreaterThanOrEqual(written);
  expect(servers.kills + workers.kills).toBeGreaterThanOrEqual(MIN_KILLS);
}, 300_000);

/** Checks that the webhooks, without duplicates, are exactly the events of the log. */
function assertCompleteWebhooks(
  sent: readonly Received[],
  log: readonly EventRow[],
  party: PushedParty | undefined,
): number {
  const bodies = new Map<string, string>();
  for (const request of sent) {
    const { id } = verified(request, party?.secrets ?? {});
    expect(bodies.get(id) ?? request.body).toBe(request.body);
    bodies.set(id, request.body);
  }
  const wanted = log.map(({ event_id, payload }): [string, string] => [keyOf('evt', event_id), payload]);
  expect(new Map([...bodies].sort())).toEqual(new Map(wanted.sort()));
  return sent.length;
}
