import { z } from 'zod';
import { assertFound } from '../service';
import { defineTool, intent, tradeKey } from '../tool';
import { describeReceivers, FAULT_FIELDS, type FaultPreview } from '../views/fault';
import { actOn, readOwnTrade } from './step-acts';
import { actOutput } from './trade';

const PREVIEW = `query ($key: ID!) { principal { trade(tradeKey: $key) { settlementPreview(of: WITHDRAW) { netStamps ${FAULT_FIELDS} } } } }`;

interface Data {
  readonly principal: {
    readonly trade: { readonly settlementPreview: FaultPreview } | null;
  };
}

/** The loss in words. The change of the balances also has prices and fees of steps that have passed. */
function describe(tradeKey: string, slashed: number, preview: FaultPreview): string {
  const loss = `You lose ${slashed} stamps of your bond, and the trade changes your balances by ${preview.netStamps} stamps.`;
  return `Withdrawal from ${tradeKey}. ${loss} ${describeReceivers(preview)}`;
}

export const withdraw = defineTool({
  name: 'ats_withdraw',
  description:
    'Provider of the active step: gives up. The trade is settled at once with you at fault, and you lose bond. This cannot be undone. See the cost first: ats_preview with of WITHDRAW.',
  input: z.strictObject({ tradeKey, ...intent }),
  output: actOutput,
  effect: 'destructive',
  async run({ tradeKey }, call) {
    const own = await readOwnTrade(tradeKey, call);
    // A withdrawal from a settled trade costs nothing: a repeated call returns the stored answer.
    if (own.trade.settlement === null) {
      const { principal } = await call.service.read<Data>(PREVIEW, { key: tradeKey }, call.signal);
      const { settlementPreview } = assertFound(principal.trade, 'trade');
      const stamps = settlementPreview.own?.bondSlashedStamps ?? 0;
      call.permit({ stamps, summary: describe(tradeKey, stamps, settlementPreview), isCommitment: true });
    }
    return actOn(own, 'withdrawFromTrade', {}, call);
  },
});
