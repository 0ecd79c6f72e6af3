import { ShiftedClock } from '../../src/database/connection/clock';
import type { Database } from '../../src/database/transactions/database';
import type { Task } from '../../src/workers/runner';
import { A, B, C, CONTRACT_WINDOW, party, plannedStep, TradeScenario } from '../unit/domain/setup';
import { freshDatabase, type TestDatabase } from './database';
import { Connection } from './ledger';
import { Stage } from './recorded-demo';
import { openStore } from './service';

/** Trades that are due, on a database of the test, for the settlement worker. */

export const D = party();

export const confirmed = (from = A, to = B): TradeScenario => {
  const world = new TradeScenario([plannedStep(from, to, 100)]).begin(1);
  world.submitCheckpoint(1, { status: 'confirmed' });
  return world;
};
export const unpublished = (): TradeScenario => {
  const world = new TradeScenario([plannedStep(A, B, 100)]);
  world.activate(B);
  return world.wait(CONTRACT_WINDOW);
};
export const partiallyConfirmed = (): TradeScenario => {
  const world = new TradeScenario([plannedStep(A, B, 100), plannedStep(B, A, 50)]).begin(1, [6, 4]);
  world.confirm(1);
  world.submitVerdict('pass');
  return world;
};

/** Registers the setup and teardown of each test. */
export function dueTradesOfTest() {
  let database: TestDatabase;
  let owner: Connection;
  let stores: Database[];
  const clock = new ShiftedClock();
  let stage: Stage;

  const store = (at = 0): Database => {
    const found = stores[at];
    if (!found) throw new Error('no store');
    return found;
  };

  beforeEach(async () => {
    database = await freshDatabase();
    owner = await Connection.open(database.ownerUrl);
    stores = await Promise.all([1, 2, 3].map(() => openStore(database.url, clock)));
    stage = await Stage.set(owner, store(), [A, B, C, D]);
  });
  afterEach(async () => {
    await Promise.all(stores.map((one) => one.close()));
    await owner.close();
    await database.drop();
  });

  const replayTrade = (world: TradeScenario): Promise<string> => stage.play(world);

  const states = () =>
    owner.sql<{ state: string; trades: bigint }>(
      'SELECT state, count(*) AS trades FROM trade GROUP BY state ORDER BY state',
    );

  /** Sweeps until `remaining` trades are due, because a sweep skips trades that another lane locks. */
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

  return { owner: () => owner, url: () => database.ownerUrl, store, clock, replayTrade, states, sweepUntil };
}
