/** A listing behind a trade or a proposal. */
export interface ListingOfTrade {
  readonly title: string;
  readonly side: string;
}

/** The title of the offer behind a trade. */
export function nameOf(listings: readonly ListingOfTrade[]): string {
  return (listings.find(({ side }) => side === 'PROVIDE') ?? listings[0])?.title ?? 'Trade';
}
