import { randomUUID } from 'node:crypto';
import { createClaim, claimCall, storeResponse } from '../../src/api/http/idempotency';
import type { Statement } from '../../src/database/transactions/statement';
import { openDatabase } from '../../src/database/connection/open';
import type { Database, Tx } from '../../src/database/transactions/database';
import { drive, type Round } from './bench';
import { Connection } from './database';
import type { Ready } from './effects';
import type { Party } from './market';

type Lives = readonly (readonly Ready[])[];

/** Floors of the service. Their connections stay open between the rounds, as the service's do. */
export interface Floors {
  /**
   * Sends each call as one statement and one commit. It locks and reads the data, then applies effects decided
   * beforehand. It has no signature, no key, no decision and no stored answer.
   */
  oneCallEach(lives: Lives, seconds: number): Promise<Round>;
  /**
   * Sends the SQL of the service through the same pool: BEGIN with the key's claim, load, apply, COMMIT with the stored
   * response. Only the work of Node is missing: HTTP, signature, GraphQL and decision.
   */
  sameSql(lives: Lives, seconds: number): Promise<Round>;
  close(): Promise<void>;
}

export async function openFloors(url: string, clients: number): Promise<Floors> {
  const connections = await Promise.all(Array.from({ length: clients }, () => Connection.open(url, 'application')));
  const store = await openDatabase({ url, poolSize: clients });
  const run = (lives: Lives, seconds: number, send: (client: number, ready: Ready) => Promise<unknown>) => {
    const next = lives[Symbol.iterator]();
    return drive(clients, seconds, async (client, timed) => {
      const { value, done } = next.next();
      if (done === true) return false;
      for (const ready of value) await timed(ready.call, () => send(client, ready));
      return true;
    });
  };
  return {
    oneCallEach: (lives, seconds) =>
      run(lives, seconds, async (client, ready) => connections[client]?.query(oneCall(ready))),
    sameSql: (lives, seconds) => run(lives, seconds, (_, ready) => transaction(store, ready)),
    close: async () => {
      await Promise.all([store.close(), ...connections.map((connection) => connection.close())]);
    },
  };
}

/** Locks and reads the data and applies effects decided beforehand, in one statement and one commit. */
export function oneCall({ load, apply }: Pick<Ready, 'load' | 'apply'>): Statement {
  const text = 'SELECT load_decision_data($1, $3) AS data, apply_effects($2, $3) AS applied';
  return { name: 'floor', text, values: [load, apply, new Date()] };
}

const BODY = Buffer.from('x'.repeat(250));
const ANSWER = { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: 'x'.repeat(250) };

/** Sends the SQL of one mutation: BEGIN with the key's claim, load, apply, COMMIT with the stored answer. */
export async function transaction(store: Database, { call, by, load, apply }: Ready): Promise<void> {
  const statements = (now: Date): readonly Statement[] => [
    { name: 'load_decision_data', text: 'SELECT load_decision_data($1, $2) AS data', values: [load, now] },
    { name: 'apply_effects', text: 'SELECT apply_effects($1, $2)', values: [apply, now] },
  ];
  if (call === 'settle') await store.inTransaction((tx) => sendAll(tx, statements(tx.now)));
  else await inMutationFrame(store, by, statements);
}

/** Runs statements between the claim of a key and its stored answer, as the service does. */
export async function inMutationFrame(
  store: Database,
  { principalId, credentialId, agentId }: Party,
  statements: (now: Date) => readonly Statement[],
): Promise<void> {
  const caller = { kind: 'principal' as const, credentialId, principalId, agentText: agentId };
  const claim = createClaim(caller, randomUUID(), { method: 'POST', target: '/graphql', body: BODY });
  await store.inTransaction(async (tx) => {
    await sendAll(tx, statements(tx.now));
    storeResponse(tx, claim, ANSWER, undefined);
  }, claimCall(claim));
}

async function sendAll(tx: Tx, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await tx.query(statement);
}
