import { isMissed, verdictOn } from '../../../src/sandbox/counterparty/conduct';
import { random } from '../../../src/sandbox/counterparty/random';
import { stepOf, type Deal, type SimulationState } from './state';

const HOUR = 3600;

/** Handles a rebuttal as the operators. They give the true verdict within hours, or they miss it. */
export function judge(state: SimulationState, deal: Deal, stepNo: number): void {
  const { world, operator, missed, disputes } = state;
  deal.dispute = stepNo;
  const chance = random(state.seed, 'judge', deal.proposalKey, stepNo);
  // The side that lies, so that the share holds for every strategy.
  const kind = (deal.plans.consumer.broke ? deal.consumer : deal.provider).place.strategy.name;
  const nth = disputes.get(kind) ?? 0;
  disputes.set(kind, nth + 1);
  if (isMissed(nth, missed, random(state.seed, 'missed', kind).next())) return;
  world.after(chance.int(HOUR, 12 * HOUR), async () => {
    const { coverageThresholdBps } = world.services.settings;
    const verdict = verdictOn(stepOf(deal, stepNo).metItems ?? 0, coverageThresholdBps) === 'pass' ? 'PASS' : 'FAIL';
    const ruling = { tradeKey: deal.tradeKey ?? '', verdict, reason: 'Looked at the delivery' } as const;
    await world.call('evaluateTrade', () => operator.operator.evaluate(ruling));
  });
}
