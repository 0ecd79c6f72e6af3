import type { Drawable } from '../machine';
import { listingMachine } from './listing';
import { proposalMachine } from './proposal';
import { stepMachine } from './step';
import { tradeMachine } from './trade';

/** Every machine, in the order in which a trade meets them; `docs/reference/states.md` is drawn from these. */
export const machines: readonly Drawable[] = [listingMachine, proposalMachine, tradeMachine, stepMachine];
