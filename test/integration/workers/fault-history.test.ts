import { keyOf } from '../../../src/domain/keys';
import { settleDueTrade } from '../../../src/operations/commands/settle';
import { databaseClock } from '../../../src/database/connection/clock';
import type { Database } from '../../../src/database/transactions/database';
import {
  A,
  B,
  CHECKPOINT_WINDOW,
  CONTRACT_WINDOW,
  party,
  type Party,
  plannedStep,
  TradeScenario,
} from '../../unit/domain/setup';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection, newId } from '../../support/ledger';
import { Stage } from '../../support/recorded-demo';
import { openStore, testServices } from '../../support/service';

let database: TestDatabase;
let owner: Connection;
let store: Database;
beforeAll(async () => {
  database = await freshDatabase();
  owner = await Connection.open(database.ownerUrl);
  store = await openStore(database.url, databaseClock);
});
afterAll(async () => {
  await store.close();
  await owner.close();
  await database.drop();
});

function unpublished(): TradeScenario {
  const world = new TradeScenario([plannedStep(A, B, 1000)]);
  world.activate(B);
  return world.wait(CONTRACT_WINDOW);
}

// @id first-fault-of-two
test('should record one first fault of two faults due at the same time, also if its settlement is dated later', async () => {
  const stage = await Stage.set(owner, store, [A, B]);
  const [first, second] = [await stage.play(unpublished()), await stage.play(unpublished())];
  const services = testServices();
  // The first transaction gets its time; the second starts and commits; then the first takes its locks.
  await store.inTransaction(async (tx) => {
    await owner.sql('SELECT pg_sleep(0.005)');
    expect(await store.inTransaction((other) => settleDueTrade({ tx: other, services }, second))).toBe('settled');
    expect(await settleDueTrade({ tx, services }, first)).toBe('settled');
  });
  const rows = await owner.sql<{ trade_id: string; slash_amount: bigint; faults: number; settled_at: Date }>(
    `SELECT trade_id, slash_amount, (evidence::jsonb #>> '{fault_history,faults}')::integer AS faults, settled_at FROM settlement ORDER BY settled_at`,
  );
  expect(rows).toMatchObject([
    { trade_id: first, slash_amount: 200n, faults: 1 },
    { trade_id: second, slash_amount: 100n, faults: 0 },
  ]);
});

// @spec SE44
test('should count completed trades and the owners of their counterparties, without those that share an owner', async () => {
  const v11 = { policyVersion: 'slash_policy_v1.1' } as const;
  const [provider, first, second, own] = [party(), party(), party(), party()];
  const stage = await Stage.set(owner, store, [provider, first, second, own]);
  const human = async (...principals: Party[]): Promise<void> => {
    const id = newId();
    await owner.sql(`INSERT INTO human VALUES ($1, 'test', $2, now())`, id, id);
    for (const { id: principalId } of principals) {
      await owner.sql(`INSERT INTO binding VALUES ($1, $2, $3, 'owner', now())`, newId(), principalId, id);
    }
  };
  await human(first);
  await human(second);
  await human(provider, own);
  // Settled a minute ago, because only 180 days count.
  const completed = (consumer: Party): TradeScenario => {
    const world = new TradeScenario([plannedStep(provider, consumer, 100)], v11).begin(1);
    world.submitCheckpoint(1, { status: 'confirmed' });
    world.wait(Math.floor((Date.now() - world.clock) / 1000) - 60).sweep();
    return world;
  };
  const conceded = async (): Promise<object> => {
    const world = new TradeScenario([plannedStep(provider, own, 1000)], v11).begin(1);
    world.submitCheckpoint(1, { status: 'failed' });
    const tradeId = await stage.play(world.wait(CHECKPOINT_WINDOW));
    await store.inTransaction((tx) => settleDueTrade({ tx, services: testServices() }, tradeId));
    const [row] = await owner.sql<{ history: object }>(
      `SELECT evidence::jsonb -> 'fault_history' AS history FROM settlement WHERE trade_id = $1`,
      tradeId,
    );
    return row?.history ?? {};
  };
  for (const consumer of [own, own, first]) {
    await stage.play(completed(consumer));
  }
  const shared = { same_owner_keys: [keyOf('prn', own.id)] };
  expect(await conceded()).toMatchObject({ faults: 0, completed_trades: 3, counterparty_owners: 1, ...shared });
  await stage.play(completed(second));
  expect(await conceded()).toMatchObject({ faults: 1, completed_trades: 3, counterparty_owners: 2, ...shared });
});
