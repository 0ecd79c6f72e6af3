import { events } from '../../src/database/lists/events';
import { listings, matchRuns } from '../../src/database/lists/market';
import { agents, ticketPurchases, webhookDeliveries } from '../../src/database/lists/parties';
import { proposals } from '../../src/database/lists/proposals';
import { trades } from '../../src/database/lists/trades';
import { keyOf } from '../../src/domain/keys';
import { planList, type List, type OrderBy } from '../../src/database/sql/lists';
import type { Filter } from '../../src/database/sql/filters';
import { postings } from '../../src/ledger/postings';
import { type Busy, startBusy } from '../../test/support/cpu-load';
import { newId } from '../../test/support/ledger';
import { mostRows, rowsOf } from '../../test/support/plan';

/** A filtered page reads its rows from an index, however many other rows its principal and others have. */

const SOON = new Date(Date.now() + 60_000);
const LATER = new Date(Date.now() + 3_600_000);

/** Before the smallest id, also ten minutes later. */
const BEFORE_ALL = new Date(-600_000);

/** The most rows of one part of a page of 50: a few of each. */
const FEW = 500;

let setup: Busy;
beforeAll(async () => {
  setup = await startBusy(true);
}, 120_000);
afterAll(() => setup.app.stop());

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
  [postings, { kinds: ['wallet_return'] }],
  [ticketPurchases, { statuses: ['parked'] }],
  [events, { types: ['tickets.credited', 'webhook.disabled'] }],
  [events, { subjectKey: 'none' }],
  [events, { subjectKey: keyOf('trd', newId()) }],
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
      const { principalId, agentId } = setup[who];
      const owner = list.owner === 'd.agent_id' ? agentId : principalId;
      const plan = planList(list, { args: {}, filter, orderBy, now: SOON });
      expect(await rowsOf(setup.app, plan.page([owner]))).toBeLessThan(FEW);
    }
  },
);

test('A count reads no more rows than it counts', async () => {
  const plan = planList(agents, { args: {} });
  const [rows = Infinity] = await mostRows(setup.app.ownerUrl, (db) => db.query(plan.count([setup.busy.principalId])));
  expect(rows).toBeLessThanOrEqual(10_001);
});
