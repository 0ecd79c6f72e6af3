import type { PaymentsScreenQuery } from '../../../api/document-types';
import { useFilters } from '../../../shell/principal';
import { State } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Key } from '../../../ui/key';
import { Empty } from '../../../ui/notice';
import { type Column, Table } from '../../../ui/table';
import { Time } from '../../../ui/time';
import { OperatorLink } from '../parts/operator-link';
import { EmptyPage, Pager } from '../parts/pager';
import { reasonName, reasons } from './reasons';
import type { Unresolved } from './resolve-dialog';

type Page = NonNullable<PaymentsScreenQuery['flaggedPayments']>;
type Payment = Page['nodes'][number];

interface Props {
  readonly page: Page;
  readonly onResolve: (payment: Unresolved) => void;
}

/** The events of the payment processor that need a decision. */
export function Flagged({ page, onResolve }: Props) {
  const [filters] = useFilters();
  return (
    <section aria-labelledby="flagged">
      <h2 id="flagged" className="mb-2 text-lg font-semibold">
        Flagged payments
      </h2>
      {page.nodes.length > 0 ? (
        <Table
          caption="Flagged payments, newest first"
          columns={columnsOf(onResolve)}
          rows={page.nodes}
          keyOf={({ eventId }) => eventId}
        />
      ) : filters['flagged'] === undefined ? (
        <Empty title="No payment is flagged">Refunds, disputes and late payments appear here.</Empty>
      ) : (
        <EmptyPage />
      )}
      <Pager of={page} param="flagged" noun="Flagged payments" />
    </section>
  );
}

function Ids({ eventId, sessionId, paymentIntentId, reference }: Payment) {
  const rows = [
    ['Event', eventId],
    ['Session', sessionId],
    ['Payment', paymentIntentId],
    ['Names', reference],
  ].filter((row): row is [string, string] => row[1] != null);
  return (
    <dl className="min-w-56 text-xs">
      {rows.map(([name, value]) => (
        <div key={name} className="flex gap-2">
          <dt className="w-14 shrink-0 text-muted">{name}</dt>
          <dd className="font-mono break-all">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function columnsOf(onResolve: Props['onResolve']): readonly Column<Payment>[] {
  return [
    {
      head: 'Why',
      cell: ({ reason, type }) => (
        <div className="min-w-40">
          <p className="font-medium">{reasonName(reason)}</p>
          <p className="text-muted">{reasons[reason]?.what}</p>
          <code className="text-xs text-muted">{type}</code>
        </div>
      ),
    },
    {
      head: 'For',
      cell: ({ principalKey, humanKey }) => {
        if (principalKey !== null) {
          return (
            <OperatorLink to="principals" search={{ principal: principalKey }}>
              Principal
            </OperatorLink>
          );
        }
        return humanKey === null ? <span className="text-muted">unknown</span> : <Key of={humanKey} />;
      },
    },
    {
      head: 'Purchase',
      cell: ({ purchaseStatus }) =>
        purchaseStatus === null ? (
          'none'
        ) : (
          <State code={purchaseStatus} {...(purchaseStatus === 'PARKED' && { tone: 'warn' as const })} />
        ),
    },
    { head: 'Ids', cell: Ids },
    { head: 'Arrived', cell: ({ receivedAt }) => <Time at={receivedAt} /> },
    {
      head: 'Act',
      cell: ({ eventId, reason, principalKey }) => (
        <Button opensDialog onClick={() => onResolve({ id: eventId, input: { eventId }, reason, principalKey })}>
          <span className="whitespace-nowrap">Resolve …</span>
        </Button>
      ),
    },
  ];
}
