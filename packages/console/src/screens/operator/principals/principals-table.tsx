import type { PrincipalsScreenQuery } from '../../../api/document-types';
import { Key } from '../../../ui/key';
import { Money } from '../../../ui/money';
import { type Column, Table } from '../../../ui/table';
import { Time } from '../../../ui/time';

type Row = NonNullable<PrincipalsScreenQuery['principals']>['nodes'][number];

interface Props {
  readonly rows: readonly Row[];
  readonly onOpen: (principalKey: string) => void;
}

/** The principals of a search. The name opens one. */
export function PrincipalsTable({ rows, onOpen }: Props) {
  const columns: readonly Column<Row>[] = [
    {
      head: 'Principal',
      cell: ({ principalKey, displayName }) => (
        <div className="min-w-40">
          <button
            type="button"
            onClick={() => onOpen(principalKey)}
            className="text-start break-words text-accent hover:underline"
          >
            {displayName}
          </button>
          <p>
            <Key of={principalKey} />
          </p>
        </div>
      ),
    },
    { head: 'Humans', cell: Humans },
    {
      head: 'Tickets',
      cell: ({ ticketBalanceStamps }) => <Money stamps={ticketBalanceStamps} isBare />,
      isAmount: true,
    },
    {
      head: 'Bond',
      cell: ({ bondAvailableStamps, bondReservedStamps }) => (
        <>
          <Money stamps={bondAvailableStamps + bondReservedStamps} isBare />
          <p className="whitespace-nowrap text-muted">
            <Money stamps={bondReservedStamps} isBare /> reserved
          </p>
        </>
      ),
      isAmount: true,
    },
    { head: 'Open trades', cell: ({ usage }) => usage.openTradeCount, isAmount: true },
    { head: 'Trades with faults', cell: ({ trades }) => trades.totalCount, isAmount: true },
    { head: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
  ];
  return (
    <Table
      caption="Principals, newest first"
      columns={columns}
      rows={rows}
      keyOf={({ principalKey }) => principalKey}
    />
  );
}

function Humans({ bindings }: Row) {
  const more = bindings.totalCount - bindings.nodes.length;
  return (
    <ul className="min-w-28">
      {bindings.nodes.map(({ subject, role }) => (
        <li key={subject} className="break-all">
          {subject} <span className="text-muted">({role.toLowerCase()})</span>
        </li>
      ))}
      {more > 0 && <li className="text-muted">and {more} more</li>}
      {bindings.totalCount === 0 && <li className="text-muted">none</li>}
    </ul>
  );
}
