import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { newUuidV7 } from '../../src/adapters/ids';
import { createClient, type Credential } from '../../src/client';
import { buyTickets, createParty, type Party } from '../../test/support/actors';
import { type BuiltServer, builtServer, runCli } from '../../test/support/built';
import { freshDatabase } from '../../test/support/database';
import { newFolder } from '../../test/support/folder';
import type { Attack, AttackerMessage } from './attack';

const CARDS = 200;

/** The compiled service in a process of its own, with the default limits, and parties. */
export interface AttackedService {
  readonly server: BuiltServer;
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
  const server = await builtServer({ DATABASE_URL: database.ownerUrl, ATS_DATA_DIR: dataDir });
  const made = await runCli(['platform-credential', 'create', '--role', 'console', '--json'], server.env);
  const row = JSON.parse(made.stdout) as Readonly<Record<string, string>>;
  const credential: Credential = { apiKey: row['api_key'] ?? '', signingSecret: row['signing_secret'] ?? '' };
  const app = {
    url: server.url,
    consoleFor: (subject: string) =>
      createClient({ url: server.url, credential, acting: { provider: 'test', subject } }),
  };
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
  const now = new Date();
  for (const { agentId } of parties) {
    await owner.query(
      `INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications, extended_agent_card, event_types, created_at)
       SELECT id, a.principal_id, a.card || jsonb_build_object('more', repeat('x', 64000)), a.card_missing, a.streaming, a.push_notifications,
         a.extended_agent_card, a.event_types, now() FROM agent a, unnest($2::uuid[]) id WHERE a.agent_id = $1`,
      [agentId, Array.from({ length: CARDS }, () => newUuidV7(now))],
    );
  }
  await owner.end();
}

/** Attackers in a process of their own. */
export interface Attackers {
  /** Ends the attack. Returns how often each of them did what. */
  stop(): Promise<Readonly<Record<string, number>>>;
}

export function startAttackers(attack: Attack): Attackers {
  const child = fork(join(__dirname, 'attackers.ts'), { execArgv: ['--import', 'tsx'] });
  child.on('error', () => undefined);
  child.send(attack satisfies AttackerMessage);
  return {
    async stop() {
      const answered = once(child, 'message') as Promise<[Readonly<Record<string, number>>]>;
      child.send('stop' satisfies AttackerMessage);
      const [counts] = await answered;
      return counts;
    },
  };
}
