import type { Drawable } from './state-machine';
import { listingMachine } from './market/listing-states';
import { proposalMachine } from './market/proposal-states';
import { stepMachine } from './trades/step-states';
import { tradeMachine } from './trades/trade-states';

/** All machines, in the order of the life of a trade. `docs/reference/states.md` is generated from them. */
export const machines: readonly Drawable[] = [listingMachine, proposalMachine, tradeMachine, stepMachine];
