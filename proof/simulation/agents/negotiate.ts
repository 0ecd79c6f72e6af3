import { split } from '../../../src/domain/ledger/stamps';
import type { TermsInput } from '../../../src/domain/trades/terms';
import { respondToProposal } from '../../../src/operations/commands/proposal';
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
  const { caller, principalId } = partyOf(deal, side);
  await state.world.call('respondToProposal', caller, (acting) =>
    respondToProposal(acting, principalId, deal.proposalKey, {
      decision: decision,
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
  const { caller, principalId } = partyOf(deal, side);
  const came = await state.world.call('respondToProposal', caller, (acting) =>
    respondToProposal(acting, principalId, deal.proposalKey, {
      decision: 'counter',
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

function termsOf(state: SimulationState, deal: Deal, prices: readonly number[]): TermsInput {
  const { settings } = state.world.services;
  return {
    coverage_threshold_bps: settings.coverageThresholdBps,
    dispute_burn_bps: state.burn,
    steps: prices.map((price_stamps, index) => ({
      step_no: index + 1,
      title: `Part ${String(index + 1)}`,
      provider_principal_key: deal.providerParty.principalId,
      provider_agent_id: deal.providerParty.agentId,
      consumer_principal_key: deal.consumerParty.principalId,
      consumer_agent_id: deal.consumerParty.agentId,
      price_stamps,
      contract_window_seconds: settings.contractWindowSeconds,
      checkpoint_window_seconds: settings.checkpointWindowSeconds,
      ...(state.agreesItems && { items: ACCEPTANCE_ITEMS }),
    })),
  };
}
