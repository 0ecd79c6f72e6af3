import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { assignSequences } from '../src/database/events/event-log';
import { openDatabase } from '../src/database/connection/open';
import type { Database } from '../src/database/transactions/database';
import { notifyWork } from '../src/database/connection/worker-notifications';
import { type Bench, type BenchOptions, warmUpSeconds } from './support/bench';
import { type CpuUse, cpuUse, difference } from './support/cpu';
import { type Databases, onDatabases } from './support/database';
import { machine } from './support/machine';
import { servingFrom, startServer } from './support/server';
import { measureTradeEnds } from './support/webhooks/ends';
import { type Bare, type Floor, type Sink, startBare, startFloor, startSink } from './support/webhooks/processes';
import { reportOf, type Round, type Rounds } from './support/webhooks/report';
import { insertEvents, seedEndpoints, publishEvents } from './support/webhooks/seed';

const ENDPOINTS = 64;
/** Sockets of the bare pool. More do not make it faster. */
const CONNECTIONS = 64;
/** Webhooks per second of a round. The number is high enough that the rate is the worker's, not the start's. */
const WEBHOOKS_A_SECOND = 2_000;
/** Webhooks sent one at a time, each after the previous one has arrived. */
const SINGLES = 100;
/** Time after which the last webhook is acknowledged too. */
const SETTLED_MS = 1_000;
/** Size of the bodies that the service sends. */
const BODY_BYTES = 420;

/**
 * Delivers webhooks to a local receiver: claimed, sent and acknowledged, and also numbered. It compares the service
 * with the same batches sent by an undici pool alone, and with a pool that only sends.
 */
export const webhooks: Bench = {
  about: 'webhooks claimed, sent and acknowledged, against the same SQL sent by a bare undici pool, and the pool alone',
  run: onDatabases(async (options, databases) => {
    const sink = await startSink();
    const bare = startBare();
    let floor: Floor | undefined;
    try {
      floor = await startFloor({ databaseUrl: databases.floor, url: sink.url, connections: CONNECTIONS });
      const measured = await measure(options, databases, { sink, bare, floor });
      return reportOf({ options, machine: machine(databases.version), endpoints: ENDPOINTS, ...measured });
    } finally {
      await floor?.stop();
      bare.stop();
      sink.stop();
    }
  }),
};

interface Children {
  readonly sink: Sink;
  readonly bare: Bare;
  readonly floor: Floor;
}

async function measure(options: BenchOptions, databases: Databases, { sink, bare, floor }: Children) {
  const [own, other] = [await seeded(databases, 'ours', sink), await seeded(databases, 'floor', sink)];
  const env = { ...servingFrom(databases), ATS_WEBHOOK_ALLOW_PRIVATE: 'true', ATS_LOG_LEVEL: 'error' };
  const server = await startServer(env, options.profileTo);
  try {
    const parts: Parts = { ...own, pid: server.pid, sink, databases };
    const floorParts: Parts = { ...other, pid: floor.pid, broken: floor.broken, sink, databases };
    const count = options.seconds * WEBHOOKS_A_SECOND;
    const rounds: { [side in keyof Rounds]: Round[] } = { ours: [], floor: [], numbered: [], bare: [] };
    const warming = warmUpSeconds(options) * WEBHOOKS_A_SECOND;
    await numbered(parts, warming);
    await waiting(floorParts, warming);
    await barely(parts, bare, warming);
    for (let number = 1; number <= options.rounds; number += 1) {
      rounds.ours.push(await waiting(parts, count));
      rounds.floor.push(await waiting(floorParts, count));
      rounds.bare.push(await barely(parts, bare, count));
      rounds.numbered.push(await numbered(parts, count));
      options.note(`round ${String(number)} of ${String(options.rounds)}`);
    }
    const latencyMs = await singly(parts);
    const endedMs = await measureTradeEnds(databases, server.url, sink, SINGLES);
    await pause(SETTLED_MS);
    const left = { ours: await unacknowledged(parts), floor: await unacknowledged(floorParts) };
    return { rounds, latencyMs, endedMs, unacknowledged: left };
  } finally {
    await server.stop();
    await Promise.all([own.store.close(), other.store.close()]);
  }
}

/** One database with endpoints and their principals. */
async function seeded(databases: Databases, which: 'ours' | 'floor', sink: Sink) {
  const store = await openDatabase({ url: databases[which], poolSize: 2 });
  return { store, principals: await seedEndpoints(store, databases.dataDir, sink.url, ENDPOINTS) };
}

interface Parts {
  readonly store: Database;
  readonly principals: readonly string[];
  /** Process that delivers. */
  readonly pid: number;
  /** Rejects when that process ends. */
  readonly broken?: Promise<never>;
  readonly sink: Sink;
  readonly databases: Databases;
}

/** Principals of this many events, endpoint by endpoint in turn. */
function principalsOf({ principals }: Parts, count: number): string[] {
  return Array.from({ length: count }, (_, number) => principals[number % principals.length] ?? '');
}

/** Measures waiting deliveries, from the first claim to the last acknowledged webhook. */
async function waiting(parts: Parts, count: number): Promise<Round> {
  const { store } = parts;
  await store.inTransaction(async (tx) => {
    await insertEvents(tx, principalsOf(parts, count));
    await assignSequences(tx, count);
    // No worker looks at them before the round begins.
    await tx.query({ text: 'UPDATE webhook_endpoint SET due_at = NULL' });
  });
  return delivered(parts, count, async () => {
    await store.query({ text: 'UPDATE webhook_endpoint SET due_at = now()' });
    await notifyWork(store, ['webhooks']);
  });
}

/** Measures the whole way, from the commit of the events to the last acknowledged webhook. */
async function numbered(parts: Parts, count: number): Promise<Round> {
  const { store } = parts;
  // Commits all events at once, so that the delivery limits the rate and not the writer.
  await publishEvents(store, principalsOf(parts, count));
  return delivered(parts, count, () => notifyWork(store, ['relay']));
}

async function delivered(parts: Parts, count: number, begin: () => Promise<void>): Promise<Round> {
  const { pid, sink, databases, broken } = parts;
  const from = sink.received;
  const acknowledged = async (): Promise<void> => {
    await sink.reached(from + count);
    while (await hasUnacknowledged(parts)) await pause(5);
  };
  const before = cpuUse(databases.pid, pid);
  const begun = performance.timeOrigin + performance.now();
  await begin();
  await Promise.race([acknowledged(), ...(broken ? [broken] : [])]);
  const ended = performance.timeOrigin + performance.now();
  const cpu: CpuUse | undefined = difference(before, cpuUse(databases.pid, pid));
  return { webhooks: count, seconds: (ended - begun) / 1000, cpu };
}

async function barely({ sink, databases }: Parts, bare: Bare, count: number): Promise<Round> {
  const from = sink.received;
  const before = cpuUse(databases.pid, bare.pid);
  const begun = performance.timeOrigin + performance.now();
  bare.send({ url: sink.url, body: 'x'.repeat(BODY_BYTES), webhooks: count, connections: CONNECTIONS });
  const ended = await sink.reached(from + count);
  const cpu = difference(before, cpuUse(databases.pid, bare.pid));
  return { webhooks: count, seconds: (ended - begun) / 1000, cpu };
}

/** Milliseconds from the commit of an event to its webhook, on an idle server. */
async function singly({ store, principals, sink }: Parts): Promise<number[]> {
  const took: number[] = [];
  for (let number = 0; number < SINGLES; number += 1) {
    const from = sink.received;
    await publishEvents(store, principals.slice(number % principals.length, (number % principals.length) + 1));
    await notifyWork(store, ['relay']);
    const begun = performance.timeOrigin + performance.now();
    took.push((await sink.reached(from + 1)) - begun);
  }
  return took;
}

/**
 * Whether a claimed delivery is not acknowledged yet. Every received webhook was claimed. Reads few rows, however many
 * webhooks there are.
 */
async function hasUnacknowledged({ store }: Parts): Promise<boolean> {
  const rows = await store.query({
    text: `SELECT FROM webhook_endpoint WHERE leased_delivery_ids <> '{}' LIMIT 1`,
    values: [],
  });
  return rows.length > 0;
}

async function unacknowledged({ store }: Parts): Promise<number> {
  const [row] = await store.query<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM webhook_delivery WHERE state <> 'delivered'`,
    values: [],
  });
  return row?.count ?? 0;
}
