import { randomUUID } from 'node:crypto';
import { readCounts, readPage } from '../../../src/database/sql/list-reader';
import { planList } from '../../../src/database/sql/lists';
import type { Filter } from '../../../src/database/sql/filters';
import type { PageArgs } from '../../../src/database/sql/pages';
import { idOf, keyOf } from '../../../src/domain/keys';
import { type Posting, postings } from '../../../src/ledger/postings';
import { buyTickets, mutate } from '../../support/actors';
import { startTestApp, type TestApp } from '../../support/app';
import { rowsOf } from '../../support/plan';
import { openStore } from '../../support/service';
import { twoParties } from '../../support/trades';

/** A filtered page of postings, of a principal with more postings than a page compares in their order. */

const POSTINGS = 12_000;
/** Each 400th is a `wallet_return`. The oldest three are a `wallet_fund`, and the others a `ticket_purchase`. */
const ONE_OF = 400;
/** Each of them looks as if an older server had written it during the migration. */
const ONE_WITHOUT_KIND = 1_000;
/** The most rows of one part of a page of 50: a few of each. */
const FEW = 500;

// Each copy is an hour after the one before. The other side is the platform's, whose entries have no kind.
const COPIES = `
  CREATE TEMP TABLE one AS SELECT e.*, p.journal_id, p.debit_account_id, p.credit_account_id
    FROM ledger_entry e JOIN ledger_posting p USING (posting_id) JOIN ledger_journal j USING (journal_id)
    WHERE j.kind = 'ticket_purchase' AND e.principal_id = '$principal' AND e.amount > 0
    ORDER BY e.seq DESC LIMIT 1;
  CREATE TEMP TABLE copy AS SELECT n, 1000000 + n AS posting_id, now() + n * interval '1 hour' AS created_at,
      (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint + n * 3600000::bigint), 12, '0') || '7000' || lpad(to_hex(n), 16, '8'))::uuid AS journal_id
    FROM generate_series(1, ${String(POSTINGS)}) n;
  INSERT INTO ledger_journal (journal_id, idem_key, request_hash, kind, created_at, canonical_sha256)
    SELECT c.journal_id, 'copy-' || n, j.request_hash, 
      CASE WHEN n <= 3 THEN 'wallet_fund' WHEN n % ${String(ONE_OF)} = 0 THEN 'wallet_return' ELSE 'ticket_purchase' END,
      c.created_at, j.canonical_sha256 FROM copy c, one JOIN ledger_journal j USING (journal_id);
  INSERT INTO ledger_posting (posting_id, journal_id, line_no, debit_account_id, credit_account_id, amount) OVERRIDING SYSTEM VALUE
    SELECT c.posting_id, c.journal_id, 1, debit_account_id, credit_account_id, 1 FROM copy c, one;
  INSERT INTO ledger_entry (account_id, seq, posting_id, principal_id, amount, balance_before, balance_after, kind)
    SELECT account_id, seq + n, c.posting_id, principal_id, 1, balance_after + n - 1, balance_after + n,
      CASE WHEN n % ${String(ONE_WITHOUT_KIND)} <> 0 THEN j.kind END
    FROM copy c JOIN ledger_journal j USING (journal_id), one;
  INSERT INTO ledger_entry (account_id, seq, posting_id, amount, balance_before, balance_after)
    SELECT debit_account_id, 1000 + n, c.posting_id, 1, n - 1, n FROM copy c, one`;

let app: TestApp;
let store: Awaited<ReturnType<typeof openStore>>;
let principalId: string;
let everything: readonly Posting[];
beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
  const { provider } = await twoParties(app);
  principalId = idOf('prn', provider.principalKey) ?? '';
  await mutate(provider.api, 'reserveBond', { amountStamps: 1 }, 'principal { id }');
  await buyTickets(provider);
  const copies = COPIES.replace('$principal', principalId);
  await app.sql(`BEGIN; SET LOCAL session_replication_role = replica; ${copies}; COMMIT`);
  await app.sql('VACUUM ANALYZE');
  store = await openStore(app.ownerUrl);
  everything = await allOf(undefined, { first: 200 });
}, 120_000);
afterAll(async () => {
  await store.close();
  await app.stop();
});

const read = (filter: Filter | undefined, args: PageArgs) =>
  readPage<Posting>(store, postings, principalId, { args, filter });

/** Reads every page, in the direction of the first one. Newest first. */
async function allOf(filter: Filter | undefined, args: PageArgs): Promise<Posting[]> {
  const found: Posting[] = [];
  for (let next: PageArgs = args; ;) {
    const { rows, hasNextPage, hasPreviousPage, endCursor, startCursor } = await read(filter, next);
    const page = rows.map(({ row }) => row);
    if (args.last == null) found.push(...page);
    else found.unshift(...page);
    if (!(args.last == null ? hasNextPage : hasPreviousPage)) return found;
    const after = endCursor ?? rows.at(-1)?.cursor;
    const before = startCursor ?? rows[0]?.cursor;
    next = args.last == null ? { ...args, after } : { ...args, before };
  }
}

const instantOf = (position: number): Date => everything[position]?.createdAt ?? new Date(0);

test.each([
  [
    'a kind of one in 400',
    20,
    (): Filter => ({ kinds: ['wallet_return'] }),
    (p: Posting) => p.kind === 'wallet_return',
  ],
  ['the oldest kind', 20, (): Filter => ({ kinds: ['wallet_fund'] }), (p: Posting) => p.kind === 'wallet_fund'],
  [
    'two rare kinds',
    4,
    (): Filter => ({ kinds: ['wallet_fund', 'wallet_return'] }),
    (p: Posting) => p.kind === 'wallet_return' || p.kind === 'wallet_fund',
  ],
  ['an account', 200, (): Filter => ({ accounts: ['tickets'] }), (p: Posting) => p.account === 'tickets'],
  [
    'a kind before a time',
    4,
    (): Filter => ({ kinds: ['wallet_return'], createdTo: instantOf(1_500) }),
    (p: Posting) => p.kind === 'wallet_return' && p.createdAt < instantOf(1_500),
  ],
  [
    'a kind since a time',
    4,
    (): Filter => ({ kinds: ['wallet_return'], createdFrom: instantOf(11_500) }),
    (p: Posting) => p.kind === 'wallet_return' && p.createdAt >= instantOf(11_500),
  ],
] as const)('Pages of postings with %s have each of them once, in both directions', async (_, size, filter, fits) => {
  const expected = everything.filter(fits).map(({ postingId }) => postingId);
  expect(expected.length).toBeGreaterThan(0);
  for (const args of [{ first: size }, { last: size }]) {
    const found = await allOf(filter(), args);
    expect(found.map(({ postingId }) => postingId)).toEqual(expected);
  }
});

// @spec G24
test('A page of postings compares at most 10,000 postings with an account, and its cursor leads on', async () => {
  expect(everything.length).toBeGreaterThan(POSTINGS);
  const filter = { accounts: ['bond_available'] };
  const page = await read(filter, { first: 20 });
  expect(page).toMatchObject({ rows: [], hasNextPage: true });
  const next = await read(filter, { first: 20, after: page.endCursor });
  expect(next.rows).toHaveLength(1);
  expect(next.hasNextPage).toBe(false);
  const plan = planList(postings, { args: { first: 20 }, filter });
  expect(await readCounts(store, plan, [principalId])).toEqual([{ total: 0, isExact: false }]);
  expect(await rowsOf(app, plan.page([principalId]))).toBeLessThanOrEqual(10_000);
  expect(await rowsOf(app, plan.count([principalId]))).toBeLessThanOrEqual(10_001);
});

// @spec G17
test('A page of postings with the account of a wallet is empty, and the last one', async () => {
  const filter = { accounts: ['wallet'] };
  expect(await read(filter, { first: 20 })).toMatchObject({ rows: [], hasNextPage: false });
  const plan = planList(postings, { args: { first: 20 }, filter });
  expect(await rowsOf(app, plan.page([principalId]))).toBeLessThan(FEW);
});

// @spec G17
test.each<Filter>([
  { kinds: ['ticket_purchase'] },
  { kinds: ['wallet_fund'] },
  { kinds: ['settlement', 'wallet_return'] },
  { kinds: ['wallet_return'], createdTo: new Date(Date.now() + 3_600_000 * 6_000) },
  { kinds: ['ticket_purchase'], createdFrom: new Date(Date.now() + 3_600_000 * 20_000) },
  { kinds: ['ticket_purchase'], tradeKey: keyOf('trd', randomUUID()) },
  { accounts: ['tickets'] },
  { kinds: ['ticket_purchase'], accounts: ['tickets'] },
  { createdTo: new Date(Date.now() + 3_600_000 * 6_000) },
  { createdFrom: new Date(Date.now() + 3_600_000 * 6_000) },
  { createdFrom: new Date(Date.now() + 3_600_000 * 20_000) },
  { createdTo: new Date(0) },
])('A page of postings with the filter %j reads few rows', async (filter) => {
  for (const args of [{}, { last: 50 }]) {
    const plan = planList(postings, { args, filter, now: new Date() });
    expect(await rowsOf(app, plan.page([principalId]))).toBeLessThan(FEW);
  }
});
