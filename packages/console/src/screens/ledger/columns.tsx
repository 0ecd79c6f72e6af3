import { Go } from '../../shell/principal';
import { words } from '../../ui/badge';
import { Key } from '../../ui/key';
import { Money } from '../../ui/money';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import type { LedgerPageQuery } from './ledger.documents';

export type Posting = NonNullable<LedgerPageQuery['principal']>['postings']['nodes'][number];

/** The columns of the ledger. The balance is the one of the posting's account. */
export const columns: readonly Column<Posting>[] = [
  { head: 'Time', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'Kind', cell: ({ kind }) => <span className="whitespace-nowrap">{words(kind)}</span> },
  { head: 'Account', cell: ({ account }) => <span className="whitespace-nowrap">{words(account)}</span> },
  {
    head: 'Change in stamps',
    cell: ({ amountStamps }) => <Money stamps={amountStamps} isChange isBare />,
    isAmount: true,
  },
  {
    head: 'Balance after',
    cell: ({ balanceAfterStamps }) => <Money stamps={balanceAfterStamps} isBare />,
    isAmount: true,
  },
  {
    head: 'Other side',
    cell: ({ counterpartyKind }) => (
      <span className="whitespace-nowrap">{counterpartyKind === null ? 'Platform' : words(counterpartyKind)}</span>
    ),
  },
  { head: 'For', cell: (posting) => <For posting={posting} /> },
  {
    head: 'Transfer',
    cell: ({ transferKey }) => (
      <span className="whitespace-nowrap">
        <Key of={transferKey} />
      </span>
    ),
  },
];

function For({ posting: { tradeKey, listing } }: { readonly posting: Posting }) {
  if (tradeKey !== null) return <Go to={`trades/${tradeKey}`}>Trade …{tradeKey.slice(-6)}</Go>;
  if (listing) return <Go to={`listings/${listing.listingKey}`}>{listing.title}</Go>;
  return '';
}
