import type { ListingSide } from '../types';

/** Counts and prices of one side of a trade profile, before small ones are hidden. */
export interface ProfileSideData {
  readonly side: ListingSide;
  /** Active listings, with those outside the market. */
  readonly activeListings: number;
  /** Active listings in the market, whose prices are public. */
  readonly marketListings: number;
  /** Three quartiles of the prices in the market. Null without one. */
  readonly quartilesStamps: readonly bigint[] | null;
}

/** Figures of one side of a trade profile that any caller may read. */
export interface ProfileSide {
  readonly side: ListingSide;
  readonly activeListings: number | null;
  readonly priceQuartilesStamps: readonly bigint[] | null;
}

/** A smaller count is not shown, because it would describe single parties. */
export const MIN_SHOWN_COUNT = 5;

/** Returns the public figures. Prices outside the market are the limits of their parties, so no figure contains them. */
export function publicFigures({ side, activeListings, marketListings, quartilesStamps }: ProfileSideData): ProfileSide {
  return {
    side,
    activeListings: activeListings < MIN_SHOWN_COUNT ? null : activeListings,
    priceQuartilesStamps: marketListings < MIN_SHOWN_COUNT ? null : quartilesStamps,
  };
}
