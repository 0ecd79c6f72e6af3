import { z } from 'zod';
import { ToolError } from '../errors';
import { assertFound } from '../service';
import { FAULT_FIELDS, type EndedTrade, viewFault } from '../views/fault';
import { anyObject, basisPoints, defineTool, proposalKey, stepNo, tradeKey } from '../tool';

const FIELDS = `${FAULT_FIELDS} failureClass faultedStepNo netStamps dueAt assumptions policyVersion
  own { paidStamps receivedStamps feesStamps bondReleasedStamps compensationStamps }`;
const EVENT = '$of: PreviewEvent!, $coverageBps: Int, $checkpointStatus: CheckpointStatus, $verdictCoverageBps: Int';
const ARGUMENTS =
  'of: $of, coverageBps: $coverageBps, checkpointStatus: $checkpointStatus, verdictCoverageBps: $verdictCoverageBps';
const OF_TRADE = `query ($key: ID!, ${EVENT}) { principal { principalKey trade(tradeKey: $key) {
  settlementPreview(${ARGUMENTS}) { ${FIELDS} } } } }`;
const OF_PROPOSAL = `query ($key: ID!, $stepNo: Int!, ${EVENT}) { principal { principalKey proposal(proposalKey: $key) {
  settlementPreview(stepNo: $stepNo, ${ARGUMENTS}) { ${FIELDS} } } } }`;

interface Data {
  readonly principal: Readonly<
    Partial<Record<'trade' | 'proposal', { readonly settlementPreview: EndedTrade } | null>>
  > & {
    readonly principalKey: string;
  };
}

export const preview = defineTool({
  name: 'ats_preview',
  description:
    'Computes the settlement after an event, without effect: LAPSE (nobody acts), WITHDRAW (provider), CHECKPOINT, REBUTTAL, VERDICT or COMPLETE. Name tradeKey or proposalKey. `netStamps` is the change of your balances by the whole trade, and `fault` says whose bond is lost.',
  input: z.strictObject({
    tradeKey: tradeKey.optional(),
    proposalKey: proposalKey.optional(),
    stepNo: stepNo.optional().describe('Of the proposal, default 1'),
    of: z.enum(['LAPSE', 'WITHDRAW', 'CHECKPOINT', 'REBUTTAL', 'VERDICT', 'COMPLETE']),
    coverageBps: basisPoints.optional().describe('CHECKPOINT: basis points, default 10,000, FAILED 0'),
    checkpointStatus: z.enum(['CONFIRMED', 'FAILED']).optional().describe('Default: by the coverage'),
    verdictCoverageBps: basisPoints.optional().describe('VERDICT: basis points'),
  }),
  output: z.object({
    outcome: z.string(),
    netStamps: z.int(),
    own: anyObject,
  }),
  effect: 'read',
  async run({ tradeKey, proposalKey, stepNo, ...event }, { service, signal }) {
    if ((proposalKey === undefined) === (tradeKey === undefined)) {
      throw new ToolError('invalid_arguments', 'Name either tradeKey or proposalKey.');
    }
    if (tradeKey !== undefined && stepNo !== undefined) {
      throw new ToolError('invalid_arguments', 'stepNo is for a proposal. A trade has its own active step.');
    }
    const kind = tradeKey === undefined ? 'proposal' : 'trade';
    const variables = { key: tradeKey ?? proposalKey, ...event, ...(kind === 'proposal' && { stepNo: stepNo ?? 1 }) };
    const document = kind === 'trade' ? OF_TRADE : OF_PROPOSAL;
    const { principal } = await service.read<Data>(document, variables, signal);
    const { settlementPreview } = assertFound(principal[kind], kind);
    return { ...settlementPreview, fault: viewFault(settlementPreview, principal.principalKey) };
  },
});
