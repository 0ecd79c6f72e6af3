import { keyOf } from '../../../src/domain/keys';
import { haltLedger } from '../../../src/ledger/ledger';
import { audit } from '../../../src/ledger/audit';
import { deferredPostings } from '../../../src/workers/ledger/deferred-postings';
import { settleSweep } from '../../../src/workers/settle-sweep';
import { A, B, C, plannedStep, TradeScenario } from '../../unit/domain/setup';
import { confirmed, dueTradesOfTest, partiallyConfirmed, unpublished } from '../../support/due-trades';
import { replayedChecks } from '../../support/recorded-demo';
import { testServices } from '../../support/service';

const { owner, store, clock, replayTrade, states, sweepUntil } = dueTradesOfTest();

// @spec SE33
test('should settle each of 50 due trades once with several workers', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 50; n += 1) {
    const kind = n % 5 === 0 ? partiallyConfirmed : n % 2 === 0 ? confirmed : unpublished;
    ids.push(await replayTrade(kind()));
  }
  const services = testServices();
  const sweeps = [0, 1, 2].map((at) => settleSweep(store(at), services));
  await Promise.all(sweeps.map((sweep) => sweep.run()));
  await sweepUntil(sweeps[0]);

  expect(await states()).toEqual([
    { state: 'compensated', trades: 20n },
    { state: 'completed', trades: 20n },
    { state: 'confirming', trades: 10n },
  ]);
  const settlements = await owner().sql<{ trade_id: string }>('SELECT trade_id FROM settlement');
  expect(settlements).toHaveLength(40);
  const count = (of: 'settled' | 'passedSteps' | 'quarantined') =>
    sweeps.reduce((sum, { counts }) => sum + counts[of], 0);
  expect([count('settled'), count('passedSteps'), count('quarantined')]).toEqual([40, 10, 0]);
  const [events] = await owner().sql(
    `SELECT count(*) AS events, count(DISTINCT (trade_id, principal_id)) AS parties FROM event WHERE type IN ('trade.completed', 'trade.failed')`,
  );
  expect(events).toEqual({ events: 80n, parties: 80n });
  expect(services.woken.filter((topic) => topic === 'relay')).toHaveLength(40);
  // After a passed step the trade becomes due again if the next step is not activated.
  const [idle] = await owner().sql(
    `SELECT count(*) AS waiting FROM trade WHERE state = 'confirming' AND due_at > now()`,
  );
  expect(idle).toEqual({ waiting: 10n });

  clock.advance(501);
  await sweepUntil(sweeps[1]);
  expect(await states()).toEqual([
    { state: 'compensated', trades: 30n },
    { state: 'completed', trades: 20n },
  ]);
  while (await deferredPostings(store()).run());
  expect(await audit(owner(), replayedChecks)).toEqual([]);
  expect(new Set(ids).size).toBe(50);
});

// @spec SE35
// @id sweep-sets-aside
test('should quarantine a trade whose settlement throws, log an error, and settle the others', async () => {
  const broken = await replayTrade(confirmed());
  const unlocked = await replayTrade(confirmed());
  await owner().sql(`UPDATE trade SET rule_version = 'rules_unheard_of' WHERE trade_id = $1`, broken);
  const services = testServices();
  const sweep = settleSweep(store(), services);
  await sweepUntil(sweep);
  const row = (id: string) =>
    owner().sql(
      'SELECT state, settlement_error IS NOT NULL AS aside, settlement_error_at IS NOT NULL AS dated FROM trade WHERE trade_id = $1',
      id,
    );
  expect(await row(broken)).toEqual([{ state: 'confirming', aside: true, dated: true }]);
  expect(await row(unlocked)).toEqual([{ state: 'completed', aside: false, dated: false }]);
  expect(sweep.counts).toEqual({ settled: 1, passedSteps: 0, quarantined: 1 });
  expect(services.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
    { level: 'error', fields: { tradeKey: keyOf('trd', broken) } },
  ]);
  // A trade in quarantine is not in the queue, so that it is not logged at every sweep.
  await sweep.run();
  expect(sweep.counts.quarantined).toBe(1);
  // Only a change of the due action, such as a verdict, makes the worker retry it.
  await owner().sql('UPDATE trade SET due_at = due_at, idle_deadline_at = NULL WHERE trade_id = $1', broken);
  expect(await row(broken)).toEqual([{ state: 'confirming', aside: true, dated: true }]);
  await owner().sql(
    `UPDATE trade SET due_at = due_at + interval '1 second', rule_version = 'rules_v1' WHERE trade_id = $1`,
    broken,
  );
  await owner().sql(`UPDATE trade SET due_at = due_at - interval '1 second' WHERE trade_id = $1`, broken);
  expect(await row(broken)).toEqual([{ state: 'confirming', aside: false, dated: false }]);
  await sweep.run();
  expect(await row(broken)).toEqual([{ state: 'completed', aside: false, dated: false }]);
});

test('should count the quarantine of a trade once with several workers', async () => {
  const broken = await replayTrade(confirmed());
  await owner().sql(`UPDATE trade SET rule_version = 'rules_unheard_of' WHERE trade_id = $1`, broken);
  const sweeps = [0, 1, 2].map((at) => settleSweep(store(at), testServices()));
  await Promise.all(sweeps.map((sweep) => sweep.run()));
  expect(sweeps.reduce((sum, { counts }) => sum + counts.quarantined, 0)).toBe(1);
});

test('should fail the sweep without quarantine while the ledger is halted, and settle in the next sweep', async () => {
  const trade = await replayTrade(confirmed());
  const services = testServices();
  const sweep = settleSweep(store(), services);
  await haltLedger(owner(), 'a test');
  await expect(sweep.run()).rejects.toThrow();
  expect(sweep.counts.quarantined).toBe(0);
  await owner().sql('DELETE FROM ledger_halt');
  await sweep.run();
  expect(await owner().sql('SELECT state, settlement_error FROM trade WHERE trade_id = $1', trade)).toEqual([
    { state: 'completed', settlement_error: null },
  ]);
});

// @id sweep-skips-locked
test('should skip a locked trade without waiting', async () => {
  const locked = await replayTrade(confirmed());
  const unlocked = await replayTrade(confirmed());
  const services = testServices();
  const sweep = settleSweep(store(), services);
  await owner().sql('BEGIN');
  await owner().sql('SELECT FROM trade WHERE trade_id = $1 FOR UPDATE', locked);
  await sweep.run();
  expect(sweep.counts.settled).toBe(1);
  // The first waiting transaction runs into its lock timeout.
  expect(services.log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
  await owner().sql('ROLLBACK');
  await sweep.run();
  expect(sweep.counts.settled).toBe(2);
  expect(await owner().sql('SELECT DISTINCT state FROM trade WHERE trade_id IN ($1, $2)', locked, unlocked)).toEqual([
    { state: 'completed' },
  ]);
});

test('should skip a trade with a locked party without waiting, and settle the others', async () => {
  const locked = await replayTrade(confirmed());
  await owner().sql('UPDATE trade SET due_at = now() WHERE trade_id = $1', locked);
  await owner().sql('SELECT trade_import_facts(ARRAY[$1::uuid], now())', locked);
  const world = new TradeScenario([plannedStep(B, C, 100)]).begin(1);
  world.submitCheckpoint(1, { status: 'confirmed' });
  const unlocked = await replayTrade(world);
  const services = testServices();
  const sweep = settleSweep(store(), services);
  await owner().sql('BEGIN');
  await owner().sql('SELECT FROM principal WHERE principal_id = $1 FOR UPDATE', A.id);
  const startedAt = performance.now();
  await sweep.run();
  // Shorter than the lock timeout of a call.
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  const settled = () => owner().sql('SELECT trade_id FROM settlement ORDER BY settled_at');
  expect(await settled()).toEqual([{ trade_id: unlocked }]);
  await owner().sql('ROLLBACK');
  await sweep.run();
  expect(await settled()).toEqual([{ trade_id: unlocked }, { trade_id: locked }]);
  expect(sweep.counts).toEqual({ settled: 2, passedSteps: 0, quarantined: 0 });
});

test('should fail the sweep without quarantine when the database is read-only', async () => {
  const trade = await replayTrade(confirmed());
  const sweep = settleSweep(store(), testServices());
  await owner().sql(`CREATE FUNCTION standby() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'cannot execute INSERT in a read-only transaction' USING ERRCODE = '25006'; END $$`);
  await owner().sql('CREATE TRIGGER standby BEFORE INSERT ON settlement FOR EACH ROW EXECUTE FUNCTION standby()');
  await expect(sweep.run()).rejects.toThrow('read-only');
  await owner().sql('DROP TRIGGER standby ON settlement');
  expect(await owner().sql('SELECT settlement_error FROM trade WHERE trade_id = $1', trade)).toEqual([
    { settlement_error: null },
  ]);
  await sweep.run();
  expect(sweep.counts).toEqual({ settled: 1, passedSteps: 0, quarantined: 0 });
});

test.each(['55P03', '57014', '40P01', '40001'])(
  'should skip a trade after a conflict (%s), settle the others, and settle it in the next sweep',
  async (code) => {
    const conflicting = await replayTrade(confirmed());
    const unlocked = await replayTrade(confirmed());
    const sweep = settleSweep(store(), testServices());
    await owner().sql(`CREATE FUNCTION meet() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'met' USING ERRCODE = '${code}'; END $$`);
    await owner().sql(`CREATE TRIGGER meet BEFORE INSERT ON settlement FOR EACH ROW
      WHEN (NEW.trade_id = '${conflicting}') EXECUTE FUNCTION meet()`);
    await sweepUntil(sweep, 1n);
    const settled = () => owner().sql('SELECT trade_id FROM settlement ORDER BY settled_at');
    expect(await settled()).toEqual([{ trade_id: unlocked }]);
    await owner().sql('DROP TRIGGER meet ON settlement');
    await sweep.run();
    expect(await settled()).toEqual([{ trade_id: unlocked }, { trade_id: conflicting }]);
    expect(sweep.counts.quarantined).toBe(0);
  },
);
