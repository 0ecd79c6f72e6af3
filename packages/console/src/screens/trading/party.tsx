import { Go } from '../../shell/principal';
import { formatStamps } from '../../ui/money';

/** The record of a principal, as far as lists show it. */
export interface RecordFigures {
  readonly settledTrades: number;
  readonly counterparties: number;
  readonly faults: readonly { readonly count: number }[];
}

/** A principal as counterparties see it. */
export interface PartyFigures {
  readonly principalKey: string;
  readonly displayName: string;
  readonly reputation: RecordFigures;
}

/** Writes a number with its noun: “1 trade”, “2 trades”. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatStamps(count)} ${count === 1 ? one : many}`;
}

/** The number of trades that ended by a fault of the principal. */
export function faultCount({ faults }: Pick<RecordFigures, 'faults'>): number {
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
