import type {
  AgentsRegisterMutation,
  WelcomeFirstQuery,
  WelcomeProvisionMutation,
  WelcomeQuery,
} from '../../api/document-types';

export { Welcome, WelcomeFirst } from './welcome.documents';

/** The principal that the steps set up. Null before the first step. */
export type OwnPrincipal = Bound['principal'];
type Bound = NonNullable<WelcomeQuery['sessionCheck']>['principals'][number];
export type Registered = AgentsRegisterMutation['registerAgent'];
export type TicketPacks = WelcomeQuery['ticketPacks'];
export type WelcomeMutationResult = WelcomeProvisionMutation['provisionPrincipal'];

/**
 * Returns the key of the principal to open first: the own one, or the first that the human views.
 *
 * Another owner can add any human as an owner. A human should not set up or fund such a principal by mistake.
 */
export function firstPrincipalKey({ actingPrincipal, sessionCheck }: WelcomeFirstQuery): string | undefined {
  const viewed = sessionCheck?.principals.find(({ role }) => role === 'VIEWER');
  return (actingPrincipal ?? viewed)?.principalKey;
}

/** Returns the principal of the steps: the one that the address names, or the own one. */
export function ownPrincipal(data: WelcomeQuery | undefined, principalKey: string | undefined): OwnPrincipal {
  const owned = (data?.sessionCheck?.principals ?? []).filter(({ role }) => role === 'OWNER');
  const named = owned.find((one) => one.principalKey === principalKey);
  const own = owned.find((one) => one.principalKey === data?.actingPrincipal?.principalKey);
  return (named ?? own)?.principal ?? null;
}
