import type { Effects, DecisionContext } from '../effects';
import { Refusal } from '../errors/errors';
import { keyOf } from '../keys';
import { journals, line, platformFee, tickets } from '../ledger/accounts';
import {
  checkPublish,
  checkUpdate,
  stepsOf,
  type ListingMembers,
  type PublishListingInput,
  type UpdateListingInput,
} from './listing-input';
import { advance } from '../state-machine';
import { listingMachine, type ListingEvent } from './listing-states';
import type { PrincipalFacts } from '../parties/principal';
import type { Listing, ListingState } from '../types';

export interface PublishFacts {
  /** The agent named, if it is one of the principal's. */
  readonly agent: { readonly agentId: string } | null;
  /** The listing stored as active for this agent and trade profile, expired or not. */
  readonly activeListing: Listing | null;
  readonly principal: PrincipalFacts;
  readonly settings: { readonly listingFeeStamps: bigint };
}

export interface UpdateFacts {
  readonly listing: Listing | null;
  /** Another listing stored as active for the same pair; needed for `resume` alone. */
  readonly otherActive: Listing | null;
}

export interface ListingDecision {
  readonly listing: Listing;
  readonly effects: Effects;
}

/** An expired listing counts as closed, whether or not its row says so. */
export function listingStateAt(listing: Listing, now: Date): ListingState {
  const expired = listing.expiresAt !== null && now >= listing.expiresAt;
  return expired ? 'closed' : listing.state;
}

/**
 * Publishes a listing for the listing fee. Refuses, the first that applies: 400 `validation_failed`, 404
 * `agent_not_found`, 409 `listing_already_active` (`listing_key`), 409 `principal_daily_spend_limit_exceeded`, 402
 * `wallet_insufficient_balance` (`required_stamps`, `available_stamps`). Source: contract §7, Listing and Limits.
 */
export function decidePublish(
  facts: PublishFacts,
  input: PublishListingInput,
  moment: DecisionContext,
): ListingDecision {
  checkPublish(input, moment.now);
  if (!facts.agent) throw new Refusal('agent_not_found');
  const closed = closePrevious(facts.activeListing, moment.now);
  const fee = facts.settings.listingFeeStamps;
  checkFee(facts.principal, fee);
  const { principalId } = facts.principal;
  const listing: Listing = {
    listingId: moment.newId(),
    principalId,
    agentId: facts.agent.agentId,
    tradeProfile: input.trade_profile,
    side: input.side,
    ...blank,
    steps: stepsOf(null, input.title ?? ''),
    ...changes(input, input.title ?? ''),
    state: 'active',
    createdAt: moment.now,
    updatedAt: moment.now,
  };
  const head = { journalId: moment.newId(), idemKey: `listing:${listing.listingId}:fee`, tradeId: null };
  return {
    listing,
    effects: {
      listings: [...closed, listing],
      spends: fee === 0n ? [] : [{ principalId, stamps: fee }],
      journals: journals({ ...head, kind: 'listing_fee' }, [line(tickets(principalId), platformFee, fee)]),
    },
  };
}

/**
 * Changes a listing and moves it through its life. Pausing what is paused and closing what is closed changes nothing.
 * Refuses: 400 `validation_failed`, 404 `listing_not_found`, 409 `listing_state_conflict` (`current_state`) on what is
 * closed, 409 `listing_already_active` (`listing_key`) on resume. Source: contract §7, Listing.
 */
export function decideUpdate(facts: UpdateFacts, input: UpdateListingInput, moment: DecisionContext): ListingDecision {
  checkUpdate(input, facts.listing?.side, moment.now);
  if (!facts.listing) throw new Refusal('listing_not_found');
  const stored = facts.listing;
  const state = listingStateAt(stored, moment.now);
  const changed = changes(input, input.title ?? stored.title);
  const edits = Object.keys(changed).length > 0;
  if (edits) step(stored, 'update', moment.now);
  const action = input.lifecycle_action ?? undefined;
  const to = action ? step(stored, action, moment.now) : state;
  const closed = to === 'active' && state === 'paused' ? closePrevious(facts.otherActive, moment.now) : [];
  const updatedAt = edits || to !== state ? moment.now : stored.updatedAt;
  const listing: Listing = { ...stored, ...changed, state: to, updatedAt };
  // A row that says `active` of an expired listing is put right in passing; nobody can see the difference.
  const effects = edits || to !== stored.state ? { listings: [...closed, listing] } : {};
  return { listing, effects };
}

/** Refuses a match run over a listing that is paused, closed or expired: 409 `listing_state_conflict`. */
export function checkMatchable(listing: Listing, now: Date): void {
  step(listing, 'run_match', now);
}

function step(listing: Listing, on: ListingEvent, now: Date): ListingState {
  const state = listingStateAt(listing, now);
  const to = advance(listingMachine, state, on, { expired: state !== listing.state });
  if (!to) {
    throw new Refusal('listing_state_conflict', `The listing is ${state}; ${on.replace('_', ' ')} is not possible.`, {
      current_state: state,
    });
  }
  return to;
}

/** One active listing for a pair: refuses, or closes the one that only seems active. */
function closePrevious(other: Listing | null, now: Date): Listing[] {
  if (other?.state !== 'active') return [];
  if (listingStateAt(other, now) === 'closed') return [{ ...other, state: 'closed' }];
  throw new Refusal('listing_already_active', undefined, { listing_key: keyOf('lst', other.listingId) });
}

function checkFee(principal: PrincipalFacts, fee: bigint): void {
  if (fee === 0n) return;
  if (principal.spentTodayStamps + fee > principal.dailySpendLimitStamps) {
    throw new Refusal('principal_daily_spend_limit_exceeded', undefined, {
      limit: 'daily_spend_limit_stamps',
      principal_key: keyOf('prn', principal.principalId),
    });
  }
  if (principal.ticketStamps < fee) {
    throw new Refusal('wallet_insufficient_balance', undefined, {
      required_stamps: fee,
      available_stamps: principal.ticketStamps,
    });
  }
}

type Content = Pick<
  Listing,
  | 'title'
  | 'description'
  | 'tags'
  | 'priceStamps'
  | 'steps'
  | 'contractWindowSeconds'
  | 'checkpointWindowSeconds'
  | 'coverageThresholdBps'
  | 'expiresAt'
>;

/** What a listing has of each member that is left out at publish; title and price never are. */
const blank = {
  title: '',
  description: '',
  tags: [],
  priceStamps: 0n,
  contractWindowSeconds: null,
  checkpointWindowSeconds: null,
  coverageThresholdBps: null,
  expiresAt: null,
};

/** The members given, as stored. */
function changes(
  input: ListingMembers & Pick<PublishListingInput, 'coverage_threshold_bps'>,
  title: string,
): Partial<Content> {
  const given = {
    title: input.title ?? undefined,
    description: input.description === null ? blank.description : input.description,
    tags: input.tags === null ? blank.tags : input.tags,
    priceStamps: input.price_stamps === undefined ? undefined : BigInt(input.price_stamps ?? 0),
    steps: input.steps === undefined ? undefined : stepsOf(input.steps, title),
    contractWindowSeconds: input.contract_window_seconds,
    checkpointWindowSeconds: input.checkpoint_window_seconds,
    coverageThresholdBps: input.coverage_threshold_bps,
    expiresAt: input.expires_at,
  } satisfies { [Name in keyof Content]: Content[Name] | undefined };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
