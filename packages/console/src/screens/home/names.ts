/** A listing behind a trade or a proposal. */
export interface ListingOfTrade {
  readonly title: string;
  readonly principal: { readonly principalKey: string };
}

/** The title of the own listing, as in lists. */
export function nameOf(listings: readonly ListingOfTrade[], ownKey: string): string {
  const own = listings.find(({ principal }) => principal.principalKey === ownKey);
  return (own ?? listings[0])?.title ?? 'Trade';
}
