import { attentionMarks, attentionRows } from '../../../src/database/repositories/attention';
import { countSettlements, settlementEvidence } from '../../../src/database/repositories/settlement-evidence';
import { tradesOfPlatform } from '../../../src/database/lists/operator-trades';
import { encodeCursor } from '../../../src/database/sql/cursors';
import { planList } from '../../../src/database/sql/lists';
import type { Filter } from '../../../src/database/sql/filters';
import type { Database } from '../../../src/database/transactions/database';
import type { Statement } from '../../../src/database/transactions/statement';
import { idOf } from '../../../src/domain/keys';
import { startTestApp, type TestApp } from '../../support/app';
import { newId } from '../../support/ledger';
import { explained } from '../../support/plan';
import { openStore } from '../../support/service';
import { twoParties } from '../../support/trades';
import { propose, startTrade } from '../../support/actors';

/** The operators' list of trades and the list of what waits read few rows, however many others there are. */

const COPIES = 20_000;
const FEW = 500;

let app: TestApp;
let store: Database;
let principalId: string;
let proposalKey: string;

beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
  const { provider, consumer } = await twoParties(app);
  await startTrade(provider, consumer);
  ({ proposalKey } = await propose(provider, consumer));
  principalId = idOf('prn', provider.principalKey) ?? '';
  await app.sql(`BEGIN; SET LOCAL session_replication_role = replica; ${TRADES}; ${PROPOSALS}; COMMIT`);
  await app.sql('VACUUM ANALYZE trade, trade_participant, settlement, proposal, proposal_participant');
  store = await openStore(app.ownerUrl);
}, 120_000);
afterAll(async () => {
  await store.close();
  await app.stop();
});

/** Settled copies of the trade, each a millisecond older, without participants. */
const TRADES = `
  WITH copy AS (SELECT n, (lpad(to_hex(('x' || left(replace(t.trade_id::text, '-', ''), 12))::bit(48)::bigint - n), 12, '0')
      || right(replace(gen_random_uuid()::text, '-', ''), 20))::uuid AS trade_id
    FROM trade t, generate_series(1, ${String(COPIES)}) n),
  made AS (INSERT INTO trade SELECT (jsonb_populate_record(t, jsonb_build_object('trade_id', c.trade_id, 'state', 'completed',
    'proposal_id', gen_random_uuid(), 'due_at', NULL, 'settled_at', t.created_at))).* FROM trade t, copy c)
  INSERT INTO settlement SELECT gen_random_uuid(), trade_id, 'completed', NULL, NULL, NULL, NULL, 0, '[]', 'p', 'r', '{}', '', now()
  FROM copy`;

/** Rejected copies of the open proposal, with all participants. */
const PROPOSALS = `
  WITH copy AS (SELECT q.proposal_id AS origin, gen_random_uuid() AS proposal_id FROM proposal q, generate_series(1, ${String(COPIES)})
    WHERE q.trade_id IS NULL),
  made AS (INSERT INTO proposal SELECT (jsonb_populate_record(q, jsonb_build_object('proposal_id', c.proposal_id, 'state', 'rejected',
    'close_reason', 'rejected'))).*
    FROM copy c JOIN proposal q ON q.proposal_id = c.origin)
  INSERT INTO proposal_participant SELECT (jsonb_populate_record(p, jsonb_build_object('proposal_id', c.proposal_id,
    'closed_state', 'rejected'))).* FROM copy c JOIN proposal_participant p ON p.proposal_id = c.origin`;

const plan = (statement: Statement) => explained(store, statement);

/** The plan of the one statement that a function makes, and with `generic` the plan of a prepared one. */
async function planFrom(read: (db: Pick<Database, 'query'>) => Promise<unknown>) {
  const statements: Statement[] = [];
  await read({
    query: (statement: Statement) => {
      statements.push(statement);
      return Promise.resolve([]);
    },
  } as Pick<Database, 'query'>);
  const [statement] = statements;
  if (!statement) throw new Error('no statement');
  return plan(statement);
}

const LATER = new Date(Date.now() + 3_600_000);
const CASES: readonly (readonly [string, () => Filter])[] = [
  ['an open state', () => ({ states: ['bond_reserved'] })],
  ['a rare open state', () => ({ states: ['confirming', 'executing'] })],
  ['settled states', () => ({ states: ['failed', 'compensated'] })],
  ['an outcome', () => ({ outcomes: ['compensated'] })],
  ['a frequent outcome', () => ({ outcomes: ['completed'] })],
  ['fault classes', () => ({ failureClasses: ['F1', 'F4'] })],
  ['a principal', () => ({ principalKey: principalId })],
  ['an unknown principal', () => ({ principalKey: newId() })],
  ['an unknown agent', () => ({ agentKey: newId() })],
  ['a proposal', () => ({ proposalKey: newId() })],
  ['a time', () => ({ createdFrom: LATER })],
  ['a time before all', () => ({ createdTo: new Date(0) })],
  ['a deadline', () => ({ dueBefore: LATER })],
  ['a principal and a state', () => ({ principalKey: principalId, states: ['bond_reserved', 'completed'] })],
];

// @spec G17
test.each(CASES)(
  'A page of operatorTrades by %s reads that page, however many other trades there are',
  async (_, filter) => {
    const { rows } = await plan(planList(tradesOfPlatform, { args: {}, filter: filter(), now: new Date() }).page(['']));
    expect(rows).toBeLessThan(FEW);
  },
);

// @spec G17
test.each([{ field: 'next_deadline_at' }, { field: 'settled_at' }, { field: 'settled_at', direction: 'asc' }] as const)(
  'A page of operatorTrades in the order %j reads that page, however many other trades there are',
  async (orderBy) => {
    const first = planList(tradesOfPlatform, { args: {}, orderBy });
    expect((await plan(first.page(['']))).rows).toBeLessThan(FEW);
    const after = encodeCursor(`2026-01-01 00:00:00+00 ${newId()}`, first.view);
    const behind = planList(tradesOfPlatform, { args: { after }, orderBy }).page(['']);
    expect((await plan(behind)).rows).toBeLessThan(FEW);
  },
);

test('A backtest reads a page of settlements by their time, and counts only up to its limit', async () => {
  const page = await planFrom((db) => settlementEvidence(db, new Date(0), LATER).next());
  const count = await planFrom((db) => countSettlements(db, new Date(0), LATER, FEW / 2));
  for (const { text, rows } of [page, count]) {
    expect(text).toContain('settlement_by_time');
    expect(rows).toBeLessThan(FEW);
  }
});

// @spec NA10
test('The list of all that waits for a principal reads its open proposals, however many are closed', async () => {
  const now = new Date();
  const read = { principalId, now, limit: 50, approvalsOf: null };
  const rows = await attentionRows(store, read);
  expect(rows.map(({ subject, id }) => [subject, id])).toEqual([['proposal', idOf('prp', proposalKey)]]);
  const list = await planFrom((db) => attentionRows(db, read));
  const marks = await planFrom((db) => attentionMarks(db, [principalId, newId()], now));
  for (const { text, rows: most } of [list, marks]) {
    expect(text).toContain('proposal_open_by_principal');
    expect(text).toContain('approval_without_decision');
    expect(most).toBeLessThan(FEW);
  }
});
