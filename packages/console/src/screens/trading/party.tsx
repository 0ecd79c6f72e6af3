import type { TradingPartyFragment } from '../../api/document-types';
import { Go } from '../../shell/principal';
import { formatStamps } from '../../ui/money';

/** A principal as counterparties see it. */
type PartyFigures = TradingPartyFragment;
/** Its record, as far as lists show it. */
type RecordFigures = Pick<PartyFigures['reputation'], 'settledTrades' | 'faults'>;

/** Writes a number with its noun: “1 trade”, “2 trades”. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatStamps(count)} ${count === 1 ? one : many}`;
}

/** The number of trades that ended by a fault of the principal. */
export function faultCount({ faults }: { readonly faults: readonly { readonly count: number }[] }): number {
  return faults.reduce((sum, { count }) => sum + count, 0);
}

function recordText(record: RecordFigures): string {
  if (record.settledTrades === 0) return 'No settled trades yet';
  const faults = faultCount(record);
  const trades = counted(record.settledTrades, 'settled trade');
  return `${trades}, ${faults === 0 ? 'no faults' : counted(faults, 'fault')}`;
}

/** The name of a principal, as a link to its page. The own principal is plain text. */
export function PartyLink({
  of,
  ownKey,
}: {
  readonly of: Pick<PartyFigures, 'principalKey' | 'displayName'>;
  readonly ownKey: string;
}) {
  if (of.principalKey === ownKey) return <span>{of.displayName} (you)</span>;
  return (
    <Go to={`counterparties/${of.principalKey}`} className="break-words text-accent hover:underline">
      {of.displayName}
    </Go>
  );
}

/** The name of a principal with its record below. */
export function Party({ of, ownKey }: { readonly of: PartyFigures; readonly ownKey: string }) {
  return (
    <div>
      <PartyLink of={of} ownKey={ownKey} />
      <p className="text-xs text-muted">{recordText(of.reputation)}</p>
    </div>
  );
}
