import { settleDueTrade } from '../../../src/operations/commands/settle';
import { databaseClock } from '../../../src/database/connection/clock';
import type { Database } from '../../../src/database/transactions/database';
import { A, B, CONTRACT_WINDOW, plannedStep, TradeScenario } from '../../unit/domain/facts';
import { freshDatabase, type TestDatabase } from '../../support/database';
import { Connection } from '../../support/ledger';
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
