import { events as eventList } from '../../src/database/lists/events';
import { trades } from '../../src/database/lists/trades';
import { proposals } from '../../src/database/lists/proposals';
import { listings } from '../../src/database/lists/market';
import { credentials, webhookDeliveries } from '../../src/database/lists/parties';
import { readPage } from '../../src/database/sql/list-reader';
import { revokeOthers } from '../../src/database/repositories/credentials';
import type { Db } from '../../src/database/transactions/statement';
import { readFeed, readChannels } from '../../src/database/events/feed';
import { findPostings, postings } from '../../src/ledger/postings';
import { tradeAggregatesOf } from '../../src/database/repositories/trades';
import type { Tx } from '../../src/database/transactions/database';
import { enqueueDeliveries } from '../../src/database/repositories/webhook-queue';
import { type Busy, startBusy } from '../../test/support/cpu-load';
import { mostRows } from '../../test/support/plan';

/**
 * A page reads its rows from an index and no others.
 *
 * A plan for small principals must not sort all rows of a busy one. A plan for busy principals must not read the newer rows
 * of all others.
 */
describe.each([
  ['in the order of their ids', true],
  ['in no order', false],
])('Rows that lie %s', (_, inOrder) => {
  let setup: Busy;
  beforeAll(async () => {
    setup = await startBusy(inOrder);
  }, 120_000);
  afterAll(() => setup.app.stop());

  test.each(['busy', 'old'] as const)('a page of a list is read, and no more: who asks is %s', async (who) => {
    const { app, credentialId } = setup;
    const { principalId, agentId } = setup[who];
    const lists: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
      listings: (db) => readPage(db, listings, principalId, { args: {} }),
      proposals: (db) => readPage(db, proposals, principalId, { args: {} }),
      trades: (db) => readPage(db, trades, principalId, { args: {} }),
      aggregates: (db) => tradeAggregatesOf(db, principalId, { args: {} }, 'whole'),
      credentials: (db) => readPage(db, credentials, principalId, { args: {} }),
      events: (db) => readPage(db, eventList, principalId, { args: {} }),
      feed: (db) => readFeed(db, { credentialId, humanId: null, principalId, after: 0n, types: undefined }),
      channels: (db) => readChannels(db, [{ principalId, after: 0n }], [], 100),
      deliveries: (db) => readPage(db, webhookDeliveries, agentId, { args: {} }),
      postings: (db) => readPage(db, postings, principalId, { args: {} }),
      // All other credentials are revoked, so none is left to revoke.
      'live credentials': (db) => revokeOthers({ now: new Date(), ...db } as Tx, principalId, credentialId),
    };
    const read: Record<string, number[]> = {};
    for (const [name, list] of Object.entries(lists)) read[name] = await mostRows(app.ownerUrl, list);
    expect(Object.values(read).flat()).toHaveLength(Object.keys(lists).length);
    // A page of 50 and its next row; an aggregate has some rows of each trade.
    const long = Object.entries(read).filter(([, rows]) => rows.some((count) => count > 300));
    expect(long).toEqual([]);
  });

  test('should find postings by their keys with one look-up each', async () => {
    const entries = await setup.app.sql<{ id: string }>(
      'SELECT ledger_entry_uuid(journal_id, line_no, 1) AS id FROM ledger_posting ORDER BY posting_id DESC LIMIT 10',
    );
    const ids = entries.map(({ id }) => id);
    const read = await mostRows(setup.app.ownerUrl, (db) => findPostings(db, ids));
    expect(read).toHaveLength(1);
    expect(read[0]).toBeLessThan(300);
  });

  test('should enqueue a trade event for the agents of its steps, without reading all agents of the principal', async () => {
    const { app, busy } = setup;
    const events = await app.sql<{ event_id: string }>(
      `SELECT event_id FROM event WHERE principal_id = $1 AND type = 'trade.created' AND trade_id IS NOT NULL`,
      [busy.principalId],
    );
    expect(events).toHaveLength(1);
    const ids = events.map(({ event_id: id }) => id);
    const read = await mostRows(app.ownerUrl, (db) => enqueueDeliveries({ now: new Date(), ...db } as Tx, ids));
    expect(read).toHaveLength(1);
    expect(read[0]).toBeLessThan(300);
  });
});
