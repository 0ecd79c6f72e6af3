import type { Effects, DecisionContext } from '../effects';
import { canonical } from '../canonical';
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
import { assertCanSpend, type PrincipalData } from '../parties/principal';
import type { Listing, ListingState } from '../types';
import { isDue } from '../time';

export interface PublishData {
  /** The agent of the request, or null if it does not belong to the principal. */
  readonly agent: { readonly agentId: string; readonly retiredAt?: Date | null } | null;
  /** The listing with the stored state active for this agent and profile; it can be expired. */
  readonly activeListing: Listing | null;
  readonly principal: PrincipalData;
  readonly settings: { readonly listingFeeStamps: bigint };
}

export interface UpdateData {
  readonly listing: Listing | null;
  /** Another listing with the stored state active for the same agent and profile; used by `resume`. */
  readonly otherActive: Listing | null;
}

export interface ListingDecision {
  readonly listing: Listing;
  readonly effects: Effects;
}

/** The state of a listing. An expired listing is closed, independent of the stored state. */
export function listingStateAt(listing: Listing, now: Date): ListingState {
  return isDue(listing.expiresAt, now) ? 'closed' : listing.state;
}

/**
 * Publishes a listing for the listing fee.
 *
 * @throws Refusal in this order: 400 `validation_failed`, 404 `agent_not_found`, 409 `agent_retired`, 409
 * `listing_already_active`, 409 `principal_daily_spend_limit_exceeded`, 402 `wallet_insufficient_balance`
 */
export function decidePublish(
  data: PublishData,
  input: PublishListingInput,
  context: DecisionContext,
): ListingDecision {
  checkPublish(input, context.now);
  if (!data.agent) throw new Refusal('agent_not_found');
  if (data.agent.retiredAt) throw new Refusal('agent_retired');
  const closed = closePrevious(data.activeListing, context.now);
  const fee = data.settings.listingFeeStamps;
  if (fee !== 0n) assertCanSpend(data.principal, fee, { now: context.now, isCaller: true, closesAt: null });
  const { principalId } = data.principal;
  const listing: Listing = {
    listingId: context.newId(),
    principalId,
    agentId: data.agent.agentId,
    tradeProfile: input.trade_profile,
    side: input.side,
    ...defaults,
    steps: stepsOf(null, input.title ?? ''),
    ...changes(input, input.title ?? ''),
    state: 'active',
    createdAt: context.now,
    updatedAt: context.now,
  };
  const head = { journalId: context.newId(), idemKey: `listing:${listing.listingId}:fee`, tradeId: null };
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
 * Changes the content or the state of a listing.
 *
 * @throws Refusal 400 `validation_failed`, 404 `listing_not_found`, 409 `listing_state_conflict` for a closed listing,
 * 409 `listing_already_active` for resume
 */
export function decideUpdate(data: UpdateData, input: UpdateListingInput, context: DecisionContext): ListingDecision {
  checkUpdate(input, data.listing?.side, context.now);
  if (!data.listing) throw new Refusal('listing_not_found');
  const stored = data.listing;
  const state = listingStateAt(stored, context.now);
  const content = changes(input, input.title ?? stored.title);
  if (Object.keys(content).length > 0) nextState(stored, 'update', context.now);
  // A rejected pair rests until a listing changes, so members with the stored value are no change.
  const hasEdits = hasChanges(stored, content);
  const action = input.lifecycle_action ?? undefined;
  const to = action ? nextState(stored, action, context.now) : state;
  const closed = to === 'active' && state === 'paused' ? closePrevious(data.otherActive, context.now) : [];
  const updatedAt = hasEdits || to !== state ? context.now : stored.updatedAt;
  const listing: Listing = { ...stored, ...content, state: to, updatedAt };
  // This also corrects the stored state of an expired listing. The API shows no difference.
  const effects = hasEdits || to !== stored.state ? { listings: [...closed, listing] } : {};
  return { listing, effects };
}

/** Whether a member has another value than the stored one. */
function hasChanges(stored: Content, content: Partial<Content>): boolean {
  const textOf = (value: unknown): string => canonical(value instanceof Date ? value.getTime() : value);
  return (Object.keys(content) as (keyof Content)[]).some((name) => textOf(content[name]) !== textOf(stored[name]));
}

/** Checks that a match run can use a listing. @throws Refusal 409 `listing_state_conflict` */
export function checkMatchable(listing: Listing, now: Date): void {
  nextState(listing, 'run_match', now);
}

function nextState(listing: Listing, on: ListingEvent, now: Date): ListingState {
  const state = listingStateAt(listing, now);
  const to = advance(listingMachine, state, on, { expired: state !== listing.state });
  if (!to) {
    const detail = `The listing is ${state}, so you cannot ${on === 'run_match' ? 'match' : on} it.`;
    throw new Refusal('listing_state_conflict', detail, { current_state: state });
  }
  return to;
}

/** Closes an expired listing of the same agent and profile, or throws if it is still active. */
function closePrevious(other: Listing | null, now: Date): Listing[] {
  if (other?.state !== 'active') return [];
  if (listingStateAt(other, now) === 'closed') return [{ ...other, state: 'closed' }];
  throw new Refusal('listing_already_active', undefined, { listing_key: keyOf('lst', other.listingId) });
}

/** Defaults of the members; title and price are always present. */
const defaults = {
  title: '',
  description: '',
  tags: [],
  priceStamps: 0n,
  contractWindowSeconds: null,
  checkpointWindowSeconds: null,
  coverageThresholdBps: null,
  expiresAt: null,
  visibility: 'match_only',
} as const;

type Content = Pick<Listing, keyof typeof defaults | 'steps'>;

/** The stored form of the members that the input has. */
function changes(
  input: ListingMembers & Pick<PublishListingInput, 'coverage_threshold_bps'>,
  title: string,
): Partial<Content> {
  const content = {
    title: input.title ?? undefined,
    description: input.description === null ? defaults.description : input.description,
    tags: input.tags === null ? defaults.tags : input.tags,
    priceStamps: input.price_stamps === undefined ? undefined : BigInt(input.price_stamps ?? 0),
    steps: input.steps === undefined ? undefined : stepsOf(input.steps, title),
    contractWindowSeconds: input.contract_window_seconds,
    checkpointWindowSeconds: input.checkpoint_window_seconds,
    coverageThresholdBps: input.coverage_threshold_bps,
    expiresAt: input.expires_at,
    visibility: input.visibility === null ? defaults.visibility : input.visibility,
  } satisfies { [Name in keyof Content]: Content[Name] | undefined };
  return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined));
}
