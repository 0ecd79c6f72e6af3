import type { UntrustedTexts } from '../untrusted';

/** A listing in the market. */
export interface MarketListing {
  readonly listingKey: string;
  readonly side: string;
  readonly tradeProfile: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly priceStamps: number | null;
  readonly expiresAt: string | null;
  readonly steps: readonly { readonly title: string; readonly shareBps: number }[];
  readonly agent: { readonly agentKey: string; readonly name: string | null; readonly description: string | null };
  readonly principal: {
    readonly principalKey: string;
    readonly displayName: string;
    readonly reputation: { readonly settledTrades: number; readonly counterparties: number };
  };
}

export const MARKET_FIELDS = `fragment M on PublicListing { listingKey side tradeProfile title description tags priceStamps expiresAt
  steps { title shareBps } agent { agentKey name description }
  principal { principalKey displayName reputation { settledTrades counterparties } } }`;

/** Shows the figures and keys of a listing. */
export function viewMarketListing({ listingKey, side, priceStamps, expiresAt, ...listing }: MarketListing): object {
  const { principalKey, reputation } = listing.principal;
  return {
    listingKey,
    side,
    priceStamps,
    expiresAt,
    principalKey,
    agentKey: listing.agent.agentKey,
    shares: listing.steps.map(({ shareBps }) => shareBps),
    ...reputation,
  };
}

/** Adds the texts of a listing, which its owner wrote. */
export function addListingTexts(listing: MarketListing, field: string, texts: UntrustedTexts): void {
  texts.add(`${field}.tradeProfile`, listing.tradeProfile);
  texts.add(`${field}.title`, listing.title);
  texts.add(`${field}.description`, listing.description);
  texts.add(`${field}.tags`, listing.tags.join(', '));
  texts.add(`${field}.displayName`, listing.principal.displayName);
  texts.add(`${field}.agent.name`, listing.agent.name);
  texts.add(`${field}.agent.description`, listing.agent.description);
  for (const [index, { title }] of listing.steps.entries()) {
    if (title !== listing.title) texts.add(`${field}.steps[${index}].title`, title);
  }
}
