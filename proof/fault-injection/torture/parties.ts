import type { Credential, Signer } from '../../../src/client';
import type { Calls } from './calls';
import type { Acknowledged } from './history';

/** The parties of a run and their calls. */

export interface Party {
  readonly principalKey: string;
  readonly agentKey: string;
  readonly agentId: string;
  /** The human that owns the principal. */
  readonly subject: string;
  credentialId: string;
  credential: Credential;
  /** Webhook secrets by version. */
  readonly secrets: Record<number, string>;
  readonly path: string;
}

/** The clients and credentials that all scenes share. */
export interface World {
  readonly calls: Calls;
  readonly console: Credential;
  readonly operator: Credential;
  /** Returns the URL of a webhook receiver. */
  readonly url: (path: string) => string;
  /** Expected stamps by principal key (tickets and available bond) or by subject (wallet). */
  readonly expectedStamps: Map<string, number>;
  /** Sends the payment event of a session until it is acknowledged. */
  readonly confirmPayment: (sessionId: string, amountCents: number) => Promise<void>;
}

/** One client. It plays scenes one after the other with its own parties and one shared party. */
export interface Lane extends World {
  readonly provider: Party;
  readonly consumer: Party;
  /** The party whose credentials are rotated and revoked. */
  readonly spare: Party;
  /** Trades with every client concurrently, and is never at fault. */
  readonly sharedParty: Party;
  /** Principals with an earlier fault. Only the first fault is slashed at half the rate. */
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
  'POLICY_ANNOUNCED',
  'APPROVAL_REQUESTED',
  'APPROVAL_DECIDED',
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

/** A mutation with one root field and one input. */
export function mutationRequest<T>({ key, signer, field, input, selection, acknowledges, renewed }: Mutation<T>) {
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
  return (await world.calls.askSuccessfully<Record<string, T>>(mutationRequest(mutation)))[mutation.field] as T;
}

export function addExpectedStamps(world: World, owner: string, stamps: number): void {
  world.expectedStamps.set(owner, (world.expectedStamps.get(owner) ?? 0) + stamps);
}

export const eventForBoth = ({ provider, consumer }: Lane, type: string, subject: string): string[] =>
  [provider, consumer].map(({ principalKey }) => `${principalKey} ${type} ${subject}`);
