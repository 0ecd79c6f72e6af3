import type { Schema } from '../../../src/client';
import { onActive, rebuttalAfter, rebuts, type ProviderMove } from '../../../src/sandbox/counterparty/conduct';
import { ACCEPTANCE_ITEMS } from '../model/job';
import { conductIn, deadlineOf, leftOf, stepOf, type Deal, type SimulationState } from './state';

/** Handles the activation of a step as its provider. */
export function provide(state: SimulationState, deal: Deal, stepNo: number): void {
  const plan = deal.plans.provider;
  const conduct = conductIn(plan, stepNo);
  const { chance } = deal.provider;
  const step = stepOf(deal, stepNo);
  const move = onActive(conduct, step.metIfHonest, leftOf(state, deal), chance);
  if (move.move === 'nothing') {
    plan.broke = true;
    return;
  }
  state.world.after(move.after, async () => {
    if (conduct !== 'honest' && conduct !== 'counters') plan.broke = true;
    if (move.move === 'withdraw') await withdraw(state, deal);
    else await deliver(state, deal, stepNo, move);
  });
}

async function withdraw(state: SimulationState, { providerParty, tradeKey }: Deal): Promise<void> {
  await state.world.call('withdrawFromTrade', () => providerParty.ats.trades.withdraw({ tradeKey: tradeKey ?? '' }));
}

type Delivery = Extract<ProviderMove, { move: 'deliver' }>;

async function deliver(
  state: SimulationState,
  deal: Deal,
  stepNo: number,
  { worked, metItems }: Delivery,
): Promise<void> {
  const { ats } = deal.providerParty;
  const step = stepOf(deal, stepNo);
  // The cost is spent, even if the delivery comes too late.
  step.worked = worked;
  const contract = { tradeKey: deal.tradeKey ?? '', stepNo, summary: 'The work' };
  const publish = (items: readonly Schema.ContractItemInput[]) =>
    state.world.call('publishDeliveryContract', () => ats.trades.publishContract({ ...contract, items }));
  if (conductIn(deal.plans.provider, stepNo) === 'weighs') {
    const tried = await publish(ACCEPTANCE_ITEMS.map((item, index) => ({ ...item, weight: index === 0 ? 1000 : 1 })));
    if (tried.done) throw new Error('a provider changed the agreed weights');
  }
  const agreed = ACCEPTANCE_ITEMS.map(({ itemId }) => ({ itemId }));
  const came = await publish(state.agreesItems ? agreed : ACCEPTANCE_ITEMS);
  if (!came.done) return;
  step.metItems = metItems;
  deal.deadline = deadlineOf(came.value) ?? deal.deadline;
}

/** Handles a checkpoint as the provider: rebuts it if its conduct says so. */
export function contest(state: SimulationState, deal: Deal, stepNo: number): void {
  const { said, plans, provider, providerParty } = deal;
  const { world } = state;
  const metItems = stepOf(deal, stepNo).metItems ?? 0;
  const { coverageThresholdBps } = world.services.settings;
  if (
    said?.stepNo !== stepNo ||
    !rebuts(conductIn(plans.provider, stepNo), metItems, said.metItems, coverageThresholdBps)
  )
    return;
  const rebuttal = { tradeKey: deal.tradeKey ?? '', stepNo, statement: 'It was delivered.' };
  world.after(rebuttalAfter(provider.chance), async () => {
    await world.call('fileRebuttal', () => providerParty.ats.trades.fileRebuttal(rebuttal));
  });
}
