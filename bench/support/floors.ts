import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { claimOf, claimSql, keepAnswer } from '../../src/http/idempotency';
import { databaseClock } from '../../src/store/clock';
import { databaseOptions } from '../../src/store/datasource';
import { Store } from '../../src/store/tx';
import { drive, type Round, type Timed } from './bench';
import { Connection } from './database';
import type { Ready } from './effects';

type Lives = readonly (readonly Ready[])[];

/**
 * The floor: each call of each life is one statement and so one commit, which locks and reads the facts and applies
 * effects that were decided beforehand. No signature, no key, no decision, no answer kept.
 */
export async function oneCallEach(url: string, lives: Lives, clients: number, seconds: number): Promise<Round> {
  const connections = await Promise.all(Array.from({ length: clients }, () => Connection.open(url, 'application')));
  const next = lives[Symbol.iterator]();
  const life = async (client: number, timed: Timed): Promise<boolean> => {
    const { value, done } = next.next();
    if (done === true) return false;
    for (const { call, load, apply } of value) {
      await timed(call, async () =>
        connections[client]?.query({
          name: 'floor',
          text: `SELECT load_facts($1, $3) AS facts, apply_effects($2, $3) AS applied`,
          values: [load, apply, new Date()],
        }),
      );
    }
    return true;
  };
  try {
    return await drive(clients, seconds, life);
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
  }
}

/**
 * The same SQL as the service sends, through the same pool: BEGIN with the key's claim, load, apply, COMMIT with the
 * kept answer. What is missing is what Node does: HTTP, signature, GraphQL, decision.
 */
export async function sameSql(url: string, lives: Lives, clients: number, seconds: number): Promise<Round> {
  const source = await new DataSource(databaseOptions({ url, role: 'application', poolSize: clients })).initialize();
  const store = new Store(source, databaseClock);
  const next = lives[Symbol.iterator]();
  const life = async (_: number, timed: Timed): Promise<boolean> => {
    const { value, done } = next.next();
    if (done === true) return false;
    for (const ready of value) await timed(ready.call, () => transaction(store, ready));
    return true;
  };
  try {
    return await drive(clients, seconds, life);
  } finally {
    await store.close();
  }
}

const ANSWER = { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body: 'x'.repeat(250) };

async function transaction(store: Store, { call, by, load, apply }: Ready): Promise<void> {
  const { principalId, credentialId, agentId } = by;
  const caller = { kind: 'agent' as const, credentialId, principalId, agentText: agentId };
  const claim = claimOf(caller, randomUUID(), { method: 'POST', target: '/graphql', body: Buffer.from(load) });
  await store.inTransaction(
    async (tx) => {
      await tx.query({ name: 'load_facts', text: 'SELECT load_facts($1, $2) AS facts', values: [load, tx.now] });
      await tx.query({ name: 'apply_effects', text: 'SELECT apply_effects($1, $2)', values: [apply, tx.now] });
      if (call !== 'settle') keepAnswer(tx, claim, ANSWER, undefined);
    },
    call === 'settle' ? undefined : claimSql(claim),
  );
}
