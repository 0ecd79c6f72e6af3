import { createClient, type Client, type ClientOptions, type Credential } from '../../client';
import type { EventInbox } from './event-inbox';
import type { Human } from './human';

/** Fields of a mutation's input. */
export type Input = Readonly<Record<string, unknown>>;

/** Patient enough for a server that was killed to be started again. */
export const RETRY_POLICY = { timeoutMs: 15_000, retry: { attempts: 30, baseMs: 100, maximumMs: 2_000 } };

/**
 * One mutation of one input; answers its payload. The key is the run's and the step's, so that a demo that was killed
 * and begun again asks for the same things and is answered the same.
 */
export async function mutate<T>(
  api: Client,
  idempotencyKey: string,
  field: string,
  input: Input,
  selection: string,
): Promise<T> {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} } }`;
  const data = await api.mutate<Record<string, T>>(document, { input }, { idempotencyKey });
  return data[field] as T;
}

export interface Balances {
  /** The owner's wallet. */
  readonly walletStamps: number;
  readonly ticketBalanceStamps: number;
  readonly bondAvailableStamps: number;
  readonly bondReservedStamps: number;
}

export interface PartyPlan {
  readonly name: string;
  /** What its agent says it does. */
  readonly does: string;
  readonly owner: Human;
}

/** The human who looks after a principal, through the console. */
export interface Owner extends Human {
  readonly api: Client;
}

/** A principal with one agent and a credential of its own; what it does in the demo is signed with that. */
export class DemoParty {
  /** Set once it listens. */
  inbox: EventInbox | undefined;

  constructor(
    readonly name: string,
    readonly principalKey: string,
    readonly agentId: string,
    readonly credential: Credential,
    readonly api: Client,
    readonly owner: Owner,
    private readonly keys: string,
  ) {}

  /** Signed as this party's agent; `step` names it within the run. */
  async mutate<T>(step: string, field: string, input: Input, selection: string): Promise<T> {
    return mutate<T>(this.api, this.key(step), field, input, selection);
  }

  /** Signed by the console, which acts for the owner. */
  async mutateAsOwner<T>(step: string, field: string, input: Input, selection: string): Promise<T> {
    return mutate<T>(this.owner.api, this.key(step), field, input, selection);
  }

  key(step: string): string {
    return `${this.keys}-${step}`;
  }

  async read<T>(selection: string): Promise<T> {
    return (await this.api.query<{ principal: T }>(`{ principal { ${selection} } }`)).principal;
  }

  async balances(): Promise<Balances> {
    const { wallet } = await this.owner.api.query<{ wallet: { balanceStamps: number } }>(
      '{ wallet { balanceStamps } }',
    );
    const own = await this.read<Omit<Balances, 'walletStamps'>>(
      'ticketBalanceStamps bondAvailableStamps bondReservedStamps',
    );
    return { walletStamps: wallet.balanceStamps, ...own };
  }
}

interface Provisioned {
  readonly principal: { readonly principalKey: string };
  readonly credential: Credential | null;
}

/** The console provisions a principal for the human, the human registers an agent; both by their own signed requests. */
export async function provision(plan: PartyPlan, console: ClientOptions, keys: string): Promise<DemoParty> {
  const owner = { ...plan.owner, api: createClient({ ...console, acting: plan.owner.acting }) };
  const { principal, credential } = await mutate<Provisioned>(
    owner.api,
    `${keys}-provision`,
    'provisionPrincipal',
    { displayName: plan.name },
    'principal { principalKey } credential { apiKey signingSecret }',
  );
  if (!credential) throw new Error(`the secret of ${plan.name} is not shown again: begin anew, without --run-id`);
  const { principalKey } = principal;
  const card = {
    name: plan.name,
    description: plan.does,
    version: '1.0.0',
    capabilities: { pushNotifications: false },
  };
  const { agent } = await mutate<{ agent: { agentId: string } }>(
    owner.api,
    `${keys}-agent`,
    'registerAgent',
    { principalKey, card },
    'agent { agentId }',
  );
  const api = createClient({ ...RETRY_POLICY, url: console.url, credential, agentId: agent.agentId });
  return new DemoParty(plan.name, principalKey, agent.agentId, credential, api, owner, keys);
}
