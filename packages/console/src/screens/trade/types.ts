import type { TradePageQuery } from './trade.documents';

export type Trade = NonNullable<NonNullable<TradePageQuery['principal']>['trade']>;
export type Step = Trade['steps'][number];
export type AllowedAction = Trade['allowedActions'][number];
export type Settlement = NonNullable<Trade['settlement']>;

/** The title of the offered listing, or of the first step. */
export function titleOf({ proposal, steps }: Trade): string {
  const offered = proposal.listings.find(({ side }) => side === 'PROVIDE');
  return offered?.title ?? steps[0]?.title ?? 'Trade';
}
