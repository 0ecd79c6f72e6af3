import { Refusal } from '../domain/errors';
import { idOfEither } from '../domain/keys';
import { checkMatchable } from '../domain/listing';
import { decideMatchRun, readMaxProposals, type MatchRunDecision, type MatchSettings } from '../domain/match-run';
import {
  type Candidate,
  isMultiProfile,
  profileBids,
  rank,
  rankAsks,
  type Ranked,
  upperBound,
} from '../domain/matching';
import type { Listing } from '../domain/types';
import { apply } from '../store/facts';
import { lockListingOf } from '../store/listings';
import { exclusionsOf, expiredPairsOf, type Market, readMarket } from '../store/market';
import type { Tx } from '../store/tx';
import { momentOf, type Acting } from './context';
import { expireProposal } from './expire';

export interface RunMatchInput {
  readonly listing_key: string;
  readonly max_proposals?: number | null | undefined;
}

// What one run may read, however many listings tie (docs/decisions/0005-match-run-scan.md).
const CEILING = 10_000;
const FIRST_BATCH = 200;
const NEXT_BATCH = 1000;

/**
 * Finds counterparties of a listing and proposes to the best of them. Contract §7, Match run.
 * @throws Refusal 400 `validation_failed`, 404 `listing_not_found`, 409 `listing_state_conflict`
 */
export async function runMatch(acting: Acting, principalId: string, input: RunMatchInput): Promise<MatchRunDecision> {
  const { tx, services } = acting;
  const maxProposals = readMaxProposals(input.max_proposals);
  const listingId = idOfEither('lst', input.listing_key);
  if (listingId === undefined) throw new Refusal('listing_not_found');
  // A proposal past its time is over whether or not the worker came, so its pair is free to be proposed again.
  for (const id of await expiredPairsOf(tx, principalId, listingId, tx.now)) await expireProposal(acting, id);
  const listing = await lockListingOf(tx, principalId, listingId);
  if (!listing) throw new Refusal('listing_not_found');
  checkMatchable(listing, tx.now);
  const candidates = await findCandidates(tx, listing, maxProposals);
  const decision = decideMatchRun({ listing, candidates }, maxProposals, momentOf(acting), matchSettings(acting));
  await apply(tx, decision.effects);
  if (decision.proposals.length > 0) tx.afterCommit(() => services.wake('relay'));
  return decision;
}

function matchSettings({ services: { settings } }: Acting): MatchSettings {
  return {
    bondBps: settings.bondBps,
    proposalTtlSeconds: settings.proposalTtlSeconds,
    contractWindowSeconds: settings.contractWindowSeconds,
    checkpointWindowSeconds: settings.checkpointWindowSeconds,
    coverageThresholdBps: settings.coverageThresholdBps,
  };
}

/** One scan of a market, and when it has read enough. */
interface Scan {
  readonly market: Market;
  readonly ceiling: number;
  readonly ranked: (candidates: readonly Candidate[]) => readonly Ranked[];
  /** The most that a listing at this price, or a worse one, can score. */
  readonly bound: (price: bigint) => number;
  /** Whether those that certainly score more than all that is still unread are enough. */
  readonly enough: (sure: readonly Ranked[]) => boolean;
}

async function findCandidates(tx: Tx, listing: Listing, maxProposals: number): Promise<Candidate[]> {
  const excluded = await exclusionsOf(tx, listing);
  const market = { excluded, now: tx.now };
  if (isMultiProfile(listing)) return findByProfile(tx, listing, market);
  const { tradeProfile, priceStamps, tags } = listing;
  const asks = listing.side === 'consume';
  return scan(tx, {
    market: { ...market, tradeProfile, priceStamps, side: asks ? 'provide' : 'consume' },
    ceiling: CEILING,
    ranked: (candidates) => rank(listing, candidates),
    bound: (price) => (asks ? upperBound(price, priceStamps, tags) : upperBound(priceStamps, price, tags)),
    enough: (sure) => sure.length >= maxProposals,
  });
}

/** One scan for each trade profile sought; each goes on until no choice made for the others can leave it without one. */
async function findByProfile(tx: Tx, listing: Listing, market: Pick<Market, 'excluded' | 'now'>): Promise<Candidate[]> {
  const bids = profileBids(listing);
  const found: Candidate[] = [];
  for (const { tradeProfile, bid } of bids) {
    const candidates = await scan(tx, {
      market: { ...market, tradeProfile, priceStamps: bid, side: 'provide' },
      ceiling: Math.floor(CEILING / bids.length),
      ranked: (all) => rankAsks(listing, tradeProfile, bid, all),
      bound: (price) => upperBound(price, bid, listing.tags),
      // A principal chosen for another profile with another agent is passed over; there are fewer of those than profiles.
      enough: (sure) => new Set(sure.map((one) => one.listing.principalId)).size >= bids.length,
    });
    found.push(...candidates);
  }
  return found;
}

async function scan(tx: Tx, { market, ceiling, ranked, bound, enough }: Scan): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  const scored: Ranked[] = [];
  let last: Listing | undefined;
  for (let read = 0, size: 200 | 1000 = FIRST_BATCH; read < ceiling; size = NEXT_BATCH) {
    const batch = await readMarket(tx, market, last, size);
    read += batch.length;
    const single = batch.filter((one) => !isMultiProfile(one.listing));
    candidates.push(...single);
    scored.push(...ranked(single));
    last = batch.at(-1)?.listing ?? last;
    if (batch.length < size || last === undefined) break;
    const least = bound(last.priceStamps);
    if (enough(scored.filter(({ score }) => score > least))) break;
  }
  return candidates.slice(0, ceiling);
}
