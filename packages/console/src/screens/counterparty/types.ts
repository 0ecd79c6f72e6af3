import type { CounterpartyQuery } from './counterparty.documents';

export type PublicPrincipal = NonNullable<CounterpartyQuery['publicPrincipal']>;
