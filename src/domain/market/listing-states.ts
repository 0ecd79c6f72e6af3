import type { Guard, Machine } from '../state-machine';
import type { ListingState } from '../types';

export type ListingEvent = 'publish' | 'update' | 'pause' | 'resume' | 'close' | 'run_match';

export interface ListingMachineData {
  /** Whether now ≥ `expires_at`. An expired listing counts as closed. */
  readonly expired: boolean;
}

type G = Guard<ListingMachineData>;
const unexpired: G = { name: 'not expired', holds: (data) => !data.expired };

/**
 * The states of a listing.
 *
 * Pausing a paused listing and closing a closed one change nothing. The machine does not know other listings of the same
 * agent and profile: the decisions check `listing_already_active`.
 */
export const listingMachine: Machine<ListingState, ListingEvent, ListingMachineData> = {
  name: 'listing',
  states: ['active', 'paused', 'closed'],
  terminal: ['closed'],
  events: ['publish', 'update', 'pause', 'resume', 'close', 'run_match'],
  rows: [
    { from: null, on: 'publish', to: 'active' },
    { from: 'active', on: 'update', when: unexpired, to: 'active' },
    { from: 'paused', on: 'update', when: unexpired, to: 'paused' },
    { from: 'active', on: 'pause', when: unexpired, to: 'paused' },
    { from: 'paused', on: 'pause', when: unexpired, to: 'paused' },
    { from: 'active', on: 'resume', when: unexpired, to: 'active' },
    { from: 'paused', on: 'resume', when: unexpired, to: 'active' },
    { from: 'active', on: 'close', to: 'closed' },
    { from: 'paused', on: 'close', to: 'closed' },
    { from: 'closed', on: 'close', to: 'closed' },
    { from: 'active', on: 'run_match', when: unexpired, to: 'active' },
  ],
};
