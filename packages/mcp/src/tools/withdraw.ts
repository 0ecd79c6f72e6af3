import { z } from 'zod';
import { defineTool, intent, tradeKey } from '../tool';
import { actOn, readOwnTrade } from './step-acts';
import { tradeOutput } from './trade';

const PREVIEW = `query ($key: ID!) { principal { trade(tradeKey: $key) { settlementPreview(of: WITHDRAW) { own { bondSlashedStamps } } } } }`;

interface Data {
  readonly principal: {
    readonly trade: { readonly settlementPreview: { readonly own: { readonly bondSlashedStamps: number } } } | null;
  };
}

export const withdraw = defineTool({
  name: 'ats_withdraw',
  description:
    'Provider of the active step: gives up. The trade is settled at once with you at fault, and you lose bond. This cannot be undone. See the cost first: ats_preview with of WITHDRAW.',
  input: z.strictObject({ tradeKey, ...intent }),
  output: tradeOutput,
  effect: 'destructive',
  async run({ tradeKey }, call) {
    const own = await readOwnTrade(tradeKey, call);
    // A withdrawal from a settled trade costs nothing: a repeated call returns the stored answer.
    if (own.trade.settlement === null) {
      const { principal } = await call.service.read<Data>(PREVIEW, { key: tradeKey }, call.signal);
      const stamps = principal.trade?.settlementPreview.own.bondSlashedStamps ?? 0;
      const summary = `Withdrawal from ${tradeKey}. You lose ${stamps} stamps of your bond.`;
      call.permit({ stamps, summary, isCommitment: true });
    }
    return actOn(own, 'withdrawFromTrade', {}, call);
  },
});
