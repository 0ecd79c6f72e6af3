import { decode } from '../sql/codec';
import type { Db } from '../transactions/statement';
import { type Page, type PageArgs, readPage } from '../sql/pages';
import type { ListingRow } from '../entities/listing';
import type { Tx } from '../transactions/database';

/**
 * Listings as rows. In the lock order (sql/trades/load_facts.sql) they come after principals: publishing locks its
 * principal first, an update or a match run its listing alone.
 */

/** A principal's listings, newest first. */
export async function listingsOf(db: Db, principalId: string, args: PageArgs): Promise<Page<ListingRow>> {
  return readPage(
    db,
    {
      name: 'listings',
      select: 'l.* FROM listing l',
      where: 'l.principal_id = (SELECT $1::uuid)',
      values: [principalId],
      key: 'l.listing_id',
      keyType: 'uuid',
    },
    args,
  );
}

/** One listing of a principal's; undefined when it is not there or someone else's. */
export async function findListingOf(db: Db, principalId: string, listingId: string): Promise<ListingRow | undefined> {
  const [row] = await db.query<object>({
    name: 'listing_of_principal',
    text: 'SELECT * FROM listing WHERE listing_id = $1 AND principal_id = $2',
    values: [listingId, principalId],
  });
  return row && decode<ListingRow>(row);
}

/** The same, locked: whoever changes it, or makes proposals from it, does so one after the other. */
export async function lockListingOf(tx: Tx, principalId: string, listingId: string): Promise<ListingRow | undefined> {
  const [row] = await tx.query<object>({
    name: 'listing_of_principal_lock',
    text: 'SELECT * FROM listing WHERE listing_id = $1 AND principal_id = $2 FOR NO KEY UPDATE',
    values: [listingId, principalId],
  });
  return row && decode<ListingRow>(row);
}

/** The listing stored as active for the pair, expired or not, locked: a decision may have to close it. */
export async function lockActiveListing(
  tx: Tx,
  agentId: string,
  tradeProfile: string,
): Promise<ListingRow | undefined> {
  const [row] = await tx.query<object>({
    name: 'listing_active_lock',
    text: `SELECT * FROM listing WHERE agent_id = $1 AND trade_profile = $2 AND state = 'active' FOR NO KEY UPDATE`,
    values: [agentId, tradeProfile],
  });
  return row && decode<ListingRow>(row);
}

/** Whether the agent is one of the principal's. */
export async function hasAgent(db: Db, principalId: string, agentId: string): Promise<boolean> {
  const rows = await db.query({
    name: 'agent_of_principal_exists',
    text: 'SELECT FROM agent WHERE principal_id = $1 AND agent_id = $2',
    values: [principalId, agentId],
  });
  return rows.length > 0;
}
