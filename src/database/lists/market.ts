import { type AddValue, type Branch, containing, equals, hasKey, oneOf } from '../sql/filters';
import { byColumn, type List } from '../sql/lists';

/** An expired listing counts as closed, even if no worker has closed it yet. */
function inStates(states: readonly string[], add: AddValue, now: Date): Branch[] {
  const time = add(now, 'timestamptz');
  return [...new Set(states)].flatMap((state) => {
    const stored = `l.state = ${add(state, 'text')}`;
    if (state === 'closed') return [{ where: stored }, { where: `l.state <> 'closed' AND l.expires_at <= ${time}` }];
    return [{ where: `${stored} AND (l.expires_at IS NULL OR l.expires_at > ${time})` }];
  });
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
    tags: (tags: readonly string[], add: AddValue) => ({ where: `l.tags && ${add(tags, 'text[]')}` }),
    text: (text: string, add: AddValue) => {
      const pattern = add(containing(text), 'text');
      return { where: `(l.title ILIKE ${pattern} OR l.description ILIKE ${pattern})` };
    },
  },
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
