import type { Credential, Signer } from '../../../src/client';
import type { Calls } from './calls';
import type { Acknowledged } from './history';

/** Who plays, and how they call. Not a test. */

export interface Party {
  readonly principalKey: string;
  readonly agentKey: string;
  readonly agentId: string;
  /** The human who owns it. */
  readonly subject: string;
  credentialId: string;
  credential: Credential;
  /** Webhook secrets by version. */
  readonly secrets: Record<number, string>;
  readonly path: string;
}

/** Everybody else there is. */
export interface World {
  readonly calls: Calls;
  readonly console: Credential;
  readonly operator: Credential;
  /** A receiver's address. */
  readonly url: (path: string) => string;
  /** Stamps of principals (tickets and bond-available) and of wallets, by key or subject: what they must have. */
  readonly worth: Map<string, number>;
  /** The payment processor's event that this was paid for that session, until it is acknowledged. */
  readonly paid: (sessionId: string, amountCents: number) => Promise<void>;
}

/** One client: it plays one scene after the other, with parties of its own and one that all clients share. */
export interface Lane extends World {
  readonly provider: Party;
  readonly consumer: Party;
  /** Whose credentials end all the time. */
  readonly spare: Party;
  /** Trades with every client at the same time, and is never at fault. */
  readonly house: Party;
  /** Principals that were at fault before: the discount is for the first time (settlement.md §4). */
  readonly faulty: Set<string>;
}

export const EVENT_TYPES = [
  'PROPOSAL_CREATED',
  'PROPOSAL_COUNTERED',
  'PROPOSAL_ACCEPTED',
  'PROPOSAL_REJECTED',
  'TRADE_CREATED',
  'TRADE_STEP_ACTIVATED',
  'TRADE_CONTRACT_PUBLISHED',
  'TRADE_CHECKPOINT_SUBMITTED',
  'TRADE_REBUTTAL_FILED',
  'TRADE_COMPLETED',
  'TRADE_FAILED',
  'TICKETS_CREDITED',
];

export const asAgent = (party: Party) => (): Signer => ({ credential: party.credential, agentId: party.agentId });
export const asOwner = (world: World, subject: string) => (): Signer => ({
  credential: world.console,
  acting: { provider: 'test', subject },
});
export const asOperator = (world: World) => (): Signer => ({ credential: world.operator });

interface Mutation<T> {
  readonly key: string;
  readonly signer: () => Signer;
  readonly field: string;
  readonly input: object;
  readonly selection: string;
  readonly acknowledges?: (payload: T) => Acknowledged;
  readonly renewed?: () => Promise<void>;
}

/** One root field with one input. */
export function askOf<T>({ key, signer, field, input, selection, acknowledges, renewed }: Mutation<T>) {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} } }`;
  return {
    key,
    signer,
    field,
    document: { query, variables: { input } },
    ...(acknowledges && { acknowledges: (data: Record<string, T>) => acknowledges(data[field] as T) }),
    ...(renewed && { renewed }),
  };
}

export async function mutate<T>(world: World, mutation: Mutation<T>): Promise<T> {
  return (await world.calls.must<Record<string, T>>(askOf(mutation)))[mutation.field] as T;
}

export function earn(world: World, who: string, stamps: number): void {
  world.worth.set(who, (world.worth.get(who) ?? 0) + stamps);
}

export const tellBoth = ({ provider, consumer }: Lane, type: string, subject: string): string[] =>
  [provider, consumer].map(({ principalKey }) => `${principalKey} ${type} ${subject}`);
