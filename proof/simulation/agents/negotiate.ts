import type { Schema } from '../../../src/client';
import { split } from '../../../src/domain/ledger/stamps';
import { answer, counterPrice } from '../../../src/sandbox/counterparty/conduct';
import { ACCEPTANCE_ITEMS } from '../model/job';
import type { Side } from '../model/strategies';
import { commit } from './accept';
import { partyOf, type Deal, type SimulationState } from './state';

/** Answers a counter-offer of the other side, some time after its event. */
export async function answerCounter(state: SimulationState, deal: Deal, side: Side): Promise<void> {
  if (deal.closed || deal.tradeKey !== null || deal.proposedBy === side || deal.proposedBy === null) return;
  const worse = side === 'provider' ? deal.price < deal.matchPrice : deal.price > deal.matchPrice;
  const loops = deal.plans[side].conduct === 'counters';
  const decision = answer(loops, deal.countered[side], worse);
  if (decision === 'original' || decision === 'better') return counter(state, deal, side, decision);
  if (decision === 'accept' && side === 'consumer') return commit(state, deal);
  const { ats } = partyOf(deal, side);
  await state.world.call('respondToProposal', () =>
    ats.proposals.respond({
      proposalKey: deal.proposalKey,
      decision: decision === 'accept' ? 'ACCEPT' : 'REJECT',
      expectedRevisionNo: deal.revisionNo,
    }),
  );
}

/** Counters with the match's price, or with a better one than the current price. */
export async function counter(
  state: SimulationState,
  deal: Deal,
  side: Side,
  to: 'original' | 'better',
): Promise<void> {
  const price = to === 'original' ? deal.matchPrice : counterPrice(deal.price, side);
  const prices = split(
    BigInt(price),
    deal.steps.map((step) => BigInt(step.price)),
  ).map(Number);
  const { ats } = partyOf(deal, side);
  const came = await state.world.call('respondToProposal', () =>
    ats.proposals.respond({
      proposalKey: deal.proposalKey,
      decision: 'COUNTER',
      expectedRevisionNo: deal.revisionNo,
      terms: termsOf(state, deal, prices),
    }),
  );
  if (!came.done) return;
  deal.steps = deal.steps.map((step, index) => ({ ...step, price: prices[index] ?? 0 }));
  deal.price = price;
  deal.revisionNo += 1;
  deal.proposedBy = side;
  deal.countered[side] += 1;
  if (side === 'consumer' || deal.providerSaid !== 'nothing') return;
  deal.providerSaid = 'countered';
  deal.provider.load += 1;
}

function termsOf(state: SimulationState, deal: Deal, prices: readonly number[]): Schema.TermsInput {
  const { settings } = state.world.services;
  return {
    coverageThresholdBps: settings.coverageThresholdBps,
    disputeBurnBps: state.burn,
    steps: prices.map((priceStamps, index) => ({
      stepNo: index + 1,
      title: `Part ${String(index + 1)}`,
      providerPrincipalKey: deal.providerParty.principalKey,
      providerAgentId: deal.providerParty.agentId,
      consumerPrincipalKey: deal.consumerParty.principalKey,
      consumerAgentId: deal.consumerParty.agentId,
      priceStamps,
      contractWindowSeconds: settings.contractWindowSeconds,
      checkpointWindowSeconds: settings.checkpointWindowSeconds,
      ...(state.agreesItems && { items: ACCEPTANCE_ITEMS }),
    })),
  };
}
