import { events } from '../../src/database/lists/events';
import { listings, matchRuns } from '../../src/database/lists/market';
import { agents, ticketPurchases, webhookDeliveries } from '../../src/database/lists/parties';
import { proposals } from '../../src/database/lists/proposals';
import { trades } from '../../src/database/lists/trades';
import { planList, type List, type OrderBy } from '../../src/database/sql/lists';
import type { Filter } from '../../src/database/sql/filters';
import { postings } from '../../src/ledger/postings';
import { type Busy, startBusy } from '../../test/support/cpu-load';
import { until } from '../../test/support/actors';
import type { TestApp } from '../../test/support/app';
import { newId } from '../../test/support/ledger';
import type { Statement } from '../../src/database/transactions/statement';
import { explained, mostRows } from '../../test/support/plan';
import { openStore } from '../../test/support/service';

/** A filtered page reads its rows from an index, however many other rows its principal and others have. */

const SOON = new Date(Date.now() + 60_000);
const LATER = new Date(Date.now() + 3_600_000);

/** Before the smallest id, also ten minutes later. */
const BEFORE_ALL = new Date(-600_000);

/** The most rows of one part of a page of 50: a few of each. */
const FEW = 500;

let books: Busy;
beforeAll(async () => {
  books = await startBusy(true);
}, 120_000);
afterAll(() => books.app.stop());

/** The most rows of a part of the plan. Filtered statements are never prepared, so they are planned with their values. */
async function rowsOf(statement: Statement): Promise<number> {
  const store = await openStore(books.app.ownerUrl);
  try {
    return (await explained(store, statement)).rows;
  } finally {
    await store.close();
  }
}

/** Waits until no snapshot sees an old version of a row. Until then an index keeps it, and a plan counts it. */
async function noOlderSnapshot(app: TestApp): Promise<void> {
  const [now] = await app.sql<{ xid: string }>('SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS xid');
  await until(
    () =>
      app.sql(
        `SELECT pid, query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND age(backend_xmin) > age($1::xid8::xid)`,
        [now?.xid],
      ),
    (older) => older.length === 0,
  );
}

const byDeadline: OrderBy = { field: 'next_deadline_at' };
const bySettlement: OrderBy = { field: 'settled_at' };

type Case = readonly [list: List, filter: Filter | undefined, orderBy?: OrderBy];

const CASES: readonly Case[] = [
  [trades, { states: ['completed', 'failed', 'compensated'] }],
  [trades, { outcomes: ['failed'] }],
  [trades, { agentKey: newId() }],
  [trades, { counterpartyKey: newId() }],
  [trades, { proposalKey: newId() }],
  [trades, { tradeProfile: 'none' }],
  [trades, { createdFrom: LATER }],
  [trades, { createdTo: BEFORE_ALL }],
  [trades, undefined, bySettlement],
  [proposals, { states: ['rejected'] }],
  [proposals, { agentKey: newId() }],
  [proposals, { counterpartyKey: newId() }],
  [proposals, { listingKey: newId() }],
  [proposals, { matchRunId: newId() }],
  [listings, { states: ['active'] }],
  [listings, { side: 'provide' }],
  [listings, { agentKey: newId() }],
  [listings, { tradeProfile: 'none' }],
  [matchRuns, { listingKey: newId() }],
  [postings, { tradeKey: newId() }],
  [postings, { listingKey: newId() }],
  [postings, { createdTo: BEFORE_ALL }],
  [ticketPurchases, { statuses: ['parked'] }],
  [events, { types: ['tickets.credited', 'webhook.disabled'] }],
  [events, { subjectKey: 'none' }],
  [events, { tradeKey: newId() }],
  [events, { from: LATER }],
  [events, { to: new Date(0) }],
  [webhookDeliveries, { states: ['dead'] }],
];

// @spec G17
test.each(CASES.map(([list, filter, orderBy]) => ({ list, name: list.name, filter, orderBy })))(
  'A page of $name with the filter $filter and the order $orderBy reads few rows',
  async ({ list, filter, orderBy }) => {
    for (const who of ['busy', 'old'] as const) {
      const { principalId, agentId } = books[who];
      const owner = list.owner === 'd.agent_id' ? agentId : principalId;
      const plan = planList(list, { args: {}, filter, orderBy, now: SOON });
      expect(await rowsOf(plan.page([owner]))).toBeLessThan(FEW);
    }
  },
);

test('A page of open trades reads the open trades alone', async () => {
  const { principalId } = books.busy;
  // Real limits keep the number of open trades small. The copies of this test are all open, so they are settled here.
  await books.app.sql(
    `UPDATE trade_participant SET open = false, outcome = 'completed', settled_at = now() WHERE trade_id NOT IN (
      SELECT trade_id FROM trade_step)`,
  );
  await noOlderSnapshot(books.app);
  await books.app.sql('REINDEX TABLE trade_participant');
  await books.app.sql('VACUUM ANALYZE trade_participant');
  for (const [filter, orderBy] of [
    [{ awaitingMe: true }, undefined],
    [{ dueBefore: LATER }, undefined],
    [{ states: ['executing'] }, byDeadline],
  ] as const) {
    const plan = planList(trades, { args: {}, filter, orderBy, now: SOON });
    expect(await rowsOf(plan.page([principalId]))).toBeLessThan(FEW);
  }
});

test('A count reads no more rows than it counts', async () => {
  const plan = planList(agents, { args: {} });
  const [rows = Infinity] = await mostRows(books.app.ownerUrl, (db) => db.query(plan.count([books.busy.principalId])));
  expect(rows).toBeLessThanOrEqual(10_001);
});
