import { evaluateTrade } from '../../../src/operations/commands/operator-trade';
import { verdictOn } from '../model/conduct';
import { random } from '../world/random';
import { stepOf, type Deal, type SimulationState } from './state';

const HOUR = 3600;

/** Handles a rebuttal as the operators. They give the true verdict within hours, or they miss it. */
export function judge(state: SimulationState, deal: Deal, stepNo: number): void {
  const { world, operator, missed } = state;
  const chance = random(state.seed, 'judge', deal.proposalKey, stepNo);
  if (chance.chance(missed)) return;
  world.after(chance.int(HOUR, 12 * HOUR), async () => {
    const verdict = verdictOn(stepOf(deal, stepNo).metItems ?? 0, world.services.settings.coverageThresholdBps);
    await world.call('evaluateTrade', operator, (acting) =>
      evaluateTrade(acting, deal.tradeKey ?? '', { verdict, reason: 'Looked at the delivery' }),
    );
  });
}
