/** Why a match run made no proposal. */
export type EmptyMatchReason = 'open_proposals' | 'no_partner' | 'price_not_met' | 'partners_excluded';

/** The columns of a match run without a proposal. */
export interface EmptyMatchColumns {
  readonly emptyReason: EmptyMatchReason;
  /** The trade profile that found no counterparty. */
  readonly emptyTradeProfile: string;
  /** The bid or ask of the run for this trade profile. */
  readonly ownPriceStamps: bigint;
  /** The best price of a public listing of the other side. Null if there was none. */
  readonly bestPriceStamps: bigint | null;
}

/** The same columns of a run that made a proposal, and of runs of older releases. A constraint of the table requires all or none. */
export type NoEmptyMatchColumns = { readonly [Column in keyof EmptyMatchColumns]?: null };
