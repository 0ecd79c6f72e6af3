interface Offered {
  readonly proposal: { readonly listings: readonly { readonly title: string; readonly side: string }[] };
}

/** The title of the offer, by which operators' pages name a trade; otherwise of a step. */
export function offerTitle({ proposal }: Offered, step: { readonly title: string } | null | undefined): string {
  return proposal.listings.find(({ side }) => side === 'PROVIDE')?.title ?? step?.title ?? 'Trade';
}
