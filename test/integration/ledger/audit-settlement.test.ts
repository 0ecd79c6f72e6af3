import { audit, checks } from '../../../src/ledger/audit';
import { foldDeferredPostings } from '../../../src/ledger/ledger';
import { ShiftedClock } from '../../../src/database/connection/clock';
import type { Database } from '../../../src/database/transactions/database';
import { workedTrades } from '../../unit/domain/worked-trades';
import { A, B, C, plannedStep, TradeScenario } from '../../unit/domain/setup';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection } from '../../support/ledger';
import { replayedChecks, Stage } from '../../support/recorded-demo';
import { openStore } from '../../support/service';

let database: TestDatabase;
let owner: Connection;
let store: Database;

beforeAll(async () => {
  database = await freshDatabase();
  owner = await Connection.open(database.ownerUrl);
  store = await openStore(database.url, new ShiftedClock());
  const stage = await Stage.set(owner, store, [A, B, C]);
  for (const { run } of workedTrades) await stage.play(run());
  // More than a page of them.
  for (let n = 0; n < 60; n += 1) await stage.play(new TradeScenario([plannedStep(A, B, 100)]).pass(1));
  await stage.play(new TradeScenario([plannedStep(A, B, 100)]).begin(1));
  await foldDeferredPostings(owner, 1000);
});
afterAll(async () => {
  await store.close();
  await owner.close();
  await database.drop();
});

test('every settlement recomputed from its stored inputs equals its record and its postings', async () => {
  const [count] = await owner.sql<{ settled: bigint; classes: bigint; causes: bigint }>(
    'SELECT count(*) AS settled, count(DISTINCT failure_class) AS classes, count(DISTINCT failure_cause) AS causes FROM settlement',
  );
  expect(count?.settled).toBe(BigInt(workedTrades.length + 60));
  expect(count?.classes).toBeGreaterThanOrEqual(4n);
  expect(await audit(owner, replayedChecks)).toEqual([]);
});

// The settlement of the last page, and one of each kind of row it should agree with.
const last = '(SELECT settlement_id FROM settlement ORDER BY settlement_id DESC LIMIT 1)';
const ofLast = '(SELECT trade_id FROM settlement ORDER BY settlement_id DESC LIMIT 1)';
const faulted = `(SELECT trade_id FROM settlement WHERE failure_class = 'F1' AND slash_amount > 1 LIMIT 1)`;
const settleJournal = `(SELECT journal_id FROM ledger_journal WHERE kind = 'settlement' AND trade_id = ${ofLast})`;
const inEvidence = (from: string, to: string) =>
  `UPDATE settlement SET evidence = replace(evidence, '${from}', '${to}') WHERE trade_id = ${ofLast};
   UPDATE settlement SET evidence_sha256 = encode(sha256(convert_to(evidence, 'UTF8')), 'hex') WHERE trade_id = ${ofLast}`;

/** Damage that a superuser may do without triggers and foreign keys. Each must be found with a detail. */
test.each([
  [
    'a slash changed',
    `UPDATE settlement SET slash_amount = slash_amount + 1 WHERE trade_id = ${faulted}`,
    /slashAmount/,
  ],
  ['a class changed', `UPDATE settlement SET failure_class = 'F2' WHERE trade_id = ${faulted}`, /failureClass/],
  [
    'another principal at fault',
    `UPDATE settlement SET fault_principal_id = '${C.id}' WHERE trade_id = ${faulted}`,
    /faultPrincipalId/,
  ],
  ['a compensation taken away', `UPDATE settlement SET comp = '[]' WHERE trade_id = ${faulted}`, /comp is/],
  ['an outcome changed', `UPDATE settlement SET outcome = 'failed' WHERE trade_id = ${faulted}`, /outcome is/],
  [
    'a settlement’s time changed',
    `UPDATE settlement SET settled_at = settled_at + interval '1 ms' WHERE settlement_id = ${last}`,
    /settledAt/,
  ],
  [
    'a digest that does not fit',
    `UPDATE settlement SET evidence_sha256 = repeat('0', 64) WHERE settlement_id = ${last}`,
    /evidence hashes to/,
  ],
  [
    'a price changed in the evidence, and its digest with it',
    inEvidence('"price_stamps":100,', '"price_stamps":101,'),
    /evidence/,
  ],
  [
    'a bond changed in the evidence, and its digest with it',
    inEvidence('"bond_stamps":20,', '"bond_stamps":21,'),
    /bondReleasedStamps/,
  ],
  ['evidence that settles nothing', inEvidence('"state":"passed"', '"state":"pending"'), /cannot be computed/],
  ['evidence that is no JSON', inEvidence('{', '['), /cannot be computed/],
  ['evidence in another spelling', inEvidence('"step_no":1', '"step_no": 1'), /canonical form/],
  [
    'what one was paid',
    `UPDATE settlement_party SET received_stamps = received_stamps + 1 WHERE trade_id = ${ofLast}`,
    /receivedStamps/,
  ],
  [
    'what one was charged',
    `UPDATE settlement_party SET fees_stamps = fees_stamps + 1 WHERE trade_id = ${ofLast}`,
    /feesStamps/,
  ],
  [
    'a party’s record lost',
    `DELETE FROM settlement_party WHERE trade_id = ${ofLast} AND principal_id = '${A.id}'`,
    /is nothing/,
  ],
  [
    'a stranger’s record',
    `INSERT INTO settlement_party SELECT trade_id, '${C.id}', 0, 0, 0, 0, 0, 0 FROM settlement WHERE settlement_id = ${last}`,
    /not a party/,
  ],
  [
    'a posting changed',
    `UPDATE ledger_posting SET amount = amount + 1 WHERE journal_id = ${settleJournal} AND line_no = 1`,
    /line 1 is/,
  ],
  ['a posting lost', `DELETE FROM ledger_posting WHERE journal_id = ${settleJournal} AND line_no = 1`, /line \d is/],
  [
    'a posting to another',
    `UPDATE ledger_posting SET credit_account_id = (SELECT account_id FROM ledger_account WHERE kind = 'slash_pool') WHERE journal_id = ${settleJournal} AND line_no = 1`,
    /slash_pool/,
  ],
  [
    'a settlement’s journal under another key',
    `UPDATE ledger_journal SET idem_key = 'other' WHERE journal_id = ${settleJournal}`,
    /under the key other/,
  ],
  ['a step changed afterwards', `UPDATE trade_step SET title = 'Another' WHERE trade_id = ${ofLast}`, /step 1: title/],
  [
    'a contract changed afterwards',
    `UPDATE trade_step SET contract = jsonb_set(contract, '{summary}', '"Less"') WHERE trade_id = ${ofLast}`,
    /step 1: contract/,
  ],
  ['another end of a step', `UPDATE trade_step SET state = 'failed' WHERE trade_id = ${ofLast}`, /step 1: state/],
  [
    'another end of the trade',
    `UPDATE trade SET state = 'failed' WHERE trade_id = ${ofLast}`,
    /: state is not what its facts say/,
  ],
  [
    'a bond changed',
    `UPDATE trade_participant SET bond_stamps = 1 WHERE trade_id = ${ofLast}`,
    /participant \S+: bondStamps/,
  ],
  ['a fee on no journal', `UPDATE trade_step SET fee_stamps = fee_stamps + 1 WHERE trade_id = ${ofLast}`, /taken 1/],
  ['a price nobody escrowed', `UPDATE trade_step SET price_stamps = 99 WHERE trade_id = ${ofLast}`, /escrowed 100/],
])('%s is found', async (_, damage, said) => {
  await owner.sql('BEGIN; SET LOCAL session_replication_role = replica');
  try {
    await owner.sql(damage);
    const found: string[] = [];
    for (const check of checks.filter(({ id }) => id === 'I6' || id === 'F2')) {
      found.push(...(await check.run(owner)).map(({ detail }) => detail));
    }
    expect(found).toContainEqual(expect.stringMatching(said));
  } finally {
    await owner.sql('ROLLBACK');
  }
});

test.each([
  ['a fault forgotten', 'UPDATE principal_record SET faulted = faulted - 1 WHERE faulted > 0'],
  ['a trade counted twice', 'UPDATE principal_record SET settled = settled + 1'],
  ['a trade counted on another day', 'UPDATE principal_record SET day = day - 1'],
  ['a fault of the other', `UPDATE settlement SET fault_principal_id = '${C.id}' WHERE trade_id = ${faulted}`],
  ['a settlement that counts for nobody', `DELETE FROM settlement WHERE settlement_id = ${last}`],
])('should find %s by recounting the records', async (_, damage) => {
  await owner.sql('BEGIN; SET LOCAL session_replication_role = replica');
  try {
    await owner.sql(damage);
    const found = await Promise.all(checks.filter(({ id }) => id === 'T4').map(async (check) => check.run(owner)));
    expect(found.flat()).toContainEqual({
      check: 'T4',
      detail: expect.stringMatching(
        /^principal \S+ on \S+: \d+ trades settled, \d+ of them by its fault; \d+ and \d+ counted$/,
      ) as string,
    });
  } finally {
    await owner.sql('ROLLBACK');
  }
});
