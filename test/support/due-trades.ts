import { applyEffects } from '../../src/database/repositories/facts';
import { ShiftedClock } from '../../src/database/connection/clock';
import type { Database } from '../../src/database/transactions/database';
import type { Task } from '../../src/workers/runner';
import { A, B, C, CONTRACT_WINDOW, party, plannedStep, TradeScenario } from '../unit/domain/facts';
import { freshDatabase, type TestDatabase } from './database';
import { buy, Connection, newId } from './ledger';
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
  const listing = newId();

  beforeEach(async () => {
    database = await freshDatabase();
    owner = await Connection.open(database.ownerUrl);
    stores = await Promise.all([1, 2, 3].map(() => openStore(database.url, clock)));
    for (const { id, agent } of [A, B, C, D]) {
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
    await Promise.all(stores.map((one) => one.close()));
    await owner.close();
    await database.drop();
  });

  /** Replays the trade of a generated world on the database, and returns its id. */
  async function replayTrade(world: TradeScenario): Promise<string> {
    const { trade } = world.facts;
    for (const [at, effects] of world.applied.entries()) {
      const proposal = effects.proposals?.[0];
      await store().inTransaction(async (tx) => {
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

  const store = (at = 0): Database => {
    const found = stores[at];
    if (!found) throw new Error('no store');
    return found;
  };
  return { owner: () => owner, store, clock, replayTrade, states, sweepUntil };
}
