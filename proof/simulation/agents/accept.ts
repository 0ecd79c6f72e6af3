import { buy, type Party } from '../world/parties';
import type { CallResult } from '../world/virtual-service';
import { conductIn, deadlineOf, type Deal, type SimulationState } from './state';

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

/** Makes a trade of the proposal for the consumer: accept (if open), create and activate. */
export async function commit(state: SimulationState, deal: Deal): Promise<void> {
  const { proposalKey, revisionNo, plans, consumerParty, providerParty } = deal;
  const { ats } = consumerParty;
  const send = <T>(name: string, request: () => Promise<T>) =>
    retryAfterPurchase(state, [consumerParty, providerParty], () => state.world.call(name, request));
  if (deal.proposedBy !== 'consumer') {
    const accept = { proposalKey, decision: 'ACCEPT', expectedRevisionNo: revisionNo } as const;
    const accepted = await send('respondToProposal', () => ats.proposals.respond(accept));
    // The proposal has ended meanwhile; its event reports that.
    if (!accepted.done) return;
  }
  const created = await send('createTrade', () => ats.trades.create({ proposalKey }));
  if (!created.done) return;
  const { tradeKey } = created.value;
  deal.tradeKey = tradeKey;
  deal.need.state = 'served';
  state.byTrade.set(tradeKey, deal);
  if (conductIn(plans.consumer, 1) === 'walks') {
    plans.consumer.broke = true;
    return;
  }
  const activated = await send('activateTrade', () => ats.trades.activate({ tradeKey }));
  if (activated.done) deal.deadline = deadlineOf(activated.value.steps[0]) ?? 0;
}
