import { checks } from '../../../src/ledger/audit';
import { startTestApp, type TestApp } from '../../support/app';
import { PUSHING } from '../../support/webhook-agents';
import { Connection } from '../../support/ledger';
import { buyTickets, createParty, mutate } from '../../support/actors';

/** Check K1 during the retention of a response: 72 hours, or 24 hours for a secret one. */

let app: TestApp;
let owner: Connection;

beforeAll(async () => {
  app = await startTestApp();
  owner = await Connection.open(app.ownerUrl);
  const party = await createParty(app, 'Keys');
  await buyTickets(party);
  await mutate(party.api, 'reserveBond', { amountStamps: 10 }, 'principal { bondAvailableStamps }');
  // One request, one answer: the key of the new agent is in it, so that the whole of it is kept for a day.
  const both = `mutation ($agent: RegisterAgentInput!, $bond: ReserveBondInput!) {
    registerAgent(input: $agent) { webhookSigningKey { secret } } reserveBond(input: $bond) { principal { principalKey } } }`;
  const { principalKey } = party;
  const card = { ...PUSHING, capabilities: {} };
  await party.owner.mutate(both, { agent: { principalKey, card }, bond: { principalKey, amountStamps: 20 } });
});
afterAll(async () => {
  await owner.close();
  await app.stop();
});

async function foundBy(damage: string): Promise<string[]> {
  await owner.sql('BEGIN; SET LOCAL session_replication_role = replica');
  try {
    await owner.sql(damage);
    const found: string[] = [];
    for (const check of checks.filter(({ id }) => id.startsWith('K'))) {
      found.push(...(await check.run(owner)).map(({ check: id, detail }) => `${id} ${detail}`));
    }
    return found;
  } finally {
    await owner.sql('ROLLBACK');
  }
}

/** The journal of the request whose answer bears a secret, or of the other. */
const requested = (secret: boolean): string =>
  `idem_key LIKE 'request:%' AND ${secret ? '' : 'NOT '}EXISTS (SELECT FROM webhook_signing_key k WHERE k.created_at = ledger_journal.created_at)`;

/** The same key has another effect so much later, and its answer is the second’s, as `keep_answer` leaves it. */
const repeated = (secret: boolean, after: string): string =>
  `UPDATE idempotency_answer a SET created_at = a.created_at + interval '${after}', expires_at = expires_at + interval '${after}'
   FROM ledger_journal WHERE a.created_at = ledger_journal.created_at AND ${requested(secret)};
   INSERT INTO ledger_journal SELECT gen_random_uuid(), left(idem_key, -36) || gen_random_uuid(), request_hash, kind, trade_id, created_at + interval '${after}', canonical_sha256
   FROM ledger_journal WHERE ${requested(secret)}`;

/** Makes all rows this old and deletes the response of one effect. */
const forgotten = (secret: boolean, before: string): string =>
  `DELETE FROM idempotency_answer a USING ledger_journal WHERE a.created_at = ledger_journal.created_at AND ${requested(secret)};
   UPDATE ledger_journal SET created_at = created_at - interval '${before}' WHERE idem_key LIKE 'request:%';
   UPDATE webhook_signing_key SET created_at = created_at - interval '${before}';
   UPDATE idempotency_answer SET created_at = created_at - interval '71 hours', expires_at = expires_at - interval '71 hours'
   WHERE body_ciphertext IS NULL`;

test('nothing is found where every effect has its answer', async () => {
  expect(await foundBy('')).toEqual([]);
  const [row] = await owner.sql(`SELECT (SELECT count(*) FROM ledger_journal WHERE ${requested(true)}) AS secret,
    (SELECT count(*) FROM ledger_journal WHERE ${requested(false)}) AS others`);
  expect(row).toEqual({ secret: 1n, others: 1n });
});

const TWICE = [expect.stringMatching(/^K1 key .* had an effect at .* and another at/s) as string];

test.each([
  [false, '1 second', true],
  [false, '30 hours', true],
  [false, '71:59:59.999', true],
  // From then on the key is free, so a request with it is a new one.
  [false, '72 hours', false],
  [true, '23:59:59.999', true],
  [true, '24 hours', false],
  [true, '30 hours', false],
])(
  'a second effect under one key (its answer bears a secret: %s) %s later: found is %s',
  async (secret, after, found) => {
    expect(await foundBy(repeated(secret, after))).toEqual(found ? TWICE : []);
  },
);

const LOST = [expect.stringMatching(/^K1 journal .* was posted under key .*, which has no answer$/s) as string];

test.each([
  [false, '30 hours', true],
  [false, '70 hours', true],
  [false, '72 hours', false],
  [true, '22 hours', true],
  [true, '30 hours', false],
])(
  'an effect (its answer bore a secret: %s) of %s ago without its answer: found is %s',
  async (secret, before, found) => {
    expect(await foundBy(forgotten(secret, before))).toEqual(found ? LOST : []);
  },
);

/** Deletes all responses; the effects are this old. */
const allForgotten = (before: string): string =>
  `DELETE FROM idempotency_answer; UPDATE ledger_journal SET created_at = created_at - interval '${before}' WHERE idem_key LIKE 'request:%';
   UPDATE webhook_signing_key SET created_at = created_at - interval '${before}'`;
/** A response of a request that had no effect. */
const NEWER = `INSERT INTO idempotency_answer (scope, key, fingerprint, status, headers, body, created_at, expires_at)
  VALUES ('s', 'k', sha256('x'), 200, '{}', '{}', now(), now() + interval '72 hours')`;
const AHEAD = `INSERT INTO sandbox_clock (advanced_ms) VALUES (73 * 3600000) ON CONFLICT (only_row) DO UPDATE SET advanced_ms = 73 * 3600000`;

// @spec LE14
test.each([
  ['now', allForgotten('0 seconds'), 2],
  ['now, before newer ones', `${allForgotten('0 seconds')}; ${NEWER}`, 2],
  ['30 hours ago: that with a secret is deleted', allForgotten('30 hours'), 1],
  ['73 hours ago: all are deleted', allForgotten('73 hours'), 0],
  ['now, and a test clock has moved on', `${allForgotten('0 seconds')}; ${AHEAD}`, 0],
])('should find the effects of which every response is lost: %s', async (_, damage, effects) => {
  expect(await foundBy(damage)).toEqual(Array.from({ length: effects }, () => LOST[0]));
});
