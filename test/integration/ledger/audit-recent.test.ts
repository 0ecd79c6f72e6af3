import { platformFee, tickets } from '../../../src/domain/ledger/accounts';
import { auditBooks, checks, runAudit, type AuditCheckpoint } from '../../../src/ledger/audit';
import { newestCheckpoint } from '../../../src/ledger/audit/checkpoint';
import { foldDeferredPostings } from '../../../src/ledger/ledger';
import { sealJournals } from '../../../src/ledger/proofs/seals';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { buy, Connection, journal, newId, postJournal } from '../../support/ledger';

/** Books audited from a checkpoint on: what is new is proved as in the whole, what is old was. */

let database: TestDatabase;
let app: Connection;
let owner: Connection;
let checkpoint: AuditCheckpoint;
const [old, busy] = [newId(), newId()];
const ledger = checks.filter(({ id }) => /^[IS]/.test(id));

/** Posts the fee of a new listing, with the rows that the audit compares with it. */
async function spend(principal: string): Promise<void> {
  const listingId = newId();
  await owner.sql(`SET session_replication_role = replica;
    INSERT INTO listing (listing_id, principal_id, agent_id, trade_profile, side, title, description, tags, price_stamps, steps, state, created_at, updated_at)
    VALUES ('${listingId}', '${principal}', '${newId()}', 'p', 'provide', 't', 'd', '{}', 1, '[]', 'closed', now(), now());
    INSERT INTO principal_spend AS s VALUES ('${principal}', (now() AT TIME ZONE 'UTC')::date, 2)
    ON CONFLICT (principal_id, day) DO UPDATE SET spent_stamps = s.spent_stamps + 2; RESET session_replication_role`);
  const fee = [{ debit: tickets(principal), credit: platformFee, amount: 2n }];
  await postJournal(app, journal('listing_fee', fee, { idemKey: `listing:${listingId}:fee` }), new Date());
}

beforeAll(async () => {
  database = await freshDatabase();
  app = await Connection.open(database.url);
  owner = await Connection.open(database.ownerUrl);
  for (const principal of [old, busy]) {
    await buy(app, principal, 1000n);
    await spend(principal);
  }
  await owner.sql('UPDATE event SET created_at = created_at');
  await foldDeferredPostings(app, 3);
  await sealJournals(app, 3);
  // One journal is audited before it is sealed, and a side of a sealed one is folded after the audit.
  expect(await auditBooks(app)).toMatchObject({ height: 1n });
  const recorded = await newestCheckpoint(app);
  if (!recorded) throw new Error('a clean audit is recorded');
  checkpoint = recorded;
  await spend(busy);
  await sealJournals(app, 10);
  await spend(busy);
  await foldDeferredPostings(app, 2);
});
afterAll(async () => {
  await app.close();
  await owner.close();
  await database.drop();
});

test('a clean audit is recorded: up to which block, and what the platform’s accounts had folded', async () => {
  expect(checkpoint).toMatchObject({ height: 1n, journals: 3n, hash: expect.any(Buffer) as Buffer });
  expect(Object.values(checkpoint.deferred).reduce((sum, seq) => sum + seq, 0)).toBe(3);
  const [rows] = await owner.sql('SELECT count(*) AS n, bool_and(whole) AS whole FROM ledger_checkpoint');
  expect(rows).toEqual({ n: 1n, whole: true });
});

test('in health there are no findings from a checkpoint on either', async () => {
  const { outcomes, checkpoint: reached } = await runAudit(app, checks, checkpoint);
  expect(outcomes.flatMap(({ findings }) => findings)).toEqual([]);
  expect(reached).toMatchObject({ height: 2n, journals: 5n });
});

test('should give each audit of a session its own scope', async () => {
  const looked: unknown[] = [];
  for (const since of ['2026-03-01T00:00:00Z', '2026-09-01T00:00:00Z', '']) {
    await app.sql('BEGIN');
    await app.sql(`SELECT set_config('ats.audit_since', $1, true)`, since);
    const [row] = await app.sql<{ id: string }>('SELECT audit_since_id() AS id');
    looked.push(row?.id);
    await app.sql('ROLLBACK');
  }
  const of = (time: string): string =>
    Date.parse(time)
      .toString(16)
      .padStart(12, '0')
      .replace(/(.{8})(.{4})/, '$1-$2-7000-8000-000000000000');
  expect(looked).toEqual([
    of('2026-03-01T00:00:00Z'),
    of('2026-09-01T00:00:00Z'),
    '00000000-0000-0000-0000-000000000000',
  ]);
});

const journalOf = (place: 'first' | 'last') =>
  `(SELECT journal_id FROM ledger_journal WHERE kind = 'listing_fee' ORDER BY journal_id ${place === 'first' ? 'ASC' : 'DESC'} LIMIT 1)`;
const postingOf = (place: 'first' | 'last') =>
  `(SELECT posting_id FROM ledger_posting WHERE journal_id = ${journalOf(place)} AND line_no = 1)`;
const ticketOf = (principal: string) =>
  `(SELECT account_id FROM ledger_account WHERE kind = 'ticket' AND principal_id = '${principal}')`;

async function foundBy(damage: string, from?: AuditCheckpoint): Promise<string[]> {
  await owner.sql('BEGIN; SET LOCAL session_replication_role = replica');
  try {
    await owner.sql(damage);
    if (from) {
      await owner.sql(
        `SELECT set_config('ats.audit_height', $1, true), set_config('ats.audit_since', $2, true), set_config('ats.audit_deferred', $3, true)`,
        String(from.height),
        new Date(from.auditedAt.getTime() - 3_600_000).toISOString(),
        JSON.stringify(from.deferred),
      );
    }
    const found: string[] = [];
    for (const check of ledger) found.push(...(await check.run(owner)).map(({ check: id }) => id));
    return [...new Set(found)];
  } finally {
    await owner.sql('ROLLBACK');
  }
}

/** [damage, found from the checkpoint on, found in the whole]. */
test.each([
  [
    'a balance that moved since',
    `UPDATE ledger_balance SET balance = balance + 1 WHERE account_id = ${ticketOf(busy)}`,
    ['I1', 'I2'],
    ['I1', 'I2', 'I4'],
  ],
  [
    'a balance that did not',
    `UPDATE ledger_balance SET balance = balance + 1 WHERE account_id = ${ticketOf(old)}`,
    ['I1'],
    ['I1', 'I2', 'I4'],
  ],
  [
    'a new entry',
    `UPDATE ledger_entry SET amount = amount + 1, balance_after = balance_after + 1 WHERE posting_id = ${postingOf('last')}`,
    ['I2', 'I4'],
    ['I2', 'I4'],
  ],
  ['a new entry lost', `DELETE FROM ledger_entry WHERE posting_id = ${postingOf('last')}`, ['I2', 'I4'], ['I2', 'I4']],
  [
    'a new posting',
    `UPDATE ledger_posting SET amount = amount + 1 WHERE posting_id = ${postingOf('last')}`,
    ['I4'],
    ['I4'],
  ],
  [
    'an old posting',
    `UPDATE ledger_posting SET amount = amount + 1 WHERE posting_id = ${postingOf('first')}`,
    [],
    ['I4'],
  ],
  [
    'the fold of an old posting',
    `UPDATE ledger_entry SET amount = amount + 1, balance_after = balance_after + 1 WHERE account_id IN (SELECT account_id FROM ledger_account WHERE kind = 'platform_fee')
       AND seq = (SELECT max(seq) FROM ledger_entry JOIN ledger_account a USING (account_id) WHERE a.kind = 'platform_fee')`,
    ['I2', 'I4'],
    ['I2', 'I4'],
  ],
  ['a side that waits lost', 'DELETE FROM ledger_deferred', ['I1', 'I4'], ['I1', 'I4']],
  ['a new block', 'UPDATE ledger_block SET journals = 9 WHERE height = 2', ['S1', 'S2'], ['S1', 'S2']],
  ['the checkpoint’s block', `UPDATE ledger_block SET hash = sha256('x') WHERE height = 1`, ['S1'], ['S1']],
  ['a new journal in no block', 'DELETE FROM ledger_unsealed', [], ['S3']],
])('%s', async (_, damage, recent, whole) => {
  expect(await foundBy(damage, checkpoint)).toEqual(recent);
  expect(await foundBy(damage)).toEqual(whole);
});

test('an audit that finds something is not recorded', async () => {
  const before = await newestCheckpoint(app);
  await owner.sql(
    `SET session_replication_role = replica; UPDATE ledger_balance SET balance = balance + 1 WHERE account_id = ${ticketOf(busy)}`,
  );
  const { outcomes } = await auditBooks(app, 'recent');
  expect(outcomes.some(({ findings }) => findings.length > 0)).toBe(true);
  expect(await newestCheckpoint(app)).toEqual(before);
  await owner.sql(
    `UPDATE ledger_balance SET balance = balance - 1 WHERE account_id = ${ticketOf(busy)}; RESET session_replication_role`,
  );
  expect(await auditBooks(app, 'recent')).toMatchObject({ fromHeight: 1n, height: 2n });
  expect(await newestCheckpoint(app)).toMatchObject({ height: 2n, journals: 5n });
  // Small books are read whole where nothing else is asked for.
  expect(await auditBooks(app)).not.toHaveProperty('fromHeight');
});
