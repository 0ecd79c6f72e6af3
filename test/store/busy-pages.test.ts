import { idOf } from '../../src/domain/keys';
import type { Db } from '../../src/store/db';
import { eventsAfter } from '../../src/store/event-log';
import { readFeed, readRooms } from '../../src/store/feed';
import { listingsOf } from '../../src/store/listings';
import { postingsOf } from '../../src/store/postings';
import { proposalsOf } from '../../src/store/proposals';
import { tradeSheetsOf, tradesOf } from '../../src/store/trades';
import { deliveriesOf } from '../../src/store/webhooks';
import { startTestApp, type TestApp } from '../support/app';
import { twoParties } from '../support/deals';
import { mostRows } from '../support/plan';
import { startTrade } from '../support/world';

/**
 * Issue 6 §6: a page is read from its index and no further. A few principals have very many rows of what most have a few
 * of: a plan made for most of them must not read all that a busy one has, and sort it.
 */

const ROWS = 12_000;
/** Every third row is the busy principal's. */
const BUSY = 3;
/** And so many others have the rest. */
const OTHERS = 2_000;

let app: TestApp;
let principalId: string;
let agentId: string;
let credentialId: string;
beforeAll(async () => {
  app = await startTestApp({ ATS_ROLE: 'api' });
  const { provider, consumer } = await twoParties(app);
  await startTrade(provider, consumer);
  principalId = idOf('prn', consumer.principalKey) ?? '';
  agentId = idOf('agt', consumer.agentKey) ?? '';
  const [credential] = await app.sql<{ credential_id: string }>(
    'SELECT credential_id FROM credential WHERE principal_id = $1',
    [principalId],
  );
  credentialId = credential?.credential_id ?? '';
  await app.sql(`BEGIN; SET LOCAL session_replication_role = replica; ${copies().map(copying).join(';')}; COMMIT`);
  await app.sql('VACUUM ANALYZE');
}, 120_000);
afterAll(() => app.stop());

/** A table, a row to begin with, and what every copy has of its own: SQL, of its number `n` and its `owner`. */
interface Copies {
  readonly table: string;
  readonly like: string;
  readonly own: Readonly<Record<string, string>>;
  /** All but those that PostgreSQL makes; left out where it makes none. */
  readonly columns?: string;
}

const ENTRY = 'account_id, seq, posting_id, principal_id, amount, balance_before, balance_after';

const idOfCopy = (table: string): string => `md5('${table}' || n)::uuid`;
const A_ROW = (table: string, where = 'true'): string => `(SELECT t FROM ${table} t WHERE ${where} LIMIT 1)`;

function copies(): Copies[] {
  const trade = { trade_id: idOfCopy('trade') };
  const proposal = { proposal_id: idOfCopy('proposal') };
  const posting = { posting_id: 'n + 1000000' };
  return [
    { table: 'listing', like: A_ROW('listing'), own: { listing_id: idOfCopy('listing'), state: `'closed'` } },
    { table: 'proposal', like: A_ROW('proposal'), own: { ...proposal, trade_id: 'NULL' } },
    { table: 'proposal_participant', like: A_ROW('proposal_participant', 'revision_no = 1'), own: proposal },
    { table: 'trade', like: A_ROW('trade'), own: { ...trade, proposal_id: trade.trade_id } },
    { table: 'trade_participant', like: A_ROW('trade_participant'), own: trade },
    {
      table: 'event',
      like: A_ROW('event', `type = 'trade.created'`),
      own: { event_id: idOfCopy('event'), trade_id: 'NULL', sequence: 'n', payload: `'{}'` },
    },
    {
      table: 'webhook_delivery',
      like: 'NULL::webhook_delivery',
      own: {
        delivery_id: idOfCopy('delivery'),
        event_id: idOfCopy('event'),
        agent_id: `CASE n % ${String(BUSY)} WHEN 0 THEN '${agentId}' ELSE owner END`,
        sequence: 'n',
        state: `'delivered'`,
        tries: '0',
        attempts: '0',
        lease_token: '0',
        created_at: 'now()',
        ended_at: 'now()',
      },
    },
    { table: 'ledger_posting', like: A_ROW('ledger_posting'), own: { ...posting, line_no: 'n + 1000' } },
    { table: 'ledger_entry', like: A_ROW('ledger_entry'), own: { ...posting, seq: 'n + 1000' }, columns: ENTRY },
  ];
}

function copying({ table, like, own, columns }: Copies): string {
  const members = Object.entries({ principal_id: 'owner', ...own }).map(([name, value]) => `'${name}', ${value}`);
  return `INSERT INTO ${table} ${columns === undefined ? '' : `(${columns})`} OVERRIDING SYSTEM VALUE
    SELECT ${columns ?? '*'} FROM (SELECT (jsonb_populate_record(${like}, jsonb_build_object(${members.join(', ')}))).*
    FROM generate_series(1, ${String(ROWS)}) n
    CROSS JOIN LATERAL (SELECT CASE n % ${String(BUSY)} WHEN 0 THEN '${principalId}' ELSE md5('owner' || n % ${String(OTHERS)})::uuid END AS owner) o) c`;
}

test('A page of a principal’s list reads that page, however much it has and however little others have', async () => {
  const lists: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
    listings: (db) => listingsOf(db, principalId, {}),
    proposals: (db) => proposalsOf(db, principalId, {}),
    trades: (db) => tradesOf(db, principalId, {}),
    sheets: (db) => tradeSheetsOf(db, principalId, {}),
    events: (db) => eventsAfter(db, principalId, 0n, undefined, 51),
    feed: (db) => readFeed(db, { credentialId, humanId: null, principalId, after: 0n, types: undefined }),
    rooms: (db) => readRooms(db, [{ principalId, after: 0n }], [], 100),
    deliveries: (db) => deliveriesOf(db, agentId, {}),
    postings: (db) => postingsOf(db, { principalId, limit: 51 }),
  };
  const read: Record<string, number[]> = {};
  for (const [name, list] of Object.entries(lists)) read[name] = await mostRows(app.ownerUrl, list);
  expect(Object.values(read).flat()).toHaveLength(Object.keys(lists).length);
  // A page of 50 and its next row; a sheet has some rows of each trade.
  const long = Object.entries(read).filter(([, rows]) => rows.some((most) => most > 300));
  expect(long).toEqual([]);
});
