import { activateTrade, submitCheckpoint } from '../../../src/operations/commands/trade';
import { onDelivery, type Check } from '../model/conduct';
import { coverageBps, ITEMS } from '../model/job';
import { affording } from './accept';
import { conductIn, leftOf, stepOf, type Deal, type Town } from './state';

/** The consumer has heard of a delivery: the work is in its hands from now on, whatever it says of it. */
export function check(town: Town, deal: Deal, stepNo: number): void {
  const plan = deal.plans.consumer;
  const conduct = conductIn(plan, stepNo);
  const met = stepOf(deal, stepNo).met ?? 0;
  const { coverageThresholdBps: thresholdBps } = town.world.services.settings;
  const found = onDelivery(conduct, { met, thresholdBps, left: leftOf(town, deal) }, deal.consumer.chance);
  if (found === null) {
    plan.broke = true;
    return;
  }
  town.world.after(found.after, async () => {
    if (conduct === 'late' || found.met !== met) plan.broke = true;
    await submit(town, deal, stepNo, found);
  });
}

/** The checkpoint and, if the step passes with it and is not the last, the next step's activation, in one request. */
async function submit(town: Town, deal: Deal, stepNo: number, found: Check): Promise<void> {
  const { caller, principalId } = deal.consumerParty;
  const { world } = town;
  const tradeKey = deal.tradeKey ?? '';
  const results = Array.from({ length: ITEMS }, (_, index) => ({
    item_id: `item-${String(index + 1)}`,
    met: index < found.met,
  }));
  const passes = coverageBps(found.met) >= world.services.settings.coverageThresholdBps;
  const walks = conductIn(deal.plans.consumer, stepNo + 1) === 'walks';
  const goesOn = passes && stepNo < deal.steps.length && !walks;
  const came = await affording(town, [deal.consumerParty], () =>
    world.call('submitCheckpoint', caller, async (acting) => {
      const { step } = await submitCheckpoint(acting, principalId, { tradeKey, stepNo, status: found.status, results });
      return goesOn ? (await activateTrade(acting, principalId, { tradeKey })).step.deadlineAt : step.deadlineAt;
    }),
  );
  if (!came.done) return;
  if (passes && walks) deal.plans.consumer.broke = true;
  deal.said = { stepNo, met: found.met };
  deal.deadline = came.value?.getTime() ?? deal.deadline;
}
