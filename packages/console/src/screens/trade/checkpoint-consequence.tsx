import { useLive } from '../../api/hooks';
import { usePrincipal } from '../../shell/principal';
import { words } from '../../ui/badge';
import { formatBps } from '../../ui/money';
import { type CheckpointStatus, type CountedItem, counted } from './coverage';
import { NetResult } from './effect';
import { CheckpointOutlook } from './trade.documents';
import type { AllowedAction, Trade } from './types';

interface Props {
  readonly trade: Trade;
  /** The confirmed and the failed checkpoint. The service tries them without results of items. */
  readonly actions: readonly AllowedAction[];
  readonly status: CheckpointStatus;
  readonly items: readonly CountedItem[];
  readonly isWeighted: boolean;
}

/** What follows from a checkpoint with these results. */
export function CheckpointConsequence({ trade, actions, status, items, isWeighted }: Props) {
  const thresholdBps = trade.proposal.currentRevision.terms.coverageThresholdBps;
  const { coverageBps, passes, instead } = counted({ status, items, thresholdBps, isWeighted });
  const offerOf = (one: CheckpointStatus) => actions.find(({ input }) => input['status'] === one);
  const offer = offerOf(status);
  if (!offer) return null;
  const isTried = coverageBps === (status === 'CONFIRMED' ? 10_000 : 0);
  return (
    <div className="rounded-md bg-ground p-3 text-sm">
      <p>
        The ticked items cover {formatBps(coverageBps)}, and {formatBps(thresholdBps)} pass
        {instead && `, so choose ${words(instead)}`}.
      </p>
      {!instead && (
        <>
          <p>{offerOf(passes ? 'CONFIRMED' : 'FAILED')?.consequence.summary}</p>
          <p>
            {isTried ? (
              <NetResult stamps={offer.consequence.preview?.netStamps} />
            ) : (
              <ReadResult
                key={`${status} ${String(coverageBps)}`}
                of={{ tradeKey: trade.tradeKey, status, coverageBps }}
              />
            )}
          </p>
        </>
      )}
    </div>
  );
}

interface ReadProps {
  readonly of: { readonly tradeKey: string; readonly status: CheckpointStatus; readonly coverageBps: number };
}

/** The result of one answer, computed by the service. Another answer is another component, so it never has this result. */
function ReadResult({ of }: ReadProps) {
  const { principalKey } = usePrincipal();
  const { data } = useLive(CheckpointOutlook, { principalKey, ...of });
  return <NetResult stamps={data?.principal?.trade?.settlementPreview.netStamps} />;
}
