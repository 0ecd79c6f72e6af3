/** Why a match run made no proposal. */
export type EmptyMatchReason = 'open_proposals' | 'no_partner' | 'price_not_met' | 'partners_excluded';

/** The columns of a match run without a proposal. */
export interface EmptyMatchColumns {
  /** Null if the run made a proposal, and in runs of older releases. */
  readonly emptyReason?: EmptyMatchReason | null;
  /** The trade profile that found no counterparty. Null without a reason. */
  readonly emptyTradeProfile?: string | null;
  /** The bid or ask of the run for this trade profile. Null without a reason. */
  readonly ownPriceStamps?: bigint | null;
  /** The best price of a public listing of the other side. Null if there was none. */
  readonly bestPriceStamps?: bigint | null;
}
