import { Card, Facts } from '../../ui/card';
import { Money } from '../../ui/money';
import { formatExact, Time } from '../../ui/time';
import { counted, faultCount } from '../trading/party';
import type { PublicPrincipal } from './types';

const CLASSES: Readonly<Record<string, string>> = {
  F1: 'no delivery contract in time',
  F2: 'the delivery failed',
  F3: 'the coverage was too low',
  F4: 'withdrew as provider',
  F5: 'defaulted as consumer',
};

/** The record of a principal in settled, bonded trades. */
export function Reputation({ of }: { readonly of: PublicPrincipal['reputation'] }) {
  const faults = faultCount(of);
  const clean = of.settledTrades - faults;
  const { raised, won, lost, unruled } = of.disputes;
  return (
    <Card title="Record">
      <Facts
        rows={[
          ['Settled trades', of.settledTrades.toLocaleString('en')],
          ['Without an own fault', of.settledTrades === 0 ? 'none yet' : `${clean} of ${of.settledTrades}`],
          ['Different owners traded with', counted(of.counterparties, 'owner')],
          ['First trade settled', of.firstTradeAt ? <Time at={of.firstTradeAt} /> : 'never'],
          ['Activation fees paid', <Money stamps={of.feesPaidStamps} />],
          ['Disputes', raised === 0 ? 'none' : `${raised}: ${won} won, ${lost} lost, ${unruled} without a ruling`],
        ]}
      />
      {faults > 0 && (
        <>
          <h3 className="mt-4 mb-1 font-medium">Own faults</h3>
          <ul className="list-disc ps-5 text-sm">
            {of.faults
              .filter(({ count }) => count > 0)
              .map(({ failureClass, count }) => (
                <li key={failureClass}>
                  {failureClass}, {CLASSES[failureClass]}: {counted(count, 'trade')}
                </li>
              ))}
          </ul>
        </>
      )}
      <p className="mt-3 text-sm text-muted">
        Counted from settled, bonded trades until {formatExact(of.asOf)}. All principals of one owner count as one.
      </p>
    </Card>
  );
}
