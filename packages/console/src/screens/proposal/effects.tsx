import { Card, Facts } from '../../ui/card';
import { formatBps, Money } from '../../ui/money';
import { words } from '../../ui/badge';
import type { Names } from '../trading/terms-words';
import type { Proposal, Service } from './types';

interface Props {
  readonly of: Proposal;
  readonly service: Service;
  readonly names: Names;
  readonly ownKey: string;
}

/** The settlements that would follow, computed by the functions of the service. */
export function Effects({ of: { completed, lapsed }, service, names, ownKey }: Props) {
  const { own } = completed;
  const { faultPrincipalKey: atFault } = lapsed;
  const who = atFault === ownKey ? 'you are' : `${names[atFault ?? ''] ?? 'no participant'} is`;
  return (
    <Card title="What a trade on these terms would bring you">
      <Facts
        rows={[
          ['If every step passes', <Money stamps={completed.netStamps} isChange />],
          ...(own.receivedStamps > 0
            ? [['You receive for steps', <Money stamps={own.receivedStamps} />] as const]
            : []),
          ...(own.paidStamps > 0 ? [['You pay for steps', <Money stamps={own.paidStamps} />] as const] : []),
          ...(own.feesStamps > 0 ? [['You pay as fees', <Money stamps={own.feesStamps} />] as const] : []),
          ['If nothing is delivered in step 1', <Money stamps={lapsed.netStamps} isChange />],
        ]}
      />
      <p className="mt-3 text-sm text-muted">
        Without a delivery the trade ends as “{words(lapsed.outcome).toLowerCase()}”: {who} at fault and lose
        {atFault === ownKey ? '' : 's'} <Money stamps={lapsed.slashStamps} /> of the bond. The activation fee is{' '}
        {formatBps(service.activationFeeBps)} of the price of a step, paid by its consumer.
      </p>
    </Card>
  );
}
