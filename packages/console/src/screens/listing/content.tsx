import { Card, Facts } from '../../ui/card';
import { formatBps, Money } from '../../ui/money';
import { Deadline } from '../../ui/time';
import { formatSpan } from '../trading/span';
import type { Listing, Service } from './types';

function orDefault(value: string | undefined, fallback: string): string {
  return value ?? `${fallback} (default)`;
}

/** What a listing says to match runs and counterparties. */
export function Content({ of, service }: { readonly of: Listing; readonly service: Service }) {
  const span = (seconds: number | null | undefined): string | undefined =>
    seconds == null ? undefined : formatSpan(seconds);
  const threshold = of.coverageThresholdBps == null ? undefined : formatBps(of.coverageThresholdBps);
  return (
    <Card title="Content">
      {of.description !== '' && <p className="mb-4 max-w-prose whitespace-pre-wrap break-words">{of.description}</p>}
      <Facts
        rows={[
          [of.side === 'PROVIDE' ? 'Price (ask)' : 'Price (highest bid)', <Money stamps={of.priceStamps} />],
          ['Trade profile', of.tradeProfile],
          ['Tags', of.tags.length === 0 ? 'none' : of.tags.join(', ')],
          ['Found by', of.visibility === 'MARKET' ? 'everybody, with its price' : 'match runs only'],
          ['Closes', of.expiresAt ? <Deadline at={of.expiresAt} /> : 'not by time'],
          ['Contract window', orDefault(span(of.contractWindowSeconds), formatSpan(service.contractWindowSeconds))],
          [
            'Checkpoint window',
            orDefault(span(of.checkpointWindowSeconds), formatSpan(service.checkpointWindowSeconds)),
          ],
          ['Coverage threshold', orDefault(threshold, formatBps(service.coverageThresholdBps))],
        ]}
      />
      <h3 className="mt-4 mb-2 font-medium">Steps</h3>
      <ol className="divide-y divide-line rounded-md border border-line">
        {of.steps.map((step, at) => (
          <Step key={at} of={step} number={at + 1} priceStamps={of.priceStamps} />
        ))}
      </ol>
    </Card>
  );
}

function Step({
  of: { title, shareBps, tradeProfile, items },
  number,
  priceStamps,
}: {
  readonly of: Listing['steps'][number];
  readonly number: number;
  readonly priceStamps: number;
}) {
  return (
    <li className="px-3 py-2 text-sm">
      <div className="flex flex-wrap justify-between gap-2">
        <span className="font-medium break-words">
          {number}. {title}
        </span>
        <span>
          {formatBps(shareBps)}, about <Money stamps={Math.round((priceStamps * shareBps) / 10_000)} />
        </span>
      </div>
      {tradeProfile && <p className="text-muted">Sought in the profile {tradeProfile}</p>}
      {items.length > 0 && (
        <ul className="list-disc ps-5 text-muted">
          {items.map(({ itemId, description, weight, must }) => (
            <li key={itemId} className="break-words">
              {description} (weight {weight}
              {must && ', required'})
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
