import { z } from 'zod';
import { ToolError } from '../errors';
import { assertFound } from '../service';
import { FAULT_FIELDS, type EndedTrade, viewFault } from '../views/fault';
import { anyObject, defineTool, tradeKey } from '../tool';

const SETTLEMENT = `query ($key: ID!) { principal { principalKey trade(tradeKey: $key) { tradeKey settlement {
  settlementKey ${FAULT_FIELDS} failureClass faultedStepNo policyVersion ruleVersion evidenceSha256 settledAt
  own { paidStamps receivedStamps feesStamps bondReleasedStamps compensationStamps } } } } }`;

interface Data {
  readonly principal: {
    readonly principalKey: string;
    readonly trade: { readonly tradeKey: string; readonly settlement: EndedTrade | null } | null;
  };
}

export const settlement = defineTool({
  name: 'ats_settlement',
  description:
    'Reads how a trade was settled: outcome, fault and its class, compensations, digest of the evidence, and what you paid, received and lost.',
  input: z.strictObject({ tradeKey }),
  output: z.object({
    tradeKey: z.string(),
    outcome: z.string(),
    own: anyObject,
  }),
  effect: 'read',
  async run({ tradeKey }, { service, signal }) {
    const { principal } = await service.read<Data>(SETTLEMENT, { key: tradeKey }, signal);
    const trade = assertFound(principal.trade, 'trade');
    const { tradeKey: key, settlement } = trade;
    if (settlement) return { tradeKey: key, ...settlement, fault: viewFault(settlement, principal.principalKey) };
    throw new ToolError(
      'trade_not_settled',
      'The trade is open. Wait for TRADE_COMPLETED or TRADE_FAILED with ats_wait.',
    );
  },
});
