import { hasKey, oneOf, type AddValue, type Branch } from '../sql/filters';
import { byColumn, byTime, type List } from '../sql/lists';

const IS_OPEN = 'p.closed_state IS NULL';

/** A proposal expires even if no worker has marked it yet. Open ones are few, so they share a branch. */
function inStates(states: readonly string[], add: AddValue, now: Date): Branch[] {
  const time = add(now, 'timestamptz');
  const open = states.filter((state) => state !== 'rejected');
  const conditions: string[] = [];
  if (open.length > 0) conditions.push(`q.state = ANY (${add(open, 'text[]')}) AND q.expires_at > ${time}`);
  if (states.includes('rejected')) conditions.push(`q.expires_at <= ${time}`);
  const closed = states.filter((state) => state === 'accepted' || state === 'rejected');
  return [{ where: `${IS_OPEN} AND (${conditions.join(' OR ')})` }, ...oneOf('p.closed_state')(closed, add)];
}

/** Open proposals whose current revision the principal has not answered. */
function awaitingMe(isAwaiting: boolean, add: AddValue, now: Date): Branch {
  const pending = `(q.expires_at > ${add(now, 'timestamptz')} AND q.state IN ('proposed', 'countered')
    AND EXISTS (SELECT FROM proposal_participant m WHERE m.proposal_id = p.proposal_id AND m.revision_no = q.current_revision_no
      AND m.principal_id = p.principal_id AND m.response_state = 'pending'))`;
  return { where: isAwaiting ? `${IS_OPEN} AND ${pending}` : `NOT (${IS_OPEN} AND ${pending})` };
}

/** Proposals in which a principal takes part. Revision 1 names all participants: none joins later. */
export const proposals: List = {
  name: 'proposals',
  columns: 'q.*',
  from: 'proposal_participant p JOIN proposal q USING (proposal_id)',
  owner: 'p.principal_id',
  where: 'p.revision_no = 1',
  orders: {
    created_at: byColumn('p.proposal_id'),
    expires_at: {
      ...byTime('q.expires_at', 'p.proposal_id', { where: IS_OPEN }),
      whereAt: (now) => `q.expires_at > ${now}`,
    },
  },
  filters: {
    states: inStates,
    listingKey: hasKey('lst', 'p.listing_id'),
    matchRunId: hasKey('mrn', 'q.match_run_id'),
    agentKey: hasKey('agt', 'p.agent_id'),
    counterpartyKey: hasKey(
      'prn',
      'c.counterparty_id',
      'JOIN proposal_counterparty c ON c.proposal_id = p.proposal_id AND c.principal_id = p.principal_id',
    ),
    awaitingMe,
    expiresBefore: (time: Date, add: AddValue, now: Date) => ({
      where: `${IS_OPEN} AND q.expires_at < ${add(time, 'timestamptz')} AND q.expires_at > ${add(now, 'timestamptz')}`,
    }),
  },
};

/** Proposals for which a listing was matched. */
export const proposalsOfListing: List = { ...proposals, name: 'proposals_of_listing', owner: 'p.listing_id' };
