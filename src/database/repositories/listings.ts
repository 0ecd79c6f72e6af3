import { decode } from '../sql/codec';
import { readAll, readOne } from '../sql/read';
import type { Db } from '../transactions/statement';
import { ListingRow } from '../entities/listing';
import { repository } from '../entities/repository';
import type { Tx } from '../transactions/database';

/**
 * Listings. In the lock order of `load_decision_data` they come after principals.
 *
 * Publishing locks its principal first, and its active listing with `load_decision_data`. An update and a match run lock their
 * listing only. The locking reads are hand-written SQL, because each call that updates or matches runs one.
 */

/** Finds a listing of this principal. */
export async function findListingOf(db: Db, principalId: string, listingId: string): Promise<ListingRow | undefined> {
  return (await repository(db, ListingRow).findOneBy({ listingId, principalId })) ?? undefined;
}

/** Locks a listing of this principal, so that updates and match runs of it run one after the other. */
export async function lockListingOf(tx: Tx, principalId: string, listingId: string): Promise<ListingRow | undefined> {
  return readOne<ListingRow>(tx, {
    name: 'listing_of_principal_lock',
    text: 'SELECT * FROM listing WHERE listing_id = $1 AND principal_id = $2 FOR NO KEY UPDATE',
    values: [listingId, principalId],
  });
}

/** Locks the active listing of the same agent and trade profile. It may have expired: the decision then closes it. */
export async function lockActiveListing(
  tx: Tx,
  { principalId, agentId, tradeProfile }: Pick<ListingRow, 'principalId' | 'agentId' | 'tradeProfile'>,
): Promise<ListingRow | undefined> {
  const [row] = await tx.query<{ listing: object | null }>({
    name: 'listing_active_lock',
    text: `SELECT publisher_data(ARRAY[$1::uuid], $2, $3, 'update')->'active_listing' AS listing`,
    values: [principalId, agentId, tradeProfile],
  });
  return row?.listing ? decode<ListingRow>(row.listing) : undefined;
}

/** The listings with the stored state active of these listings' agents and profiles, themselves included. */
export async function activeListingsLike(db: Db, listingIds: readonly string[]): Promise<ListingRow[]> {
  return readAll<ListingRow>(db, {
    name: 'listings_active_like',
    text: `SELECT DISTINCT ON (a.listing_id) a.* FROM listing l
      JOIN listing a ON a.agent_id = l.agent_id AND a.trade_profile = l.trade_profile AND a.state = 'active'
      WHERE l.listing_id = ANY ($1)`,
    values: [[...listingIds]],
  });
}

/** Two agents of each principal that have not retired, the oldest first; fewer if a principal has fewer. */
export async function firstAgents(
  db: Db,
  principalIds: readonly string[],
): Promise<{ readonly principalId: string; readonly agentId: string }[]> {
  return readAll(db, {
    name: 'first_agents',
    text: `SELECT p.id AS principal_id, a.agent_id FROM unnest($1::uuid[]) p (id)
      CROSS JOIN LATERAL (SELECT agent_id FROM agent WHERE principal_id = p.id AND retired_at IS NULL ORDER BY agent_id LIMIT 2) a
      ORDER BY a.agent_id`,
    values: [[...principalIds]],
  });
}

/** Closes expired listings. Returns how many. */
export async function closeExpiredListings(db: Db, now: Date, limit: number): Promise<number> {
  const rows = await db.query({
    name: 'close_expired_listings',
    text: `UPDATE listing SET state = 'closed' WHERE listing_id IN (
        SELECT listing_id FROM listing WHERE expires_at <= $1 AND state <> 'closed'
        ORDER BY expires_at LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING listing_id`,
    values: [now, limit],
  });
  return rows.length;
}
