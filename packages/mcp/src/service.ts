import {
  createClient,
  createEventStream,
  type Client,
  type Credential,
  type EventStream,
  type EventStreamOptions,
  type Variables,
} from 'agent-trading-client';
import { ToolError } from './errors';

export interface ServiceOptions {
  readonly url: string;
  readonly credential: Credential;
  readonly agentId: string | undefined;
}

export interface MutationOptions {
  readonly intentId: string;
  /** Agent that acts, if the command line names none. */
  readonly agentKey?: string | undefined;
  readonly signal: AbortSignal;
}

/** A trade participant or any other party with its agent. */
export interface PartyWithAgent {
  readonly principalKey: string;
  readonly agent: { readonly agentKey: string };
}

type EventSelection = Pick<EventStreamOptions, 'after' | 'types' | 'selection' | 'maximumFailures'>;

/** The service as one principal sees it. It signs with the credential, which no tool can read. */
export class TradingService {
  private readonly client: Client;

  constructor(private readonly options: ServiceOptions) {
    this.client = createClient(options);
  }

  /** Agent of the command line or of the credential file. */
  get agentId(): string | undefined {
    return this.options.agentId;
  }

  /** Reads data. @throws ApiError if a field is refused */
  read<T>(document: string, variables: Variables, signal: AbortSignal): Promise<T> {
    return this.client.queryOrThrow<T>(document, variables, { signal });
  }

  /** Reads data, with the errors of refused fields beside it. */
  readPartly(document: string, variables: Variables, signal: AbortSignal) {
    return this.client.query(document, variables, { signal });
  }

  /** Runs a mutation. The same intent takes effect once, also after a crash of this process. */
  mutate<T>(document: string, variables: Variables, { intentId, agentKey, signal }: MutationOptions): Promise<T> {
    const agentId = this.agentId ?? agentKey;
    return this.client.mutate<T>(document, variables, { idempotencyKey: `mcp:${intentId}`, agentId, signal });
  }

  /** Streams events. Close the stream after use. */
  events<E extends { readonly cursor: string }>(selection: EventSelection): EventStream<E> {
    return createEventStream<E>({ ...this.options, ...selection });
  }
}

/** The agent of the own principal in a trade. */
export function ownAgent(parties: readonly PartyWithAgent[], principalKey: string): string | undefined {
  return parties.find((party) => party.principalKey === principalKey)?.agent.agentKey;
}

/** Returns the object, or refuses the call if the principal has none with this key. */
export function assertFound<T>(found: T | null | undefined, kind: 'trade' | 'proposal' | 'listing'): T {
  if (found !== null && found !== undefined) return found;
  throw new ToolError(`${kind}_not_found`, `You have no ${kind} with this key. ats_overview lists what you have.`);
}
