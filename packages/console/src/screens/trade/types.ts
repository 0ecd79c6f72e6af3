import type { TradePageQuery } from './trade.documents';

export type Trade = NonNullable<NonNullable<TradePageQuery['principal']>['trade']>;
export type Step = Trade['steps'][number];
export type AllowedAction = Trade['allowedActions'][number];
export type Settlement = NonNullable<Trade['settlement']>;

/** The title of the own listing, as in lists. */
export function titleOf({ proposal: { listings }, steps }: Trade, ownKey: string): string {
  const own = listings.find(({ principal }) => principal.principalKey === ownKey);
  return (own ?? listings[0])?.title ?? steps[0]?.title ?? 'Trade';
}
