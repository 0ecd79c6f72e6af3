import type { PaymentsScreenQuery } from '../../../api/document-types';
import { useFilters } from '../../../shell/principal';
import { words } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Money } from '../../../ui/money';
import { Empty } from '../../../ui/notice';
import { type Column, Table } from '../../../ui/table';
import { Time } from '../../../ui/time';
import { OperatorLink } from '../parts/operator-link';
import { EmptyPage, Pager } from '../parts/pager';
import { reasonName, reasons } from './reasons';
import type { Unresolved } from './resolve-dialog';

type Page = NonNullable<PaymentsScreenQuery['parkedPurchases']>;
type Purchase = Page['nodes'][number];

interface Props {
  readonly page: Page;
  readonly onResolve: (payment: Unresolved) => void;
}

/** The purchases whose payment does not match. */
export function Parked({ page, onResolve }: Props) {
  const [filters] = useFilters();
  return (
    <section aria-labelledby="parked">
      <h2 id="parked" className="mb-2 text-lg font-semibold">
        Parked purchases
      </h2>
      {page.nodes.length > 0 ? (
        <Table
          caption="Parked purchases, newest first"
          columns={columnsOf(onResolve)}
          rows={page.nodes}
          keyOf={({ sessionId }) => sessionId}
        />
      ) : filters['parked'] === undefined ? (
        <Empty title="No purchase is parked">
          A purchase is parked when its payment has another amount or currency.
        </Empty>
      ) : (
        <EmptyPage />
      )}
      <Pager of={page} param="parked" noun="Parked purchases" />
    </section>
  );
}

function columnsOf(onResolve: Props['onResolve']): readonly Column<Purchase>[] {
  return [
    {
      head: 'Why',
      cell: ({ parkedReason }) => (
        <div className="min-w-40">
          <p className="font-medium">{reasonName(parkedReason ?? 'UNKNOWN')}</p>
          <p className="text-muted">{reasons[parkedReason ?? '']?.what}</p>
        </div>
      ),
    },
    {
      head: 'For',
      cell: ({ principalKey, principal }) =>
        principalKey === null ? (
          'A wallet'
        ) : (
          <OperatorLink to="principals" search={{ principal: principalKey }}>
            {principal?.displayName ?? principalKey}
          </OperatorLink>
        ),
    },
    {
      head: 'Tickets',
      cell: ({ ticketStamps, pack }) => (
        <>
          <Money stamps={ticketStamps} isBare />
          <p className="text-muted">{words(pack)}</p>
        </>
      ),
      isAmount: true,
    },
    { head: 'Session', cell: ({ sessionId }) => <code className="text-xs break-all">{sessionId}</code> },
    { head: 'Opened', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      head: 'Act',
      cell: ({ sessionId, parkedReason, principalKey }) => (
        <Button
          opensDialog
          onClick={() => onResolve({ id: sessionId, input: { sessionId }, reason: parkedReason ?? '', principalKey })}
        >
          <span className="whitespace-nowrap">Resolve …</span>
        </Button>
      ),
    },
  ];
}
