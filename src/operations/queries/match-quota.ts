import { refusalOf, trialContext } from '../../domain/actions/action';
import { Refusal } from '../../domain/errors/errors';
import { checkMatchable } from '../../domain/market/listing';
import { decideMatchRun } from '../../domain/market/match-run';
import type { Listing } from '../../domain/types';
import { type ExpiredPair, expiredPairs } from '../../database/market/expired-pairs';
import type { ProposalUse } from '../../database/repositories/usage';
import { findCandidates, fullCounterparties, leavesOutFull, matchSettings, noPlaces } from '../commands/match-run';
import type { QueryContext } from '../context';

export { PAIR_REST_SECONDS } from '../commands/match-run';

/**
 * Returns the refusal of a match run that would find only counterparties at the quota. Undefined: it is not refused so.
 *
 * It searches as the command does, but waits for no lock and writes nothing. If no counterparty is at the quota, it reads
 * nothing.
 * @param use proposals of the owner of the listing
 */
export async function matchQuotaRefusal(
  { db, services }: Pick<QueryContext, 'db' | 'services'>,
  listing: Listing,
  use: ProposalUse,
  now: Date,
): Promise<Refusal | undefined> {
  const { principalId, listingId } = listing;
  const { quota } = use;
  const isMatchable = !(refusalOf(() => checkMatchable(listing, now)) instanceof Refusal);
  if (!isMatchable) return undefined;
  if (quota === 0) return noPlaces(principalId, use);
  if (fullCounterparties(use).length === 0) return undefined;
  const expired = await expiredPairs(db, listingId, now);
  const proposals = withoutExpired(use.proposals, expired, principalId);
  const later = { quota, proposals };
  if (fullCounterparties(later).length === 0) return undefined;
  const freed = expired.flatMap((pair) =>
    pair.consumerListingId === listingId
      ? [pair.providerListingId]
      : pair.providerListingId === listingId
        ? [pair.consumerListingId]
        : [],
  );
  const reader = { now, query: db.query.bind(db) };
  const found = await findCandidates(reader, listing, { count: 1 }, later, freed);
  const settings = matchSettings({ services }, quota);
  const { proposals: made } = decideMatchRun({ listing, proposals, ...found }, 1, trialContext(now), settings);
  if (made.length > 0) return undefined;
  return (await leavesOutFull(reader, listing, {}, later, found.candidates)) ? noPlaces(principalId, use) : undefined;
}

/** The counts after a match run has ended the expired proposals of its listing. */
function withoutExpired(
  proposals: ReadonlyMap<string, number>,
  expired: readonly ExpiredPair[],
  principalId: string,
): ReadonlyMap<string, number> {
  const counts = new Map(proposals);
  // A proposal with several pairs of listings counts once for a counterparty.
  const own = expired.filter(({ initiatorId }) => initiatorId === principalId);
  const ended = new Map(own.map((pair) => [`${pair.proposalId} ${String(pair.counterpartyId)}`, pair.counterpartyId]));
  for (const counterpartyId of ended.values()) {
    if (counterpartyId === null) continue;
    const count = (counts.get(counterpartyId) ?? 0) - 1;
    if (count > 0) counts.set(counterpartyId, count);
    else counts.delete(counterpartyId);
  }
  return counts;
}
