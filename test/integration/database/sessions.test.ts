import { randomBytes, randomUUID } from 'node:crypto';
import { DatabaseError, Client } from 'pg';
import { ShiftedClock } from '../../../src/database/connection/clock';
import { deleteExpiredSessions } from '../../../src/database/repositories/retention';
import { closeHuman } from '../../../src/database/repositories/sessions';
import type { Database } from '../../../src/database/transactions/database';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { openStore } from '../../support/service';

/** Constraints and retention of the tables of sign-in sessions. */

let database: TestDatabase;
let app: Client;
let store: Database;
const clock = new ShiftedClock();
const DAY = 86_400;
const human = randomUUID();
const session = randomUUID();

beforeAll(async () => {
  database = await freshDatabase();
  app = new Client(database.url);
  await app.connect();
  store = await openStore(database.ownerUrl, clock);
  await app.query(`INSERT INTO human VALUES ($1, 'local', 'ada', now())`, [human]);
  await app.query(`INSERT INTO refresh_session VALUES ($1, $2, now(), now() + interval '1 day')`, [session, human]);
  await insertToken(randomBytes(32), 'NULL');
});
afterAll(async () => {
  await app.end();
  await store.close();
  await database.drop();
});

function insertToken(hash: Buffer, rotatedAt: string, of = session): Promise<unknown> {
  return app.query(`INSERT INTO refresh_token VALUES ($1, $2, now(), ${rotatedAt})`, [hash, of]);
}

function insertSignIn(returnTo: string | null, hash = randomBytes(32), life = '10 minutes'): Promise<unknown> {
  return app.query(`INSERT INTO sign_in VALUES ($1, $1, '\\x00', 'k', $2, now(), now() + $3::interval)`, [
    hash,
    returnTo,
    life,
  ]);
}

function insertKey(publicKey: string, signs = '1 day', served = '2 days'): Promise<unknown> {
  return app.query(
    `INSERT INTO session_key VALUES ($1, $2, '\\x00', 'k', now(), now() + $3::interval, now() + $4::interval)`,
    [randomUUID(), publicKey, signs, served],
  );
}

function insertSession(columns: string, of = human): Promise<unknown> {
  return app.query(`INSERT INTO refresh_session VALUES ($1, $2, now(), ${columns})`, [randomUUID(), of]);
}

/** The constraint that refused. */
async function refusedBy(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return 'nothing';
  } catch (error) {
    if (error instanceof DatabaseError) return error.constraint ?? error.code;
    throw error;
  }
}

const KEY = 'A'.repeat(43);
const TOMORROW = `now() + interval '1 day'`;

test.each<[string, string, () => Promise<unknown>]>([
  ['a state that is no hash', 'sign_in_hashes', () => insertSignIn(null, randomBytes(31))],
  ['a way back to another host', 'sign_in_return_to_local', () => insertSignIn('//evil.example')],
  ['a way back to another host, spelled otherwise', 'sign_in_return_to_local', () => insertSignIn('/\\evil.example')],
  ['a way back that is an address', 'sign_in_return_to_local', () => insertSignIn('https://evil.example')],
  ['a sign-in without a life', 'sign_in_lives', () => insertSignIn('/', randomBytes(32), '0 minutes')],
  ['a session of nobody', 'refresh_session_human', () => insertSession(TOMORROW, randomUUID())],
  ['a session without a life', 'refresh_session_lives', () => insertSession('now()')],
  ['an end without a reason', 'refresh_session_ended', () => insertSession(`${TOMORROW}, now()`)],
  ['a reason of somebody’s making', 'refresh_session_reason', () => insertSession(`${TOMORROW}, now(), 'bored'`)],
  ['a token of no session', 'refresh_token_session', () => insertToken(randomBytes(32), 'NULL', randomUUID())],
  ['a token that is no hash', 'refresh_token_hash', () => insertToken(randomBytes(16), 'now()')],
  ['a second current token', 'refresh_token_one_current', () => insertToken(randomBytes(32), 'NULL')],
  ['a key of another length', 'session_key_public', () => insertKey('A'.repeat(42))],
  ['a key served no longer than it signs', 'session_key_times', () => insertKey(KEY, '1 day', '1 day')],
  ['a changed key', '42501', () => app.query(`UPDATE session_key SET public_key = '${KEY}'`)],
  ['a changed sign-in', '42501', () => app.query(`UPDATE sign_in SET return_to = '/'`)],
])('%s is refused by %s', async (_, constraint, work) => {
  expect(await refusedBy(work())).toBe(constraint);
});

test('a sign-in may name a path or none', async () => {
  for (const returnTo of [null, '/', '/console?tab=a']) expect(await refusedBy(insertSignIn(returnTo))).toBe('nothing');
});

test('should delete expired sign-ins and keys at once, and sessions with their tokens after the retention time', async () => {
  const count = async (table: string): Promise<number> =>
    (await app.query<{ n: number }>(`SELECT count(*)::integer AS n FROM ${table}`)).rows[0]?.n ?? -1;
  await insertKey(KEY);
  const forget = (): Promise<number> =>
    store.inTransaction((tx) => deleteExpiredSessions(tx, new Date(tx.now.getTime() - 30 * DAY * 1000), 9));
  clock.advance(3 * DAY);
  expect(await forget()).toBeGreaterThan(0);
  expect([await count('sign_in'), await count('session_key')]).toEqual([0, 0]);
  expect([await count('refresh_session'), await count('refresh_token')]).toEqual([1, 1]);
  clock.advance(30 * DAY);
  await forget();
  expect([await count('refresh_session'), await count('refresh_token')]).toEqual([0, 0]);
});

test('should return false when an unknown account is closed', async () => {
  expect(await store.inTransaction((tx) => closeHuman(tx, 'local', 'nobody'))).toBe(false);
});
