import type { ListingRowsQuery } from '../../api/document-types';
import { Go, TitleLink } from '../../shell/principal';
import { State } from '../../ui/badge';
import { Key } from '../../ui/key';
import { Money } from '../../ui/money';
import { type Column, Table } from '../../ui/table';
import { Deadline } from '../../ui/time';

/** A listing as a row of a list. */
type ListingRow = NonNullable<ListingRowsQuery['principal']>['listings']['nodes'][number];

const COLUMNS: readonly Column<ListingRow>[] = [
  {
    head: 'Listing',
    cell: ({ listingKey, title, tradeProfile, tags }) => (
      <div className="min-w-48">
        <TitleLink to={`listings/${listingKey}`}>{title}</TitleLink>
        <p className="text-xs break-words text-muted">
          {[tradeProfile, ...tags].join(', ')} <Key of={listingKey} />
        </p>
      </div>
    ),
  },
  { head: 'Side', cell: ({ side }) => (side === 'PROVIDE' ? 'Offer' : 'Request') },
  { head: 'Price', isAmount: true, cell: ({ priceStamps }) => <Money stamps={priceStamps} /> },
  {
    head: 'State',
    cell: ({ state, expiresAt }) => (
      <>
        <State code={state} />
        {state === 'ACTIVE' && expiresAt && (
          <p className="text-xs">
            <Deadline at={expiresAt} />
          </p>
        )}
      </>
    ),
  },
  { head: 'Found by', cell: ({ visibility }) => (visibility === 'MARKET' ? 'everybody' : 'match runs') },
  { head: 'Agent', cell: ({ agent }) => <Go to={`agents/${agent.agentKey}`}>{agent.name ?? agent.agentKey}</Go> },
  {
    head: 'Waiting proposals',
    isAmount: true,
    cell: ({ listingKey, proposals: { totalCount } }) =>
      totalCount === 0 ? (
        <span className="text-muted">0</span>
      ) : (
        <Go to="proposals" search={{ listing: listingKey }}>
          {totalCount}
        </Go>
      ),
  },
];

/** Listings as a table. */
export function ListingTable({ rows }: { readonly rows: readonly ListingRow[] }) {
  return <Table caption="Listings" columns={COLUMNS} rows={rows} keyOf={({ listingKey }) => listingKey} />;
}
