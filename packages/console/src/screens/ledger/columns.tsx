import { Go } from '../../shell/principal';
import { words } from '../../ui/badge';
import { Key } from '../../ui/key';
import { Money } from '../../ui/money';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import type { Posting } from './postings';

/** The columns of the ledger. The balance is the one of the posting's account. */
export const columns: readonly (Column<Posting> & { readonly width: string })[] = [
  { head: 'Time', width: 'w-34', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { head: 'Kind', width: 'w-30', cell: ({ kind }) => words(kind) },
  { head: 'Account', width: 'w-32', cell: ({ account }) => words(account) },
  {
    head: 'Change',
    width: 'w-24',
    cell: ({ amountStamps }) => <Money stamps={amountStamps} isChange isBare />,
    isAmount: true,
  },
  {
    head: 'Balance after',
    width: 'w-30',
    cell: ({ balanceAfterStamps }) => <Money stamps={balanceAfterStamps} isBare />,
    isAmount: true,
  },
  {
    head: 'Other side',
    width: 'w-32',
    cell: ({ counterpartyKind }) => (counterpartyKind === null ? 'Platform' : words(counterpartyKind)),
  },
  { head: 'For', width: 'w-auto', cell: (posting) => <For posting={posting} /> },
  { head: 'Transfer', width: 'w-28', cell: ({ transferKey }) => <Key of={transferKey} /> },
];

function For({ posting: { tradeKey, listing } }: { readonly posting: Posting }) {
  if (tradeKey !== null) return <Go to={`trades/${tradeKey}`}>Trade …{tradeKey.slice(-6)}</Go>;
  if (listing)
    return (
      <Go to={`listings/${listing.listingKey}`} title={listing.title}>
        {listing.title}
      </Go>
    );
  return '';
}
