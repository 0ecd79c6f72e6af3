import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { buyTickets, createParty, type Party } from '../../test/support/actors';
import { type BuiltServer, builtServer } from '../../test/support/built';
import { partiesAt } from '../../test/support/built-parties';
import { freshDatabase } from '../../test/support/database';
import { newFolder } from '../../test/support/folder';
import { freePort } from '../../test/support/free-port';
import { insertLargeAgents } from '../../test/support/large-agents';
import type { Attack, AttackCounts, AttackerMessage } from './attack';

const CARDS = 200;

/** The compiled service in a process of its own, with the default limits, and parties. */
export interface AttackedService {
  readonly server: BuiltServer;
  readonly metricsUrl: string;
  /** A principal that no attack uses. */
  readonly bystander: Party;
  readonly introspector: Party;
  readonly writer: Party;
  /** Each has 200 agents with cards of 64 KB. */
  readonly slowReaders: readonly Party[];
  /** Ends the service, if it runs, and removes its data. */
  remove(): Promise<void>;
}

export async function startAttackedService(): Promise<AttackedService> {
  const database = await freshDatabase();
  const dataDir = newFolder('load');
  const metricsPort = String(await freePort());
  const server = await builtServer({
    DATABASE_URL: database.ownerUrl,
    ATS_DATA_DIR: dataDir,
    ATS_METRICS_PORT: metricsPort,
  });
  const app = await partiesAt(server);
  const [bystander, introspector, writer] = [
    await createParty(app, 'Bystander'),
    await createParty(app, 'Introspector'),
    await createParty(app, 'Writer'),
  ];
  await buyTickets(writer, 'SCALE');
  const slowReaders: Party[] = [];
  for (let n = 0; n < 5; n += 1) slowReaders.push(await createParty(app, `Slow-${String(n)}`));
  await insertCards(database.ownerUrl, slowReaders);
  return {
    server,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    bystander,
    introspector,
    writer,
    slowReaders,
    async remove() {
      await server.kill('SIGKILL');
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function insertCards(ownerUrl: string, parties: readonly Party[]): Promise<void> {
  const owner = new Client(ownerUrl);
  await owner.connect();
  const sql = async <T>(text: string, values?: readonly unknown[]): Promise<T[]> =>
    (await owner.query(text, values && [...values])).rows as T[];
  for (const party of parties) await insertLargeAgents({ sql }, party, CARDS);
  await owner.end();
}

/** Attackers in processes of their own. */
export interface Attackers {
  /** How often they did what so far. */
  counts(): Promise<AttackCounts>;
  /** Ends the attacks. Returns how often they did what. */
  stop(): Promise<AttackCounts>;
}

/** Starts the processes, then all attacks at once. */
export async function startAttackers(attacks: readonly Attack[]): Promise<Attackers> {
  const children = attacks.map(() => {
    const child = fork(join(__dirname, 'attackers.ts'), { execArgv: ['--import', 'tsx'] });
    child.on('error', () => undefined);
    return child;
  });
  await Promise.all(children.map((child) => once(child, 'message')));
  const send = (child: ChildProcess, message: AttackerMessage): boolean => child.send(message);
  children.forEach((child, at) => send(child, attacks[at] as Attack));
  const answers = async (message: 'count' | 'stop'): Promise<AttackCounts> => {
    const counts = children.map(async (child) => {
      const answered = once(child, 'message') as Promise<[AttackCounts]>;
      send(child, message);
      return (await answered)[0];
    });
    return Object.assign({}, ...(await Promise.all(counts))) as AttackCounts;
  };
  return { counts: () => answers('count'), stop: () => answers('stop') };
}
