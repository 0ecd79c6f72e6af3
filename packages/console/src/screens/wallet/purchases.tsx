import type { WalletPageQuery } from '../../api/document-types';
import { State, words } from '../../ui/badge';
import { Empty } from '../../ui/notice';
import { Money } from '../../ui/money';
import { type Column, Table } from '../../ui/table';
import { Time } from '../../ui/time';

type Purchase = NonNullable<WalletPageQuery['wallet']>['ticketPurchases']['nodes'][number];

/** The ticket purchases for a balance, with their states. */
export function Purchases({ caption, rows }: { readonly caption: string; readonly rows: readonly Purchase[] }) {
  if (rows.length === 0) return <Empty title="No purchases yet">Choose a ticket pack above.</Empty>;
  return <Table caption={caption} columns={COLUMNS} rows={rows} keyOf={({ sessionId }) => sessionId} />;
}

const COLUMNS: readonly Column<Purchase>[] = [
  { head: 'Pack', cell: ({ pack }) => words(pack) },
  {
    head: 'State',
    cell: ({ status }) => <State code={status} {...(status === 'PARKED' && { tone: 'bad' as const })} />,
  },
  { head: 'Stamps', cell: ({ ticketStamps }) => <Money stamps={ticketStamps} isBare />, isAmount: true },
  { head: 'Opened', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'Credited', cell: ({ creditedAt }) => (creditedAt === null ? 'Not yet' : <Time at={creditedAt} />) },
  { head: 'Checkout', cell: ({ checkoutUrl, status }) => (status === 'OPEN' ? <Pay url={checkoutUrl} /> : '') },
];

function Pay({ url }: { readonly url: string | null }) {
  if (url === null || !/^https?:\/\//.test(url)) return null;
  return (
    <a href={url} rel="noreferrer" className="text-accent hover:underline">
      Pay now
    </a>
  );
}
