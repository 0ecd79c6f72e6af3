import { z } from 'zod';
import { ToolError } from '../errors';
import { assertFound } from '../service';
import { anyObject, defineTool, tradeKey } from '../tool';

const SETTLEMENT = `query ($key: ID!) { principal { trade(tradeKey: $key) { tradeKey state settlement {
  settlementKey outcome failureClass failureCause faultedStepNo faultPrincipalKey slashStamps policyVersion ruleVersion
  evidenceSha256 settledAt
  own { paidStamps receivedStamps feesStamps bondReleasedStamps bondSlashedStamps compensationStamps burntStamps netStamps }
  compensations { principalKey amountStamps kind } } } } }`;

interface Data {
  readonly principal: {
    readonly trade: { readonly tradeKey: string; readonly settlement: Readonly<Record<string, unknown>> | null } | null;
  };
}

export const settlement = defineTool({
  name: 'ats_settlement',
  description:
    'Reads how a trade was settled: outcome, fault and its class, compensations, digest of the evidence, and what you paid, received and lost. An open trade has none yet; use ats_wait.',
  input: z.strictObject({ tradeKey }),
  output: z.object({
    tradeKey: z.string(),
    settlementKey: z.string(),
    outcome: z.string(),
    failureClass: z.string().nullable(),
    faultPrincipalKey: z.string().nullable(),
    own: anyObject,
  }),
  effect: 'read',
  async run({ tradeKey }, { service, signal }) {
    const { principal } = await service.read<Data>(SETTLEMENT, { key: tradeKey }, signal);
    const trade = assertFound(principal.trade, 'trade');
    if (trade.settlement) return { tradeKey: trade.tradeKey, ...trade.settlement };
    throw new ToolError(
      'trade_not_settled',
      'The trade is open. Wait for TRADE_COMPLETED or TRADE_FAILED with ats_wait.',
    );
  },
});
