import { type AddValue, type Branch, containing, equals, hasKey, oneOf } from '../sql/filters';
import { byAmount, byColumn, type List, type OrderBy } from '../sql/lists';

/** An expired listing counts as closed, even if no worker has closed it yet. */
function inStates(states: readonly string[], add: AddValue, now: Date): Branch[] {
  const time = add(now, 'timestamptz');
  return [...new Set(states)].flatMap((state) => {
    const stored = `l.state = ${add(state, 'text')}`;
    if (state === 'closed') return [{ where: stored }, { where: `l.state <> 'closed' AND l.expires_at <= ${time}` }];
    return [{ where: `${stored} AND (l.expires_at IS NULL OR l.expires_at > ${time})` }];
  });
}

const withTags = (tags: readonly string[], add: AddValue): Branch => ({ where: `l.tags && ${add(tags, 'text[]')}` });

function withText(text: string, add: AddValue): Branch {
  const pattern = add(containing(text), 'text');
  return { where: `(l.title ILIKE ${pattern} OR l.description ILIKE ${pattern})` };
}

export const listings: List = {
  name: 'listings',
  columns: 'l.*',
  from: 'listing l',
  owner: 'l.principal_id',
  orders: { created_at: byColumn('l.listing_id') },
  filters: {
    states: inStates,
    side: equals('l.side'),
    agentKey: hasKey('agt', 'l.agent_id'),
    tradeProfile: equals('l.trade_profile'),
    tags: withTags,
    text: withText,
  },
  comparison: { alias: 'l', members: ['tags', 'text'], others: ['states'] },
};

/** Listings of an agent. */
export const listingsOfAgent: List = { ...listings, name: 'listings_of_agent', owner: 'l.agent_id' };

export const matchRuns: List = {
  name: 'match_runs',
  columns: 'r.*',
  from: 'match_run r',
  owner: 'r.principal_id',
  orders: { created_at: byColumn('r.match_run_id') },
  filters: { listingKey: hasKey('lst', 'r.listing_id'), states: oneOf('r.state') },
};

/** Match runs of a listing. */
export const matchRunsOfListing: List = { ...matchRuns, name: 'match_runs_of_listing', owner: 'r.listing_id' };

/** Members of the filter of the market. */
export interface MarketFilter {
  readonly tradeProfile?: string | null;
  readonly side?: string | null;
  readonly tags?: readonly string[] | null;
  readonly text?: string | null;
  /** As text, because a cursor has a hash of the filter. */
  readonly maxPriceStamps?: string | null;
}

const ON_MARKET = `l.visibility = 'market' AND l.state = 'active'`;

/**
 * Active, unexpired listings of all principals that are in the market.
 *
 * Profile and side have indexes in both orders. A tag, a text or a highest price may match no listing of a large market.
 * So a page compares a bounded number of listings, and its cost does not grow with the listings of others.
 */
export function market(now: Date, orderBy: OrderBy | null | undefined): List {
  const isByPrice = orderBy?.field === 'price_stamps';
  return {
    name: 'market',
    variant: now.toISOString(),
    columns: 'l.*',
    from: 'listing l',
    where: (add) => `${ON_MARKET} AND (l.expires_at IS NULL OR l.expires_at > ${add(now, 'timestamptz')})`,
    orders: { created_at: byColumn('l.listing_id'), price_stamps: byAmount('l.price_stamps', 'l.listing_id') },
    filters: {
      tradeProfile: equals('l.trade_profile'),
      side: equals('l.side'),
      tags: withTags,
      text: withText,
      maxPriceStamps: (most: string, add: AddValue) => ({ where: `l.price_stamps <= ${add(most, 'bigint')}` }),
    },
    // The order of prices has an index with the price.
    comparison: { alias: 'l', members: isByPrice ? ['tags', 'text'] : ['tags', 'text', 'maxPriceStamps'] },
  };
}
