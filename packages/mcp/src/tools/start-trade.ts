import { z } from 'zod';
import { ToolError } from '../errors';
import { readProposal, readTrade } from '../reads';
import { ownAgent } from '../service';
import { type Answer, type Call, defineTool, intent, proposalKey, tradeKey } from '../tool';
import { ACTION_FIELDS } from '../views/actions';
import { commitmentOf, describeCommitment, feeOf } from '../views/commitment';
import { type Step, type Trade, TRADE_FIELDS, viewTrade } from '../views/trade';
import { actOutput } from './trade';

const PARTS = `${TRADE_FIELDS} ${ACTION_FIELDS}`;
const CREATE = `mutation ($input: CreateTradeInput!) { createTrade(input: $input) { trade { ...T } } } ${PARTS}`;
const ACTIVATE = `mutation ($input: ActivateTradeInput!) { activateTrade(input: $input) { trade { ...T } } } ${PARTS}`;
// One request is one transaction, so both happen or none.
const CREATE_AND_ACTIVATE = `mutation ($input: CreateTradeInput!, $activation: ActivateTradeInput!) {
  createTrade(input: $input) { trade { tradeKey } } activateTrade(input: $activation) { trade { ...T } } } ${PARTS}`;

interface Data {
  readonly createTrade: { readonly trade: Trade };
  readonly activateTrade?: { readonly trade: Trade };
}

async function startFrom(key: string, activate: boolean | undefined, call: Call): Promise<Answer> {
  const { proposal, principalKey, feeBps } = await readProposal(key, call);
  const { terms } = proposal.currentRevision;
  const commitment = commitmentOf(terms.steps, terms.bondBps, feeBps, principalKey);
  const summary = `Start of a trade from ${proposal.proposalKey}. ${describeCommitment(commitment)}`;
  const part = { proposalKey: proposal.proposalKey, part: 'START' } as const;
  call.permit({ stamps: commitment.totalStamps, summary, isCommitment: true, commitment: part });
  const first = terms.steps.find((step) => step.stepNo === 1);
  const agentKey = ownAgent(proposal.currentRevision.participants, principalKey);
  const input = { proposalKey: proposal.proposalKey };
  const shouldActivate = activate ?? first?.consumerPrincipalKey === principalKey;
  const document = shouldActivate ? CREATE_AND_ACTIVATE : CREATE;
  const variables = shouldActivate ? { input, activation: input } : { input };
  const { createTrade, activateTrade } = await call.service.mutate<Data>(document, variables, { ...call, agentKey });
  return viewTrade((activateTrade ?? createTrade).trade, principalKey, call.texts);
}

async function activateNext(key: string, call: Call): Promise<Answer> {
  const { trade, principalKey, feeBps } = await readTrade(key, call);
  // The step is active, so there is nothing to do. A call now could activate the next step.
  if (trade.steps.some(({ state }) => state === 'ACTIVE')) return viewTrade(trade, principalKey, call.texts);
  const step = trade.steps.find(({ state }) => state === 'PENDING');
  const stamps = step?.consumerPrincipalKey === principalKey ? activationCost(trade, step, feeBps) : 0;
  const summary = `Activation of the next step of ${trade.tradeKey}. It costs you ${stamps} stamps with the fee.`;
  const part = { proposalKey: trade.proposalKey, part: 'STEP' } as const;
  call.permit({ stamps, summary, isCommitment: true, commitment: part });
  const agentKey = ownAgent(trade.participants, principalKey);
  type Activated = { activateTrade: { trade: Trade } };
  const variables = { input: { tradeKey: trade.tradeKey } };
  const { activateTrade } = await call.service.mutate<Activated>(ACTIVATE, variables, { ...call, agentKey });
  return viewTrade(activateTrade.trade, principalKey, call.texts);
}

/** The cost as the service offers it. A call that is too early has no offer. */
function activationCost({ allowedActions }: Trade, step: Step, feeBps: number): number {
  const offer = allowedActions.find(({ operation }) => operation === 'activateTrade');
  return offer ? offer.costStamps : step.priceStamps + feeOf(step, feeBps);
}

export const startTrade = defineTool({
  name: 'ats_start_trade',
  description:
    'Can move money. proposalKey (accepted by all): creates the trade, reserves the bonds of all, and can activate step 1. tradeKey: activates its next step. The consumer of a step then pays its price into escrow, and the fee.',
  input: z.strictObject({
    proposalKey: proposalKey.optional(),
    tradeKey: tradeKey.optional(),
    activate: z.boolean().optional().describe('Default: true if you consume step 1'),
    ...intent,
  }),
  output: actOutput,
  effect: 'write',
  async run({ proposalKey, tradeKey, activate }, call) {
    if ((proposalKey === undefined) === (tradeKey === undefined)) {
      throw new ToolError('invalid_arguments', 'Name either proposalKey or tradeKey.');
    }
    const { intentId } = call;
    if (proposalKey !== undefined) return { intentId, ...(await startFrom(proposalKey, activate, call)) };
    return { intentId, ...(await activateNext(tradeKey ?? '', call)) };
  },
});
