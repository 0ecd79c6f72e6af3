import { fileRebuttal, publishDeliveryContract, withdrawFromTrade } from '../../../src/operations/commands/trade';
import { onActive, rebuttalAfter, rebuts, type ProviderMove } from '../model/conduct';
import { ITEMS } from '../model/job';
import { conductIn, leftOf, stepOf, type Deal, type Town } from './state';

const ITEM_IDS = Array.from({ length: ITEMS }, (_, index) => `item-${String(index + 1)}`);

/** The provider has heard that its step is active. */
export function provide(town: Town, deal: Deal, stepNo: number): void {
  const plan = deal.plans.provider;
  const conduct = conductIn(plan, stepNo);
  const { chance } = deal.provider;
  const step = stepOf(deal, stepNo);
  const move = onActive(conduct, step.metIfHonest, leftOf(town, deal), chance);
  if (move.move === 'nothing') {
    plan.broke = true;
    return;
  }
  town.world.after(move.after, async () => {
    if (conduct !== 'honest' && conduct !== 'counters') plan.broke = true;
    if (move.move === 'withdraw') await withdraw(town, deal);
    else await deliver(town, deal, stepNo, move);
  });
}

async function withdraw(town: Town, { providerParty, tradeKey }: Deal): Promise<void> {
  const { caller, principalId } = providerParty;
  await town.world.call('withdrawFromTrade', caller, (acting) =>
    withdrawFromTrade(acting, principalId, tradeKey ?? ''),
  );
}

type Delivery = Extract<ProviderMove, { move: 'deliver' }>;

async function deliver(town: Town, deal: Deal, stepNo: number, { worked, met }: Delivery): Promise<void> {
  const { caller, principalId } = deal.providerParty;
  const step = stepOf(deal, stepNo);
  // Done is done, whether or not it comes in time.
  step.worked = worked;
  const items = ITEM_IDS.map((item_id) => ({ item_id, description: 'A part of the work', weight: 1 }));
  const came = await town.world.call('publishDeliveryContract', caller, (acting) =>
    publishDeliveryContract(acting, principalId, { tradeKey: deal.tradeKey ?? '', stepNo, summary: 'The work', items }),
  );
  if (!came.done) return;
  step.met = met;
  deal.deadline = came.value.step.deadlineAt?.getTime() ?? deal.deadline;
}

/** The provider has heard what the consumer says of its delivery. */
export function contest(town: Town, deal: Deal, stepNo: number): void {
  const { said, plans, provider, providerParty } = deal;
  const { world } = town;
  const met = stepOf(deal, stepNo).met ?? 0;
  const { coverageThresholdBps } = world.services.settings;
  if (said?.stepNo !== stepNo || !rebuts(conductIn(plans.provider, stepNo), met, said.met, coverageThresholdBps))
    return;
  const { caller, principalId } = providerParty;
  world.after(rebuttalAfter(provider.chance), async () => {
    await world.call('fileRebuttal', caller, (acting) =>
      fileRebuttal(acting, principalId, { tradeKey: deal.tradeKey ?? '', stepNo, statement: 'It was delivered.' }),
    );
  });
}
