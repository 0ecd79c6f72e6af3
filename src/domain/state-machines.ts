import type { Drawable } from './state-machine';
import { listingMachine } from './market/listing-states';
import { proposalMachine } from './market/proposal-states';
import { stepMachine } from './trades/step-states';
import { tradeMachine } from './trades/trade-states';

/** Every machine, in the order in which a trade meets them; `docs/reference/states.md` is drawn from these. */
export const machines: readonly Drawable[] = [listingMachine, proposalMachine, tradeMachine, stepMachine];
