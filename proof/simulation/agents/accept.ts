import { idOf, keyOf } from '../../../src/domain/keys';
import type { MutationContext } from '../../../src/operations/context';
import { respondToProposal } from '../../../src/operations/commands/proposal';
import { activateTrade, createTrade } from '../../../src/operations/commands/trade';
import { buy, type Party } from '../world/parties';
import type { CallResult } from '../world/virtual-service';
import { conductIn, type Deal, type SimulationState } from './state';

const SHORT = new Set(['wallet_insufficient_balance', 'principal_bond_insufficient_balance']);

/** Sends a request that may find a party short of stamps. If so, both parties buy and the request is sent once more. */
export async function retryAfterPurchase<T>(
  state: SimulationState,
  parties: readonly Party[],
  request: () => Promise<CallResult<T>>,
): Promise<CallResult<T>> {
  const came = await request();
  if (came.done || !SHORT.has(came.code)) return came;
  for (const party of parties) await buy(state.world, party);
  return request();
}

/** Makes a trade of the proposal for the consumer: accept (if open), create and activate in one request. */
export async function commit(state: SimulationState, deal: Deal): Promise<void> {
  const { caller } = deal.consumerParty;
  const came = await retryAfterPurchase(state, [deal.consumerParty, deal.providerParty], () =>
    state.world.call('createTrade', caller, (acting) => create(deal, acting)),
  );
  // The proposal has ended meanwhile; its event reports that.
  if (!came.done) return;
  const { tradeKey, deadlineAt } = came.value;
  deal.tradeKey = tradeKey;
  deal.deadline = deadlineAt?.getTime() ?? 0;
  deal.need.state = 'served';
  state.byTrade.set(tradeKey, deal);
}

async function create(deal: Deal, acting: MutationContext): Promise<{ tradeKey: string; deadlineAt: Date | null }> {
  const { proposalKey, revisionNo, plans, consumerParty } = deal;
  const { principalId } = consumerParty;
  const pending = deal.proposedBy !== 'consumer';
  if (pending) {
    await respondToProposal(acting, principalId, proposalKey, { decision: 'accept', expectedRevisionNo: revisionNo });
  }
  const { trade } = await createTrade(acting, principalId, idOf('prp', proposalKey));
  const tradeKey = keyOf('trd', trade.tradeId);
  if (conductIn(plans.consumer, 1) === 'walks') {
    plans.consumer.broke = true;
    return { tradeKey, deadlineAt: null };
  }
  const { step } = await activateTrade(acting, principalId, { tradeKey });
  return { tradeKey, deadlineAt: step.deadlineAt };
}
