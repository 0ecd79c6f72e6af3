import type { MarketQuery } from '../../api/document-types';
import { Go, TitleLink } from '../../shell/principal';
import { Key } from '../../ui/key';
import { Money } from '../../ui/money';
import { type Column, Table } from '../../ui/table';
import { Deadline } from '../../ui/time';
import { counted, Party } from '../trading/party';

type Row = NonNullable<MarketQuery['market']>['nodes'][number];

function columnsOf(ownKey: string): readonly Column<Row>[] {
  return [
    {
      head: 'Listing',
      cell: ({ listingKey, title, description, tags, principal }) => (
        <div className="min-w-52">
          {principal.principalKey === ownKey ? (
            <TitleLink to={`listings/${listingKey}`}>{title}</TitleLink>
          ) : (
            <p className="font-medium break-words">{title}</p>
          )}
          {description !== '' && <p className="line-clamp-2 max-w-prose break-words text-muted">{description}</p>}
          <p className="text-xs break-words text-muted">
            {tags.join(', ')} <Key of={listingKey} />
          </p>
        </div>
      ),
    },
    {
      head: 'Side',
      cell: ({ side, steps }) => (
        <>
          {side === 'PROVIDE' ? 'Offer' : 'Request'}
          <p className="text-xs whitespace-nowrap text-muted">{counted(steps.length, 'step')}</p>
        </>
      ),
    },
    {
      head: 'Profile',
      cell: ({ tradeProfile }) => (
        <Go to="market" search={{ profile: tradeProfile }} className="break-words text-accent hover:underline">
          {tradeProfile}
        </Go>
      ),
    },
    {
      head: 'Price',
      isAmount: true,
      cell: ({ priceStamps }) =>
        priceStamps == null ? <span className="text-muted">not public</span> : <Money stamps={priceStamps} />,
    },
    { head: 'Principal', cell: ({ principal }) => <Party of={principal} ownKey={ownKey} /> },
    { head: 'Closes', cell: ({ expiresAt }) => (expiresAt ? <Deadline at={expiresAt} /> : 'not by time') },
  ];
}

/** Listings of the market as a table. */
export function MarketTable({ rows, ownKey }: { readonly rows: readonly Row[]; readonly ownKey: string }) {
  return (
    <Table
      caption="Listings of the market"
      columns={columnsOf(ownKey)}
      rows={rows}
      keyOf={({ listingKey }) => listingKey}
    />
  );
}
