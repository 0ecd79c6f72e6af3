import { readAll } from '../sql/read';
import type { Db } from '../transactions/statement';

/** A pair of listings that is marked as open, although its proposal has expired. */
export interface ExpiredPair {
  readonly proposalId: string;
  /** The principal whose match run made the proposal. */
  readonly initiatorId: string | null;
  readonly counterpartyId: string | null;
  readonly consumerListingId: string;
  readonly providerListingId: string;
}

/** All pairs of the expired proposals of a listing. A match run of the listing ends these proposals first. */
export async function expiredPairs(db: Db, listingId: string, now: Date): Promise<ExpiredPair[]> {
  return readAll<ExpiredPair>(db, {
    name: 'market_expired_pairs_read',
    text: `SELECT r.proposal_id, r.initiator_id, r.counterparty_id, r.consumer_listing_id, r.provider_listing_id FROM proposal_pair r
      WHERE r.open AND r.proposal_id = ANY (ARRAY(
        SELECT p.proposal_id FROM (SELECT proposal_id FROM proposal_pair WHERE consumer_listing_id = $1 AND open
          UNION SELECT proposal_id FROM proposal_pair WHERE provider_listing_id = $1 AND open) q
        JOIN proposal p USING (proposal_id) WHERE p.expires_at <= $2))`,
    values: [listingId, now],
  });
}
