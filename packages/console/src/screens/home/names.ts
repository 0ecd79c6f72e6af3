/** A listing behind a trade or a proposal. */
export interface ListingOfTrade {
  readonly title: string;
  readonly side: string;
}

/** What a trade is about: the title of the offer. */
export function nameOf(listings: readonly ListingOfTrade[]): string {
  return (listings.find(({ side }) => side === 'PROVIDE') ?? listings[0])?.title ?? 'Trade';
}
