import type { CounterpartyQuery } from '../../api/document-types';

export type PublicPrincipal = NonNullable<CounterpartyQuery['publicPrincipal']>;
