import type { NetworkQuery } from '../../api/document-types';

export type Graph = NonNullable<NetworkQuery['principal']>['tradeGraph'];
