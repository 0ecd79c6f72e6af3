/** Why a match run made no proposal, as far as its principal may know. */

export interface MarketFacts {
  readonly listing: { readonly side: string; readonly tradeProfile: string; readonly priceStamps: number };
  /** Open proposals of the listing that have no trade. */
  readonly proposals: readonly { readonly proposalKey: string; readonly tradeKey: string | null }[];
  /** Best price of a public listing of another principal on the other side. */
  readonly bestPriceStamps: number | null;
}

export interface EmptyMatch {
  readonly reason: 'OPEN_PROPOSALS' | 'NO_PARTNER' | 'PRICE_NOT_MET' | 'PARTNERS_EXCLUDED';
  readonly nextStep: string;
  readonly bestPriceStamps?: number;
  readonly proposalKeys?: readonly string[];
}

const AGAIN = 'Then use match again with a new intentId.';

/** The first cause that applies. Listings that only match are visible to the match run alone. */
export function reasonOf(
  { listing, proposals, bestPriceStamps }: MarketFacts,
  minSettledTrades: number | undefined,
): EmptyMatch {
  if (proposals.length > 0) {
    return {
      reason: 'OPEN_PROPOSALS',
      proposalKeys: proposals.map(({ proposalKey }) => proposalKey),
      nextStep:
        'The listing has open proposals, and their partners are not proposed again. Answer them with ats_respond.',
    };
  }
  const [word, other] = listing.side === 'CONSUME' ? ['bid', 'PROVIDE'] : ['ask', 'CONSUME'];
  if (bestPriceStamps === null) {
    return {
      reason: 'NO_PARTNER',
      nextStep: `No public listing has side ${other} and this tradeProfile. Hidden ones do not match either, maybe for your ${word} of ${listing.priceStamps}. Check tradeProfile, wait, or use update with another priceStamps. ${AGAIN}`,
    };
  }
  const isMet =
    listing.side === 'CONSUME' ? bestPriceStamps <= listing.priceStamps : bestPriceStamps >= listing.priceStamps;
  if (!isMet) {
    return {
      reason: 'PRICE_NOT_MET',
      bestPriceStamps,
      nextStep: `The best public price of the other side is ${bestPriceStamps}, and your ${word} is ${listing.priceStamps}. Use update with another priceStamps. ${AGAIN}`,
    };
  }
  const newcomers = minSettledTrades ? ' They may have settled fewer trades than minSettledTrades.' : '';
  return {
    reason: 'PARTNERS_EXCLUDED',
    bestPriceStamps,
    nextStep: `Partners with a matching price are left out: they share an owner with you, or one of you rejected the other within 24 hours.${newcomers} Wait for other listings, or change yours with update. ${AGAIN}`,
  };
}
