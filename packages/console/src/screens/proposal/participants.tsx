import { TextLink } from '../../shell/principal';
import { State, words } from '../../ui/badge';
import { Card, Facts } from '../../ui/card';
import { Money } from '../../ui/money';
import { counted, faultCount, PartyLink } from '../trading/party';
import type { Proposal } from './types';

type Participant = Proposal['currentRevision']['participants'][number];

/** The participants of a proposal with their answers and their records. */
export function Participants({ of, ownKey }: { readonly of: Proposal; readonly ownKey: string }) {
  const { participants, proposedBy } = of.currentRevision;
  const others = participants.filter(({ principalKey }) => principalKey !== ownKey);
  const own = participants.filter(({ principalKey }) => principalKey === ownKey);
  return (
    <Card title="Who takes part">
      <ul className="grid gap-4 md:grid-cols-2">
        {[...others, ...own].map((participant) => (
          <li key={participant.principalKey} className="min-w-0 rounded-md border border-line p-3">
            <One of={participant} ownKey={ownKey} isAuthor={proposedBy?.principalKey === participant.principalKey} />
          </li>
        ))}
      </ul>
      <Origin of={of} ownKey={ownKey} />
    </Card>
  );
}

function One({
  of,
  ownKey,
  isAuthor,
}: {
  readonly of: Participant;
  readonly ownKey: string;
  readonly isAuthor: boolean;
}) {
  const { principal, agent, role, responseState, bondStamps } = of;
  const { settledTrades, counterparties, disputes } = principal.reputation;
  const faults = faultCount(principal.reputation);
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">
          <PartyLink of={principal} ownKey={ownKey} />
        </h3>
        <State code={responseState} />
      </div>
      <p className="mb-3 text-sm break-words text-muted">
        {isAuthor && 'Proposed this revision. '}
        Agent {agent.name ?? 'without a name'}
        {agent.description && `: ${agent.description}`}
      </p>
      <Facts
        rows={[
          ['Role', words(role)],
          ['Bond of a trade', <Money stamps={bondStamps} />],
          ['Settled trades', `${settledTrades} with ${counted(counterparties, 'counterparty', 'counterparties')}`],
          ['Own faults', faults === 0 ? 'none' : String(faults)],
          [
            'Disputes',
            disputes.raised === 0 ? 'none' : `${disputes.raised}: ${disputes.won} won, ${disputes.lost} lost`,
          ],
        ]}
      />
    </>
  );
}

function Origin({ of, ownKey }: { readonly of: Proposal; readonly ownKey: string }) {
  return (
    <div className="mt-4 border-t border-line pt-3 text-sm">
      <h3 className="mb-1 font-medium">Matched listings</h3>
      <ul className="space-y-1">
        {of.listings.map((listing) => (
          <li key={listing.listingKey} className="break-words">
            {listing.side === 'PROVIDE' ? 'Offer' : 'Request'} of {listing.principal.displayName}:{' '}
            <ListingName of={listing} isOwn={listing.principal.principalKey === ownKey} />{' '}
            <span className="text-muted">{listing.tradeProfile}</span>{' '}
            {listing.priceStamps == null ? (
              <span className="text-muted">price not public</span>
            ) : (
              <Money stamps={listing.priceStamps} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ListingName({ of, isOwn }: { readonly of: Proposal['listings'][number]; readonly isOwn: boolean }) {
  return isOwn ? <TextLink to={`listings/${of.listingKey}`}>{of.title}</TextLink> : <span>{of.title}</span>;
}
