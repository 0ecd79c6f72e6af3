import { words } from '../../../ui/badge';
import { formatStamps } from '../../../ui/money';
import { changesOf, nameOf, type Outcome, type RuledStep, type RuledTrade, totalOf } from './money';

interface Props {
  readonly trade: RuledTrade;
  readonly step: RuledStep;
  readonly outcome: Outcome;
}

/** What a ruling costs whom, in sentences. */
export function ConsequenceText({ trade, step, outcome }: Props) {
  const { preview } = outcome;
  const { byParty, toPool } = changesOf(trade, step, outcome);
  const cause = preview.failureCause === null ? undefined : words(preview.failureCause).toLowerCase();
  return (
    <div className="rounded-md bg-raised p-3 text-sm">
      <p className="font-medium">
        {preview.faultPrincipalKey === null
          ? 'No party is at fault.'
          : `${nameOf(trade, preview.faultPrincipalKey)} is at fault.`}
        {cause !== undefined && ` Class ${preview.failureClass ?? ''}, ${cause}.`}
      </p>
      <ul className="mt-1 list-disc ps-5">
        {trade.participants.map(({ principalKey, principal }) => {
          const change = byParty.get(principalKey);
          if (!change) return null;
          const { fromPrice, slash, compensation } = change;
          const total = totalOf(change);
          return (
            <li key={principalKey} className="break-words">
              {principal.displayName}
              {fromPrice !== undefined && ` gets ${fromPrice === 0 ? 'nothing' : formatStamps(fromPrice)} of the price`}
              {slash > 0 && `, loses ${formatStamps(slash)} of its bond`}
              {compensation > 0 && `, gets ${formatStamps(compensation)} as compensation`}
              {total !== undefined && `: ${total > 0 ? '+' : ''}${formatStamps(total)} stamps in all.`}
            </li>
          );
        })}
        {toPool !== undefined && toPool > 0 && <li>{formatStamps(toPool)} stamps go to the slash pool.</li>}
      </ul>
    </div>
  );
}
