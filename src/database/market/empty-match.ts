import { priceScale } from '../../domain/market/match-ranking';
import type { EmptyMatchData, UnmetSearch } from '../../domain/market/empty-match';
import type { Listing } from '../../domain/types';
import type { Db, Statement } from '../transactions/statement';

/**
 * Selects what explains a match run without a proposal.
 *
 * It reads the open pairs of the listing, and the first public listing in the order of prices. The price of a listing that
 * only matches is the limit of its party, so it is never read.
 */
export function emptyMatchStatement(
  { listingId, principalId }: Pick<Listing, 'listingId' | 'principalId'>,
  { tradeProfile, otherSide }: Pick<UnmetSearch, 'tradeProfile' | 'otherSide'>,
  now: Date,
): Statement {
  const direction = otherSide === 'provide' ? 'ASC' : 'DESC';
  return {
    name: `market_empty_match_${otherSide}`,
    text: `SELECT
        EXISTS (SELECT FROM proposal_pair p JOIN listing o ON o.listing_id = p.provider_listing_id
            WHERE p.consumer_listing_id = $1 AND p.open AND o.trade_profile = $3)
          OR EXISTS (SELECT FROM proposal_pair p WHERE p.provider_listing_id = $1 AND p.open) AS "hasOpenProposals",
        (SELECT l.price_stamps FROM listing l
          WHERE l.visibility = 'market' AND l.state = 'active' AND l.trade_profile = $3 AND l.side = $4
            AND l.principal_id <> $2 AND (l.expires_at IS NULL OR l.expires_at > $5)
            AND EXISTS (SELECT FROM market_offer m WHERE m.listing_id = l.listing_id)
          ORDER BY l.price_stamps ${direction} LIMIT 1) AS "bestPriceStamps"`,
    values: [listingId, principalId, tradeProfile, otherSide, now],
  };
}

/** Returns those of the principals that have a listing, public or not, which meets a search. */
export async function principalsThatMeet(
  db: Db & { readonly now: Date },
  { tradeProfile, otherSide, price }: UnmetSearch,
  principalIds: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ principal_id: string }>({
    name: 'market_principals_that_meet',
    text: `SELECT DISTINCT l.principal_id FROM listing l JOIN market_offer o USING (listing_id)
      WHERE l.principal_id = ANY ($1::uuid[]) AND l.trade_profile = $2 AND l.state = 'active'
        AND o.side = $3 AND o.price_rank <= $4 AND (o.expires_at IS NULL OR o.expires_at > $5)`,
    values: [principalIds, tradeProfile, otherSide, priceScale(otherSide, price).limit, db.now],
  });
  return rows.map((row) => row.principal_id);
}

export async function emptyMatchData(
  db: Db & { readonly now: Date },
  listing: Pick<Listing, 'listingId' | 'principalId'>,
  search: Pick<UnmetSearch, 'tradeProfile' | 'otherSide'>,
): Promise<EmptyMatchData> {
  const [row] = await db.query<EmptyMatchData>(emptyMatchStatement(listing, search, db.now));
  return row ?? { hasOpenProposals: false, bestPriceStamps: null };
}
