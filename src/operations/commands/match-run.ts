import { Refusal } from '../../domain/errors/errors';
import { idFromKeyOrUuid } from '../../domain/keys';
import { checkMatchable } from '../../domain/market/listing';
import {
  decideMatchRun,
  type MatchRunDecision,
  type MatchRunFacts,
  type MatchSettings,
  providerFor,
  readMaxProposals,
} from '../../domain/market/match-run';
import { type Candidate, isMultiProfile, profileBids } from '../../domain/market/matching';
import type { Listing } from '../../domain/types';
import { applyEffects, resetLockTimeout } from '../../database/repositories/facts';
import { lockListingOf } from '../../database/repositories/listings';
import { listingsOffered, type Market } from '../../database/market/offers';
import { exclusionsOf, expiredPairsOf } from '../../database/market/market-facts';
import type { Tx } from '../../database/transactions/database';
import { decisionContext, type MutationContext } from '../context';
import { expireProposal } from './expire';
import { MatchSearch } from './match-search';

export interface RunMatchInput {
  readonly listing_key: string;
  readonly max_proposals?: number | null | undefined;
}

/**
 * Finds counterparties of a listing and proposes to the best of them. Contract §7, Match run.
 * @throws Refusal 400 `validation_failed`, 404 `listing_not_found`, 409 `listing_state_conflict`
 */
export async function runMatch(
  acting: MutationContext,
  principalId: string,
  input: RunMatchInput,
): Promise<MatchRunDecision> {
  const { tx, services } = acting;
  const maxProposals = readMaxProposals(input.max_proposals);
  const listingId = idFromKeyOrUuid('lst', input.listing_key);
  if (listingId === undefined) throw new Refusal('listing_not_found');
  // A proposal past its time is over whether or not the worker came, so its pair is free to be proposed again.
  const expired = await expiredPairsOf(tx, principalId, listingId, tx.now);
  for (const id of expired) await expireProposal(acting, id, true);
  if (expired.length > 0) await resetLockTimeout(tx);
  const listing = await lockListingOf(tx, principalId, listingId);
  if (!listing) throw new Refusal('listing_not_found');
  checkMatchable(listing, tx.now);
  const found = await findCandidates(tx, listing, maxProposals);
  const decision = decideMatchRun({ listing, ...found }, maxProposals, decisionContext(acting), matchSettings(acting));
  await applyEffects(tx, decision.effects);
  if (decision.proposals.length > 0) tx.afterCommit(() => services.notifyWorker('relay'));
  return decision;
}

function matchSettings({ services: { settings } }: MutationContext): MatchSettings {
  return {
    bondBps: settings.bondBps,
    proposalTtlSeconds: settings.proposalTtlSeconds,
    contractWindowSeconds: settings.contractWindowSeconds,
    checkpointWindowSeconds: settings.checkpointWindowSeconds,
    coverageThresholdBps: settings.coverageThresholdBps,
  };
}

type Found = Pick<MatchRunFacts, 'candidates' | 'considered'>;
type Around = Omit<Market, 'tradeProfile' | 'side'>;

async function findCandidates(tx: Tx, listing: Listing, maxProposals: number): Promise<Found> {
  const around = { ...(await exclusionsOf(tx, listing)), now: tx.now };
  if (isMultiProfile(listing)) return findByProfile(tx, listing, around);
  const { tradeProfile, priceStamps: price, tags } = listing;
  const market: Market = { ...around, tradeProfile, side: listing.side === 'consume' ? 'provide' : 'consume' };
  return searched(tx, () => new MatchSearch(tx, { market, price, tags, count: maxProposals }));
}

/**
 * For each trade profile sought the best among principals that do not take part yet, and what those that do offer with
 * the agents they take part with: one of these is the profile's provider.
 */
async function findByProfile(tx: Tx, listing: Listing, around: Around): Promise<Found> {
  const agents = new Map([[listing.principalId, listing.agentId]]);
  const candidates: Candidate[] = [];
  let considered = 0;
  for (const wanted of profileBids(listing)) {
    const market: Market = { ...around, tradeProfile: wanted.tradeProfile, side: 'provide' };
    const sought = { price: wanted.bid, tags: listing.tags, count: 1 };
    const others = { ...market, principalIds: [...market.principalIds, ...agents.keys()] };
    const found = [
      await searched(tx, () => new MatchSearch(tx, { ...sought, market: others })),
      await searched(tx, () => new MatchSearch(tx, { ...sought, market }), [...agents.values()]),
    ];
    candidates.push(...found.flatMap((one) => one.candidates));
    considered += found.reduce((sum, one) => sum + one.considered, 0);
    const provider = providerFor(listing, wanted, candidates, agents);
    if (!provider) break;
    agents.set(provider.principalId, provider.agentId);
  }
  return { candidates, considered };
}

const ATTEMPTS = 3;

/** Whole listings of the best. Where one of them has changed since it was found, the market is searched again. */
async function searched(tx: Tx, begin: () => MatchSearch, agentIds?: readonly string[]): Promise<Found> {
  for (let attempt = 1; ; attempt += 1) {
    const search = begin();
    await (agentIds ? search.lookAtAgents(agentIds) : search.run());
    const { best, considered } = search;
    const listings = best.length > 0 ? await listingsOffered(tx, best) : [];
    if (listings.length < best.length && attempt < ATTEMPTS) continue;
    const candidates = listings.map((listing) => ({ listing, ...search.recordOf(listing.principalId) }));
    return { candidates, considered };
  }
}
