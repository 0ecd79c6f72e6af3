import { keyOf } from '../../../src/domain/keys';
import { audit } from '../../../src/ledger/audit';
import { deferredPostings } from '../../../src/workers/ledger/deferred-postings';
import { disjointBatches } from '../../../src/workers/disjoint-batches';
import { settleSweep } from '../../../src/workers/settle-sweep';
import { A, B, C } from '../../unit/domain/setup';
import { confirmed, D, dueTradesOfTest } from '../../support/due-trades';
import { confirmedWithNotes, NOTES_BYTES } from '../../support/long-texts';
import { replayedChecks } from '../../support/recorded-demo';
import { testServices } from '../../support/service';

/** Settlements that share a transaction (docs/decisions/0054-batched-settlements.md). */

const { owner, store, replayTrade } = dueTradesOfTest();

/** The settled trades by transaction. */
async function transactions(): Promise<string[][]> {
  const rows = await owner().sql<{ trades: string[] }>(
    'SELECT array_agg(trade_id::text ORDER BY trade_id) AS trades FROM settlement GROUP BY xmin::text ORDER BY min(trade_id::text)',
  );
  return rows.map(({ trades }) => trades);
}

const errorOf = (tradeId: string) => owner().sql('SELECT settlement_error FROM trade WHERE trade_id = $1', tradeId);

/** Lets each settlement of the trade fail, after the first writes of its transaction. */
async function failSettlementsOf(tradeId: string, code: string): Promise<void> {
  await owner().sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'a failure of the test' USING ERRCODE = '${code}'; END $$`);
  await owner().sql(`CREATE TRIGGER fail BEFORE INSERT ON settlement FOR EACH ROW
    WHEN (NEW.trade_id = '${tradeId}') EXECUTE FUNCTION fail()`);
}

test('should settle due trades without a common principal in one transaction', async () => {
  const [first, second] = [await replayTrade(confirmed()), await replayTrade(confirmed(C, D))];
  const ofSameParties = await replayTrade(confirmed());
  const sweep = settleSweep(store(), testServices());
  await sweep.run();
  await sweep.run();
  expect(await transactions()).toEqual([[first, second], [ofSameParties]]);
  expect(sweep.counts).toEqual({ settled: 3, passedSteps: 0, quarantined: 0 });
  while (await deferredPostings(store()).run());
  expect(await audit(owner(), replayedChecks)).toEqual([]);
});

test('should settle each trade in its own transaction with ATS_BATCHING=off', async () => {
  const [first, second] = [await replayTrade(confirmed()), await replayTrade(confirmed(C, D))];
  await settleSweep(store(), testServices({ ATS_BATCHING: 'off' })).run();
  expect(await transactions()).toEqual([[first], [second]]);
});

test('should end a batch before the texts of its trades exceed its limit', async () => {
  const [first, second] = [await replayTrade(confirmedWithNotes(A, B)), await replayTrade(confirmedWithNotes(C, D))];
  const services = testServices();
  await settleSweep(store(), services, undefined, 3 * NOTES_BYTES).run();
  expect(await transactions()).toEqual([[first, second]]);
  const [third, fourth] = [await replayTrade(confirmedWithNotes(A, B)), await replayTrade(confirmedWithNotes(C, D))];
  await settleSweep(store(), services, undefined, 1.5 * NOTES_BYTES).run();
  expect(await transactions()).toEqual([[first, second], [third], [fourth]]);
});

test('should settle a trade with texts beyond the limit of a batch after all others', async () => {
  const large = await replayTrade(confirmedWithNotes(A, B));
  const [usual, other] = [await replayTrade(confirmed(C, D)), await replayTrade(confirmed())];
  const services = testServices();
  const sweep = settleSweep(store(), services, undefined, NOTES_BYTES);
  await sweep.run();
  const logged = services.log.lines.map(({ fields }) => (fields as { tradeKey: string }).tradeKey);
  expect(logged.slice(0, 2).toSorted()).toEqual([usual, other].map((id) => keyOf('trd', id)).toSorted());
  expect(logged.slice(2)).toEqual([keyOf('trd', large)]);
  expect(sweep.counts).toEqual({ settled: 3, passedSteps: 0, quarantined: 0 });
});

test('should notify the relay once for each settlement of a batch, after its commit', async () => {
  const [first, second] = [await replayTrade(confirmed()), await replayTrade(confirmed(C, D))];
  const services = testServices();
  await settleSweep(store(), services).run();
  expect(services.woken).toEqual(['relay', 'relay']);
  const logged = services.log.lines.map(({ fields }) => (fields as { tradeKey: string }).tradeKey);
  expect(logged.toSorted()).toEqual([first, second].map((id) => keyOf('trd', id)).toSorted());
});

test('should quarantine a trade of a batch that fails before its first write, and commit the others', async () => {
  const [broken, other] = [await replayTrade(confirmed()), await replayTrade(confirmed(C, D))];
  await owner().sql(`UPDATE trade SET rule_version = 'rules_unheard_of' WHERE trade_id = $1`, broken);
  const sweep = settleSweep(store(), testServices());
  await sweep.run();
  expect(await transactions()).toEqual([[other]]);
  expect(sweep.counts).toEqual({ settled: 1, passedSteps: 0, quarantined: 1 });
  expect(await errorOf(broken)).toEqual([{ settlement_error: expect.any(String) as string }]);
});

// @id batch-member-fails
test('should quarantine a trade of a batch that fails in a write, and settle the others alone', async () => {
  const [broken, other] = [await replayTrade(confirmed()), await replayTrade(confirmed(C, D))];
  await failSettlementsOf(broken, 'P0001');
  const services = testServices();
  const sweep = settleSweep(store(), services);
  await sweep.run();
  expect(await transactions()).toEqual([[other]]);
  expect(sweep.counts).toEqual({ settled: 1, passedSteps: 0, quarantined: 1 });
  expect(await errorOf(broken)).toEqual([{ settlement_error: 'a failure of the test' }]);
  // Nothing of the first attempt is left: no event, and no journal.
  expect(await owner().sql(`SELECT DISTINCT trade_id FROM event WHERE type = 'trade.completed'`)).toEqual([
    { trade_id: other },
  ]);
  expect(await owner().sql(`SELECT DISTINCT trade_id FROM ledger_journal WHERE kind = 'settlement'`)).toEqual([
    { trade_id: other },
  ]);
  expect(services.woken).toEqual(['relay']);
});

test('should fail the sweep without quarantine when the database is read-only for a batch', async () => {
  const [first, second] = [await replayTrade(confirmed()), await replayTrade(confirmed(C, D))];
  await failSettlementsOf(first, '25006');
  const sweep = settleSweep(store(), testServices());
  await expect(sweep.run()).rejects.toThrow('a failure of the test');
  expect(await transactions()).toEqual([]);
  await owner().sql('DROP TRIGGER fail ON settlement');
  await sweep.run();
  expect(await transactions()).toEqual([[first, second]]);
  expect(sweep.counts).toEqual({ settled: 2, passedSteps: 0, quarantined: 0 });
});

test('should count the committed trades of a batch when the sweep fails at another one', async () => {
  const [broken, other] = [await replayTrade(confirmed()), await replayTrade(confirmed(C, D))];
  await owner().sql(`UPDATE trade SET rule_version = 'rules_unheard_of' WHERE trade_id = $1`, broken);
  await owner().sql(`CREATE FUNCTION standby() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'a failure of the test' USING ERRCODE = '25006'; END $$`);
  // The batch has committed when the worker quarantines the other trade.
  await owner().sql(`CREATE TRIGGER standby BEFORE UPDATE ON trade FOR EACH ROW
    WHEN (NEW.settlement_error IS NOT NULL) EXECUTE FUNCTION standby()`);
  const services = testServices();
  const sweep = settleSweep(store(), services);
  await expect(sweep.run()).rejects.toThrow('a failure of the test');
  expect(await transactions()).toEqual([[other]]);
  expect(sweep.counts.settled).toBe(1);
  expect(services.log.lines).toContainEqual(
    expect.objectContaining({ level: 'info', fields: { tradeKey: keyOf('trd', other), outcome: 'settled' } }),
  );
});

test('should settle the others of a batch when another transaction has locked one of its trades', async () => {
  const [locked, other] = [await replayTrade(confirmed()), await replayTrade(confirmed(C, D))];
  const sweep = settleSweep(store(), testServices());
  await owner().sql('BEGIN');
  await owner().sql('SELECT FROM trade WHERE trade_id = $1 FOR UPDATE', locked);
  await sweep.run();
  expect(await transactions()).toEqual([[other]]);
  await owner().sql('ROLLBACK');
  await sweep.run();
  expect(await transactions()).toEqual([[locked], [other]]);
});

test('should put trades of a common principal into different batches, and fill each batch in order', () => {
  const due = (name: string, ...principalIds: string[]) => ({ name, principalIds });
  const trades = [due('1', 'a', 'b'), due('2', 'b', 'c'), due('3', 'd', 'e'), due('4', 'f'), due('5', 'c', 'f')];
  const namesOf = (maxSize: number) => disjointBatches(trades, maxSize).map((batch) => batch.map(({ name }) => name));
  expect(namesOf(16)).toEqual([['1', '3', '4'], ['2'], ['5']]);
  expect(namesOf(2)).toEqual([['1', '3'], ['2', '4'], ['5']]);
  expect(namesOf(1)).toEqual(trades.map(({ name }) => [name]));
});
