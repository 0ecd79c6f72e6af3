import 'reflect-metadata';
import { fork } from 'node:child_process';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { openSecrets } from '../src/adapters/secrets';
import { signRequest } from '../src/client';
import type { Bench, BenchOptions, Report } from './support/bench';
import { Connection, type Databases, onDatabases } from './support/database';
import { exchange } from './support/http';
import { machine } from './support/machine';
import { type Party, seedParties } from './support/market';
import { installPeers } from './support/peers/install';
import { type Peer, startPeer, untilReady } from './support/peers/start';
import { servingFrom, startServer } from './support/server';
import { compareSides, type Measured, ratiosOf, type Side, sidesTable } from './support/contenders';

/**
 * Measures the cost of the request envelope. It compares a signed `{ __typename }` with the same unsigned query and
 * with HTTP alone.
 */
export const envelope: Bench = {
  about: 'signed { __typename }, against our GraphQL unsigned and a plain Fastify route',
  run: onDatabases(async (options, databases) => measure(options, databases, await installPeers(options.note))),
};

const BODY = JSON.stringify({ query: '{ __typename }' });
const HEADERS = { 'content-type': 'application/json' };

async function measure(options: BenchOptions, databases: Databases, folder: string): Promise<Report> {
  const { secrets } = openSecrets({ keys: undefined, dataDir: databases.dataDir, production: false });
  const db = await Connection.open(databases.ours);
  const server = await startServer(servingFrom(databases), options.profileTo);
  const agent = new Agent({ keepAlive: true, maxSockets: options.clients });
  const peers: Peer[] = [];
  try {
    const [party] = (await seedParties(db, secrets, 1)) as [Party];
    const unsigned = await startUnsigned();
    const plain = await startPeer(folder, 'fastify.mjs', databases.ours);
    peers.push(unsigned, plain);
    const post = (url: string) => () => sent(agent, url, HEADERS);
    const url = `${server.url}/graphql`;
    const sides: Side[] = [
      {
        name: 'ours, signed',
        pid: server.pid,
        call: () => {
          const request = { method: 'POST', url, headers: HEADERS, body: BODY };
          return sent(agent, url, signRequest(request, party, { now: new Date() }).headers);
        },
      },
      { name: 'ours, without envelope and credential', pid: unsigned.pid, call: post(`${unsigned.url}/graphql`) },
      {
        name: 'floor: plain Fastify route',
        pid: plain.pid,
        call: post(`${plain.url}/typename`),
        first: 0.25,
        goal: 0.75,
      },
    ];
    return reportOf(options, machine(databases.version), await compareSides(options, databases.pid, sides));
  } finally {
    agent.destroy();
    await Promise.all([server.stop(), db.close(), ...peers.map((peer) => peer.stop())]);
  }
}

function startUnsigned(): Promise<Peer> {
  const file = join(__dirname, 'support', 'envelope', 'unsigned.ts');
  const env = { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production' };
  const stdio: ['ignore', 'ignore', 'inherit', 'ipc'] = ['ignore', 'ignore', 'inherit', 'ipc'];
  return untilReady('unsigned.ts', fork(file, [], { env, execArgv: ['--import', 'tsx'], stdio }));
}

async function sent(agent: Agent, url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const { status, text } = await exchange(agent, 'POST', url, headers, BODY);
  if (status !== 200 || text !== '{"data":{"__typename":"Query"}}') throw new Error(`${url} ${String(status)} ${text}`);
}

function reportOf(options: BenchOptions, where: Readonly<Record<string, string>>, sides: Measured[]): Report {
  const { seconds, rounds, clients } = options;
  const text = [
    `envelope: { __typename }, ${String(clients)} callers, ${String(rounds)} rounds of ${String(seconds)} s a side, medians`,
    Object.values(where).join(' · '),
    '',
    sidesTable('requests/s', sides),
    '',
    'all answered the same',
  ].join('\n');
  const figures = { bench: 'envelope', machine: where, options: { seconds, rounds, clients }, sides };
  return { text, figures, ratios: ratiosOf('{ __typename }', sides), sound: true };
}
