import type { NetworkQuery } from './network.documents';

export type Graph = NonNullable<NetworkQuery['principal']>['tradeGraph'];
