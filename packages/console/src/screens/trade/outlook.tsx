import type { TradeOutlookQuery } from '../../api/document-types';
import { useLive } from '../../api/hooks';
import { usePrincipal } from '../../shell/principal';
import { State, words } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Money } from '../../ui/money';
import { Ready } from '../../ui/notice';
import { Time } from '../../ui/time';
import { TradeOutlook } from './trade.documents';

type Trade = NonNullable<NonNullable<TradeOutlookQuery['principal']>['trade']>;
type Preview = Trade['lapse'];

/** The settlements that would follow from here, computed by the rules that will decide. */
export function Outlook({ tradeKey }: { readonly tradeKey: string }) {
  const { principalKey } = usePrincipal();
  const outlook = useLive(TradeOutlook, { principalKey, tradeKey });
  return (
    <Card title="What follows">
      <Ready of={outlook} lines={3}>
        {({ principal, completed }) =>
          principal?.trade && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Case title="If nobody acts any more" preview={principal.trade.lapse} />
              {completed?.trade && <Case title="If all deliveries pass" preview={completed.trade.complete} />}
            </div>
          )
        }
      </Ready>
    </Card>
  );
}

function Case({ title, preview }: { readonly title: string; readonly preview: Preview }) {
  const { outcome, failureClass, failureCause, netStamps, slashStamps, dueAt } = preview;
  return (
    <div className="text-sm">
      <h3 className="mb-1 font-medium">{title}</h3>
      <p className="mb-1">
        <State code={outcome} />
      </p>
      {failureClass !== null && (
        <p>
          {failureClass}: {words(failureCause ?? '').toLowerCase()}
          {slashStamps > 0 && (
            <>
              , <Money stamps={slashStamps} /> slashed
            </>
          )}
        </p>
      )}
      <p>
        Result for you: <Money isChange stamps={netStamps} />
      </p>
      {dueAt !== null && (
        <p className="text-muted">
          Settled <Time at={dueAt} />
        </p>
      )}
    </div>
  );
}
