import type { LedgerPageQueryVariables } from '../../api/document-types';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { choicesOf, FilterSelect } from '../trading/filters';

type Filter = NonNullable<LedgerPageQueryVariables['filter']>;
type Filters = Readonly<Record<string, string | undefined>>;

const KINDS = [
  'TICKET_PURCHASE',
  'WALLET_FUND',
  'WALLET_RETURN',
  'BOND_RESERVE',
  'BOND_RELEASE',
  'LISTING_FEE',
  'TRADE_BOND',
  'ACTIVATION',
  'SETTLEMENT',
] as const;
const ACCOUNTS = ['TICKETS', 'BOND_AVAILABLE', 'BOND_RESERVED', 'ESCROW'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The filter of the service for the filters of the address. Unknown values are left out. */
export function filterOf({ kind, account, from, to, trade }: Filters): Filter {
  const kinds = KINDS.filter((one) => one === kind);
  const accounts = ACCOUNTS.filter((one) => one === account);
  const createdFrom = startOf(from, 0);
  const createdTo = startOf(to, 1);
  return {
    ...(kinds.length > 0 && { kinds }),
    ...(accounts.length > 0 && { accounts }),
    ...(createdFrom !== undefined && { createdFrom }),
    ...(createdTo !== undefined && { createdTo }),
    ...(trade !== undefined && { tradeKey: trade }),
  };
}

/** The start of a day in the time zone of the reader, or of a later day. */
function startOf(day: string | undefined, later: number): string | undefined {
  if (day === undefined || !DAY.test(day)) return undefined;
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + later);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

interface Props {
  readonly filters: Filters;
  readonly onChange: (change: Filters) => void;
}

/** The filters of the ledger, which are in the address of the page. */
export function LedgerFilters({ filters: { from, to, trade }, onChange }: Props) {
  return (
    <div className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <FilterSelect name="kind" label="Kind" options={choicesOf('All kinds', KINDS)} />
      <FilterSelect name="account" label="Account" options={choicesOf('All accounts', ACCOUNTS)} />
      <Field label="From" type="date" value={from ?? ''} onText={(from) => onChange({ from })} />
      <Field label="To" type="date" value={to ?? ''} onText={(to) => onChange({ to })} />
      {trade !== undefined && (
        <p className="flex flex-wrap items-center gap-2 text-sm sm:col-span-2 lg:col-span-4">
          Only the trade {trade}
          <Button onClick={() => onChange({ trade: undefined })}>Show all trades</Button>
        </p>
      )}
    </div>
  );
}
