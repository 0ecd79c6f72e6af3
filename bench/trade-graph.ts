import 'reflect-metadata';
import { Agent } from 'node:http';
import { openSecrets } from '../src/adapters/secrets';
import type { Bench, BenchOptions, Report } from './support/bench';
import { Connection, type Databases, onDatabases } from './support/database';
import { openMutate } from './support/http';
import { machine } from './support/machine';
import { type Party, seedDeals, seedParties } from './support/market';
import { installPeers } from './support/peers/install';
import { type Peer, startPeer } from './support/peers/start';
import { type ServerProcess, servingFrom, startServer } from './support/server';
import { compareSides, type Side } from './support/contenders';
import { type Ask, askGenerated, askOurs, askRoute, askWritten } from './support/trade-graph/ask';
import { play } from './support/trade-graph/play';
import { reportOf } from './support/trade-graph/report';
import { tradesIn } from './support/trade-graph/same';

/**
 * Reads twenty trades with steps, both parties and settlement. It compares the service with a plain route and with
 * common frameworks.
 */
export const tradeGraph: Bench = {
  about:
    '20 trades with steps, parties and settlement, against Fastify, PostGraphile, mercurius and Apollo with TypeORM',
  run: onDatabases(async (options, databases) => measure(options, databases, await installPeers(options.note))),
};

const TRADES = 60;
const STEPS = 3;
const AT_ONCE = 8;

async function measure(options: BenchOptions, databases: Databases, folder: string): Promise<Report> {
  const { secrets } = openSecrets({ keys: undefined, dataDir: databases.dataDir, production: false });
  const db = await Connection.open(databases.ours);
  const server = await startServer(servingFrom(databases), options.profileTo);
  const caller = openMutate(server.url, AT_ONCE);
  const agent = new Agent({ keepAlive: true, maxSockets: options.clients });
  const peers: Peer[] = [];
  try {
    const parties = await seedParties(db, secrets, 4);
    options.note(`${String(TRADES)} trades of ${String(STEPS)} steps`);
    const next = (await seedDeals(db, parties, TRADES, STEPS))[Symbol.iterator]();
    const player = async (): Promise<void> => {
      const own = await Connection.open(databases.ours);
      for (const deal of next) await play(caller.mutate, own, deal);
      await own.close();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, player));
    await db.query({ text: 'ANALYZE' });
    const start = async (file: string, env?: Readonly<Record<string, string>>): Promise<Peer> => {
      const peer = await startPeer(folder, file, databases.ours, env);
      peers.push(peer);
      return peer;
    };
    const sides = await sidesOf({ party: parties[0] as Party, server, agent, start });
    const bytes = await allTheSame(sides);
    const measured = await compareSides(options, databases.pid, sides);
    return reportOf({ options, measured, bytes, trades: TRADES, machine: machine(databases.version) });
  } finally {
    caller.close();
    agent.destroy();
    await Promise.all([server.stop(), db.close(), ...peers.map((peer) => peer.stop())]);
  }
}

interface Start {
  readonly party: Party;
  readonly server: ServerProcess;
  readonly agent: Agent;
  readonly start: (file: string, env?: Readonly<Record<string, string>>) => Promise<Peer>;
}

interface ReadSide extends Side {
  call: Ask;
}

async function sidesOf({ party, server, agent, start }: Start): Promise<ReadSide[]> {
  const { principalId } = party;
  const fastify = await start('fastify.mjs');
  const postgraphile = await start('postgraphile.mjs');
  const mercurius = await start('mercurius.mjs');
  const batched = await start('apollo.js');
  const naive = await start('apollo.js', { LOADING: 'naive' });
  const written = (url: string): Ask => askWritten(principalId, url, agent);
  return [
    { name: 'ours, signed', pid: server.pid, call: askOurs(party, server.url, agent) },
    {
      name: 'floor: plain Fastify JSON route',
      pid: fastify.pid,
      call: askRoute(principalId, fastify.url, agent),
      first: 0.3,
      goal: 0.65,
    },
    {
      name: 'PostGraphile 5',
      pid: postgraphile.pid,
      call: askGenerated(principalId, `${postgraphile.url}/graphql`, agent),
      first: 1.5,
      goal: 3,
    },
    {
      name: 'mercurius with jit',
      pid: mercurius.pid,
      call: written(`${mercurius.url}/graphql`),
      first: 0.6,
      goal: 1.2,
    },
    { name: 'Apollo, TypeORM, DataLoader', pid: batched.pid, call: written(batched.url), first: 3, goal: 12 },
    { name: 'Apollo, TypeORM, naive', pid: naive.pid, call: written(naive.url) },
  ];
}

/** Size of the service's answer. @throws Error if the answers differ, because then a comparison means nothing */
async function allTheSame(sides: readonly ReadSide[]): Promise<number> {
  const answers = await Promise.all(sides.map(async ({ name, call }) => ({ name, text: await call() })));
  const [ours = { name: '', text: '' }, ...others] = answers;
  const wanted = tradesIn(ours.text);
  for (const { name, text } of others) {
    if (tradesIn(text) !== wanted) throw new Error(`${name} answers differently from the service`);
  }
  return Buffer.byteLength(ours.text);
}
