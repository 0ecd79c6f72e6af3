import 'reflect-metadata';
import { Agent } from 'node:http';
import { Pool } from 'pg';
import { openSecrets } from '../src/adapters/secrets';
import { openDatabase } from '../src/database/connection/open';
import type { Database } from '../src/database/transactions/database';
import type { Bench, BenchOptions, Report } from './support/bench';
import { Connection, type Databases, onDatabases } from './support/database';
import { oneCall, transaction } from './support/floors';
import { type Mutate, openMutate } from './support/http';
import { machine } from './support/machine';
import { type Deal, type Party, seedDeals, seedParties } from './support/market';
import { type Part, reportOf } from './support/mutations/report';
import { seedAccounts, transferring, wrongTransfers } from './support/mutations/transfers';
import { type Owner, seedOwners } from './support/mutations/wallets';
import { createTrade, fundPrincipal, publishListing, reserveBond, type Work } from './support/mutations/work';
import { installPeers } from './support/peers/install';
import { type Peer, startPeer } from './support/peers/start';
import { type ServerProcess, servingFrom, startServer } from './support/server';
import { asApplication } from './support/session';
import { compareSides, type Side } from './support/contenders';
import { failedChecks } from './support/invariants';

/** Compares each mutation with the same effects in one PL/pgSQL call, and with a transfer that uses entities. */
export const mutations: Bench = {
  about: 'mutation by mutation at 16 and 64 callers, against one PL/pgSQL call and Apollo with TypeORM entities',
  run: onDatabases(async (options, databases) => measure(options, databases, await installPeers(options.note))),
};

const CALLERS = [16, 64] as const;
// Connections of the floor. More do not help, so further callers wait for one.
const CONNECTIONS = 16;
// Deals prepared per second for the parts that make trades of them.
const DEALS_A_SECOND = 500;

/** Everything the sides work with. */
interface Bed {
  readonly options: BenchOptions;
  readonly databases: Databases;
  readonly server: ServerProcess;
  readonly mutate: Mutate;
  readonly pool: Pool;
  readonly store: Database;
}

/** Subjects of the work in each database. */
interface Subjects<Subject> {
  /** Runs before each round and prepares work for this many seconds. */
  prepare?(seconds: number): Promise<void>;
  /** Undefined if none are left. */
  next(): Subject | undefined;
}

async function measure(options: BenchOptions, databases: Databases, folder: string): Promise<Report> {
  const { secrets } = openSecrets({ keys: undefined, dataDir: databases.dataDir, production: false });
  const [db, floor] = await Promise.all([Connection.open(databases.ours), Connection.open(databases.floor)]);
  const server = await startServer(servingFrom(databases), options.profileTo);
  const caller = openMutate(server.url, Math.max(...CALLERS));
  const agent = new Agent({ keepAlive: true, maxSockets: Math.max(...CALLERS) });
  const pool = new Pool({ connectionString: asApplication(databases.floor), max: CONNECTIONS });
  const store = await openDatabase({ url: databases.floor, poolSize: CONNECTIONS });
  let peer: Peer | undefined;
  try {
    const bed: Bed = { options, databases, server, mutate: caller.mutate, pool, store };
    const accounts = await seedAccounts(floor);
    peer = await startPeer(folder, 'transfers.js', databases.floor);
    const entities: Side = {
      name: 'Apollo, a transfer by TypeORM save',
      pid: peer.pid,
      call: transferring(peer.url, agent, accounts),
    };
    const parties: Both<Party[]> = [await seedParties(db, secrets), await seedParties(floor, secrets)];
    const owners: Both<Owner[]> = [
      await seedOwners(db, secrets, parties[0]),
      await seedOwners(floor, secrets, parties[1]),
    ];
    const some = both(parties, anyOf);
    const deals: Both<Subjects<Deal>> = [dealsOf(db, parties[0]), dealsOf(floor, parties[1])];
    const parts = [
      ...(await compareWork(bed, reserveBond, some, [entities])),
      ...(await compareWork(bed, fundPrincipal, both(owners, anyOf), [entities])),
      ...(await compareWork(bed, publishListing, some)),
      ...(await compareWork(bed, createTrade, deals)),
    ];
    const findings = [
      ...(await failedChecks('ours', db)),
      ...(await failedChecks('floor', floor)),
      ...(await wrongTransfers(floor)),
    ];
    return reportOf({ options, parts, findings, machine: machine(databases.version) });
  } finally {
    caller.close();
    agent.destroy();
    await Promise.all([peer?.stop(), server.stop(), db.close(), floor.close(), pool.end(), store.close()]);
  }
}

/** One value of the service's database and one of the floor's. */
type Both<T> = readonly [T, T];

function both<A, B>([ours, floor]: Both<A>, make: (one: A) => B): Both<B> {
  return [make(ours), make(floor)];
}

function anyOf<T>(all: readonly T[]): Subjects<T> {
  return { next: () => all[Math.floor(Math.random() * all.length)] };
}

function dealsOf(db: Connection, parties: readonly Party[]): Subjects<Deal> {
  let deals: Deal[] = [];
  return {
    prepare: async (seconds) => {
      deals = await seedDeals(db, parties, Math.ceil(seconds * DEALS_A_SECOND));
    },
    next: () => deals.pop(),
  };
}

async function compareWork<Subject>(
  bed: Bed,
  work: Work<Subject>,
  [ours, floor]: Both<Subjects<Subject>>,
  others: readonly Side[] = [],
): Promise<Part[]> {
  const { options, databases, server, mutate, pool, store } = bed;
  const side = (subjects: Subjects<Subject>, call: (subject: Subject) => Promise<unknown>): Omit<Side, 'name'> => ({
    ...(subjects.prepare && { prepare: (seconds: number) => subjects.prepare?.(seconds) ?? Promise.resolve() }),
    call: async () => {
      const subject = subjects.next();
      if (subject === undefined) return false;
      await call(subject);
      return true;
    },
  });
  const parts: Part[] = [];
  for (const clients of CALLERS) {
    options.note(`${work.name}, ${String(clients)} callers`);
    const target = clients === 16 ? { first: 0.35, goal: 0.65 } : { first: 0.4, goal: 1.5 };
    const sides: Side[] = [
      {
        name: 'ours, signed and idempotent',
        pid: server.pid,
        ...side(ours, async (subject) => {
          const { by, document, input } = work.sent(subject);
          await mutate(by, document, input);
        }),
      },
      {
        name: 'floor: one PL/pgSQL call',
        ...(work.name === 'reserveBond' && target),
        ...side(floor, (subject) => {
          const { name, text, values } = oneCall(work.decided(subject));
          return pool.query({ ...(name !== undefined && { name }), text, values: [...(values ?? [])] });
        }),
      },
      {
        name: 'the same SQL as ours, from Node',
        ...side(floor, (subject) => transaction(store, work.decided(subject))),
      },
      ...others,
    ];
    parts.push({ name: work.name, clients, sides: await compareSides({ ...options, clients }, databases.pid, sides) });
  }
  return parts;
}
