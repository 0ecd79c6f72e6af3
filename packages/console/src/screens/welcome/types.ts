import type { AgentsRegisterMutation } from '../agents/agents.documents';
import type { WelcomeProvisionMutation, WelcomeQuery } from './welcome.documents';

export { Welcome, type WelcomeQuery } from './welcome.documents';

/** The principal that the steps set up. Null before the first step. */
export type OwnPrincipal = WelcomeQuery['actingPrincipal'];
export type Registered = AgentsRegisterMutation['registerAgent'];
export type TicketPacks = WelcomeQuery['ticketPacks'];
export type WelcomeMutationResult = WelcomeProvisionMutation['provisionPrincipal'];
