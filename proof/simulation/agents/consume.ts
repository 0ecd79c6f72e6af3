import { coverageBps, onDelivery, type Check } from '../../../src/sandbox/counterparty/conduct';
import { ACCEPTANCE_ITEMS } from '../model/job';
import { retryAfterPurchase } from './accept';
import { conductIn, deadlineOf, leftOf, stepOf, type Deal, type SimulationState } from './state';

/** Handles a delivery as its consumer. The consumer has the work from now on, whatever it reports. */
export function check(state: SimulationState, deal: Deal, stepNo: number): void {
  const plan = deal.plans.consumer;
  const conduct = conductIn(plan, stepNo);
  const metItems = stepOf(deal, stepNo).metItems ?? 0;
  const { coverageThresholdBps: thresholdBps } = state.world.services.settings;
  const found = onDelivery(conduct, { metItems, thresholdBps, left: leftOf(state, deal) }, deal.consumer.chance);
  if (found === null) {
    plan.broke = true;
    return;
  }
  state.world.after(found.after, async () => {
    if (conduct === 'late' || found.metItems !== metItems) plan.broke = true;
    await submit(state, deal, stepNo, found);
  });
}

/** Submits the checkpoint. If the step passes and is not the last, it activates the next step. */
async function submit(state: SimulationState, deal: Deal, stepNo: number, found: Check): Promise<void> {
  const { ats } = deal.consumerParty;
  const { world } = state;
  const tradeKey = deal.tradeKey ?? '';
  const results = ACCEPTANCE_ITEMS.map(({ itemId }, index) => ({ itemId, met: index < found.metItems }));
  const passes = coverageBps(found.metItems) >= world.services.settings.coverageThresholdBps;
  const walks = conductIn(deal.plans.consumer, stepNo + 1) === 'walks';
  const goesOn = passes && stepNo < deal.steps.length && !walks;
  const status = found.status === 'failed' ? 'FAILED' : 'CONFIRMED';
  const came = await world.call('submitCheckpoint', () =>
    ats.trades.submitCheckpoint({ tradeKey, stepNo, status, results }),
  );
  if (!came.done) return;
  if (passes && walks) deal.plans.consumer.broke = true;
  deal.said = { stepNo, metItems: found.metItems };
  deal.deadline = deadlineOf(came.value) ?? deal.deadline;
  if (!goesOn) return;
  const next = await retryAfterPurchase(state, [deal.consumerParty], () =>
    world.call('activateTrade', () => ats.trades.activate({ tradeKey })),
  );
  if (next.done) deal.deadline = deadlineOf(next.value.steps[stepNo]) ?? deal.deadline;
}
