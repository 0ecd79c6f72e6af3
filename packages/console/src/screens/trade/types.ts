import type { TradePageQuery } from '../../api/document-types';

export type Trade = NonNullable<NonNullable<TradePageQuery['principal']>['trade']>;
export type Step = Trade['steps'][number];
export type AllowedAction = Trade['allowedActions'][number];
export type Settlement = NonNullable<Trade['settlement']>;
