import { keyOf } from '../../../src/domain/keys';
import { haltLedger } from '../../../src/ledger/ledger';
import { applyEffects } from '../../../src/database/repositories/facts';
import { audit } from '../../../src/ledger/audit';
import { ShiftedClock } from '../../../src/database/connection/clock';
import type { Database } from '../../../src/database/transactions/database';
import { deferredPostings } from '../../../src/workers/ledger/deferred-postings';
import type { Task } from '../../../src/workers/runner';
import { settleSweep } from '../../../src/workers/settle-sweep';
import { A, B, C, CONTRACT_WINDOW, plannedStep, TradeScenario } from '../../unit/domain/facts';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { buy, Connection, newId } from '../../support/ledger';
import { openStore, testServices, until } from '../../support/service';
import { WAITING } from '../../support/waiting';

let database: TestDatabase;
let owner: Connection;
let stores: Database[];
const clock = new ShiftedClock();
const listing = newId();

beforeEach(async () => {
  database = await freshDatabase();
  owner = await Connection.open(database.ownerUrl);
  stores = await Promise.all([1, 2, 3].map(() => openStore(database.url, clock)));
  for (const { id, agent } of [A, B, C]) {
    await owner.sql(`INSERT INTO principal VALUES ($1, 'P', 100, 1000000, 1000000, now())`, id);
    await owner.sql(
      `INSERT INTO agent (agent_id, principal_id, card, card_missing, streaming, push_notifications, extended_agent_card, event_types, created_at)
       VALUES ($1, $2, '{}', '{}', false, false, false, '{}', now())`,
      agent,
      id,
    );
    await owner.sql(`INSERT INTO webhook_signing_key VALUES ($1, 1, '', '', now())`, agent);
    await buy(owner, id, 1_000_000n);
  }
  await owner.sql(
    `INSERT INTO listing (listing_id, principal_id, agent_id, trade_profile, side, title, description, tags, price_stamps, steps, state, created_at, updated_at)
     VALUES ($1, $2, $3, 'test/v1', 'provide', 'T', '', '{}', 1, '[]', 'active', now(), now())`,
    listing,
    A.id,
    A.agent,
  );
  await owner.sql('SELECT authority_import_facts()');
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await owner.close();
  await database.drop();
});

/** Replays the trade of a generated world on the database, and returns its id. */
async function replayTrade(world: TradeScenario): Promise<string> {
  const { trade } = world.facts;
  const [store] = stores;
  for (const [at, effects] of world.applied.entries()) {
    const proposal = effects.proposals?.[0];
    await store?.inTransaction(async (tx) => {
      if (at === 0 && proposal) {
        const { matchRunId } = proposal;
        const run = { matchRunId, principalId: A.id, listingId: listing, state: 'completed' } as const;
        await applyEffects(tx, { matchRuns: [{ ...run, candidatesConsidered: 1, createdAt: tx.now }] });
      }
      await applyEffects(tx, effects);
    });
  }
  return trade.tradeId;
}

const confirmed = (): TradeScenario => {
  const world = new TradeScenario([plannedStep(A, B, 100)]).begin(1);
  world.submitCheckpoint(1, { status: 'confirmed' });
  return world;
};
const unpublished = (): TradeScenario => {
  const world = new TradeScenario([plannedStep(A, B, 100)]);
  world.activate(B);
  return world.wait(CONTRACT_WINDOW);
};
const partiallyConfirmed = (): TradeScenario => {
  const world = new TradeScenario([plannedStep(A, B, 100), plannedStep(B, A, 50)]).begin(1, [6, 4]);
  world.confirm(1);
  world.submitVerdict('pass');
  return world;
};

const states = () =>
  owner.sql<{ state: string; trades: bigint }>(
    'SELECT state, count(*) AS trades FROM trade GROUP BY state ORDER BY state',
  );

/** Sweeps until `count` trades are due, because a sweep skips trades that another lane locks. */
async function sweepUntil(sweep: Task | undefined, remaining = 0n): Promise<void> {
  const due = async () => {
    const [row] = await owner.sql<{ n: bigint }>(
      'SELECT count(*) AS n FROM trade WHERE due_at <= $1 AND settlement_error IS NULL',
      await stores[0]?.now(),
    );
    return row?.n;
  };
  do await sweep?.run();
  while ((await due()) !== remaining);
}

// @spec SE33
test('should settle each of 50 due trades once with several workers', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 50; n += 1) {
    const kind = n % 5 === 0 ? partiallyConfirmed : n % 2 === 0 ? confirmed : unpublished;
    ids.push(await replayTrade(kind()));
  }
  const services = testServices();
  const sweeps = stores.map((store) => settleSweep(store, services));
  await Promise.all(sweeps.map((sweep) => sweep.run()));
  await sweepUntil(sweeps[0]);

  expect(await states()).toEqual([
    { state: 'compensated', trades: 20n },
    { state: 'completed', trades: 20n },
    { state: 'confirming', trades: 10n },
  ]);
  const settlements = await owner.sql<{ trade_id: string }>('SELECT trade_id FROM settlement');
  expect(settlements).toHaveLength(40);
  const count = (of: 'settled' | 'passedSteps' | 'quarantined') =>
    sweeps.reduce((sum, { counts }) => sum + counts[of], 0);
  expect([count('settled'), count('passedSteps'), count('quarantined')]).toEqual([40, 10, 0]);
  const [events] = await owner.sql(
    `SELECT count(*) AS events, count(DISTINCT (trade_id, principal_id)) AS parties FROM event WHERE type IN ('trade.completed', 'trade.failed')`,
  );
  expect(events).toEqual({ events: 80n, parties: 80n });
  expect(services.woken.filter((topic) => topic === 'relay')).toHaveLength(40);
  // After a passed step the trade becomes due again if the next step is not activated.
  const [idle] = await owner.sql(`SELECT count(*) AS waiting FROM trade WHERE state = 'confirming' AND due_at > now()`);
  expect(idle).toEqual({ waiting: 10n });

  clock.advance(501);
  await sweepUntil(sweeps[1]);
  expect(await states()).toEqual([
    { state: 'compensated', trades: 30n },
    { state: 'completed', trades: 20n },
  ]);
  const [store] = stores;
  if (store) while (await deferredPostings(store).run());
  // These trades have neither a proposal nor an act of an operator.
  expect((await audit(owner)).filter(({ check }) => check !== 'F3' && check !== 'F4')).toEqual([]);
  expect(new Set(ids).size).toBe(50);
});

// @spec SE35
// @id sweep-sets-aside
test('should quarantine a trade whose settlement throws, log an error, and settle the others', async () => {
  const broken = await replayTrade(confirmed());
  const unlocked = await replayTrade(confirmed());
  await owner.sql(`UPDATE trade SET rule_version = 'rules_unheard_of' WHERE trade_id = $1`, broken);
  const services = testServices();
  const [store] = stores;
  if (!store) throw new Error('no store');
  const sweep = settleSweep(store, services);
  await sweepUntil(sweep);
  const row = (id: string) =>
    owner.sql(
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
  await owner.sql('UPDATE trade SET due_at = due_at, idle_deadline_at = NULL WHERE trade_id = $1', broken);
  expect(await row(broken)).toEqual([{ state: 'confirming', aside: true, dated: true }]);
  await owner.sql(
    `UPDATE trade SET due_at = due_at + interval '1 second', rule_version = 'rules_v1' WHERE trade_id = $1`,
    broken,
  );
  await owner.sql(`UPDATE trade SET due_at = due_at - interval '1 second' WHERE trade_id = $1`, broken);
  expect(await row(broken)).toEqual([{ state: 'confirming', aside: false, dated: false }]);
  await sweep.run();
  expect(await row(broken)).toEqual([{ state: 'completed', aside: false, dated: false }]);
});

test('should fail the sweep without quarantine while the ledger is halted, and settle in the next sweep', async () => {
  const trade = await replayTrade(confirmed());
  const services = testServices();
  const [store] = stores;
  if (!store) throw new Error('no store');
  const sweep = settleSweep(store, services);
  await haltLedger(owner, 'a test');
  await expect(sweep.run()).rejects.toThrow();
  expect(sweep.counts.quarantined).toBe(0);
  await owner.sql('DELETE FROM ledger_halt');
  await sweep.run();
  expect(await owner.sql('SELECT state, settlement_error FROM trade WHERE trade_id = $1', trade)).toEqual([
    { state: 'completed', settlement_error: null },
  ]);
});

// @id sweep-skips-locked
test('should skip a locked trade without waiting', async () => {
  const locked = await replayTrade(confirmed());
  const unlocked = await replayTrade(confirmed());
  const [store] = stores;
  if (!store) throw new Error('no store');
  const services = testServices();
  const sweep = settleSweep(store, services);
  await owner.sql('BEGIN');
  await owner.sql('SELECT FROM trade WHERE trade_id = $1 FOR UPDATE', locked);
  await sweep.run();
  expect(sweep.counts.settled).toBe(1);
  // The first waiting transaction runs into its lock timeout.
  expect(services.log.lines.filter(({ level }) => level !== 'info')).toEqual([]);
  await owner.sql('ROLLBACK');
  await sweep.run();
  expect(sweep.counts.settled).toBe(2);
  expect(await owner.sql('SELECT DISTINCT state FROM trade WHERE trade_id IN ($1, $2)', locked, unlocked)).toEqual([
    { state: 'completed' },
  ]);
});

test('should skip a trade with a locked party without waiting, and settle the others', async () => {
  const locked = await replayTrade(confirmed());
  await owner.sql('UPDATE trade SET due_at = now() WHERE trade_id = $1', locked);
  await owner.sql('SELECT trade_import_facts(ARRAY[$1::uuid], now())', locked);
  const world = new TradeScenario([plannedStep(B, C, 100)]).begin(1);
  world.submitCheckpoint(1, { status: 'confirmed' });
  const unlocked = await replayTrade(world);
  const [store] = stores;
  if (!store) throw new Error('no store');
  const services = testServices();
  const sweep = settleSweep(store, services);
  await owner.sql('BEGIN');
  await owner.sql('SELECT FROM principal WHERE principal_id = $1 FOR UPDATE', A.id);
  const startedAt = performance.now();
  await sweep.run();
  // Shorter than the lock timeout of a call.
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  const settled = () => owner.sql('SELECT trade_id FROM settlement ORDER BY settled_at');
  expect(await settled()).toEqual([{ trade_id: unlocked }]);
  await owner.sql('ROLLBACK');
  await sweep.run();
  expect(await settled()).toEqual([{ trade_id: unlocked }, { trade_id: locked }]);
  expect(sweep.counts).toEqual({ settled: 2, passedSteps: 0, quarantined: 0 });
});

test('should wait for the lock of a party when the trade is overdue for a minute', async () => {
  const locked = await replayTrade(confirmed());
  const sweep = settleSweep(stores[0] as Database, testServices());
  await owner.sql('BEGIN');
  await owner.sql('SELECT FROM principal WHERE principal_id = $1 FOR UPDATE', A.id);
  const sweepUntil = sweep.run();
  await until(
    async () => ((await stores[1]?.query({ text: WAITING })) ?? []).length > 0,
    'the sweep waits for the party',
  );
  // Longer than the wait for a trade that has just become due.
  await owner.sql('SELECT pg_sleep(0.4)');
  await owner.sql('ROLLBACK');
  await sweepUntil;
  expect(await owner.sql('SELECT trade_id FROM settlement')).toEqual([{ trade_id: locked }]);
});

test('should fail the sweep without quarantine when the database is read-only', async () => {
  const trade = await replayTrade(confirmed());
  const sweep = settleSweep(stores[0] as Database, testServices());
  await owner.sql(`CREATE FUNCTION standby() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'cannot execute INSERT in a read-only transaction' USING ERRCODE = '25006'; END $$`);
  await owner.sql('CREATE TRIGGER standby BEFORE INSERT ON settlement FOR EACH ROW EXECUTE FUNCTION standby()');
  await expect(sweep.run()).rejects.toThrow('read-only');
  await owner.sql('DROP TRIGGER standby ON settlement');
  expect(await owner.sql('SELECT settlement_error FROM trade WHERE trade_id = $1', trade)).toEqual([
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
    const [store] = stores;
    if (!store) throw new Error('no store');
    const sweep = settleSweep(store, testServices());
    await owner.sql(`CREATE FUNCTION meet() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'met' USING ERRCODE = '${code}'; END $$`);
    await owner.sql(`CREATE TRIGGER meet BEFORE INSERT ON settlement FOR EACH ROW
      WHEN (NEW.trade_id = '${conflicting}') EXECUTE FUNCTION meet()`);
    await sweepUntil(sweep, 1n);
    const settled = () => owner.sql('SELECT trade_id FROM settlement ORDER BY settled_at');
    expect(await settled()).toEqual([{ trade_id: unlocked }]);
    await owner.sql('DROP TRIGGER meet ON settlement');
    await sweep.run();
    expect(await settled()).toEqual([{ trade_id: unlocked }, { trade_id: conflicting }]);
    expect(sweep.counts.quarantined).toBe(0);
  },
);
