import { trades } from '../../src/database/lists/trades';
import { planList } from '../../src/database/sql/lists';
import { type Busy, startBusy } from '../../test/support/cpu-load';
import { rowsOf } from '../../test/support/plan';

/** A page of open trades, of a principal whose settled trades are many. Limits keep the number of open trades small. */

const SOON = new Date(Date.now() + 60_000);
const LATER = new Date(Date.now() + 3_600_000);

/** The most rows of one part of a page of 50: a few of each. */
const FEW = 500;

let setup: Busy;
beforeAll(async () => {
  setup = await startBusy(true, { settled: true });
}, 120_000);
afterAll(() => setup.app.stop());

test.each([
  { filter: { awaitingMe: true }, orderBy: undefined },
  { filter: { dueBefore: LATER }, orderBy: undefined },
  { filter: { states: ['executing'] }, orderBy: { field: 'next_deadline_at' } },
])('A page of open trades with the filter $filter reads the open trades alone', async ({ filter, orderBy }) => {
  const plan = planList(trades, { args: {}, filter, orderBy, now: SOON });
  expect(await rowsOf(setup.app, plan.page([setup.busy.principalId]))).toBeLessThan(FEW);
});
