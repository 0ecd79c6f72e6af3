import type { AgentsRegisterMutation } from '../agents/agents.documents';
import type { WelcomeProvisionMutation, WelcomeQuery } from './welcome.documents';

export { Welcome, type WelcomeQuery } from './welcome.documents';

/** The principal that the steps set up. Null before the first step. */
export type OwnPrincipal = Bound['principal'];
type Bound = NonNullable<WelcomeQuery['sessionCheck']>['principals'][number];
export type Registered = AgentsRegisterMutation['registerAgent'];
export type TicketPacks = WelcomeQuery['ticketPacks'];
export type WelcomeMutationResult = WelcomeProvisionMutation['provisionPrincipal'];

/** Returns the principal of the steps: the one that the address names, or the oldest that the human owns. */
export function ownPrincipal(data: WelcomeQuery | undefined, principalKey: string | undefined): OwnPrincipal {
  const owned = (data?.sessionCheck?.principals ?? []).filter(({ role }) => role === 'OWNER');
  const named = owned.find((one) => one.principalKey === principalKey);
  return (named ?? owned[0])?.principal ?? null;
}
