/** A listing behind a trade or a proposal. */
export interface ListingBehind {
  readonly title: string;
  readonly principal: { readonly principalKey: string };
}

/** The title of the own listing, by which all pages name a proposal and its trade; otherwise of the first. */
export function titleOf(listings: readonly ListingBehind[], ownKey: string, otherwise: string): string {
  const own = listings.find(({ principal }) => principal.principalKey === ownKey);
  return (own ?? listings[0])?.title ?? otherwise;
}
