import {
  createClient,
  createEventStream,
  type Credential,
  type EventStream,
  type EventStreamOptions,
  type GraphqlClient,
  type Variables,
} from '#client';
import { ToolError } from './errors';
import { FIND } from './remedies';

export interface ServiceOptions {
  readonly url: string;
  readonly credential: Credential;
  readonly agentId: string | undefined;
}

export interface MutationOptions {
  readonly intentId: string;
  /** Agent that acts, if the connection names none. */
  readonly agentKey?: string | undefined;
  readonly signal: AbortSignal;
}

/** A trade participant or any other party with its agent. */
export interface PartyWithAgent {
  readonly principalKey: string;
  readonly agent: { readonly agentKey: string };
}

/** Events after a cursor. */
export type EventSelection = Pick<EventStreamOptions, 'types' | 'selection' | 'maximumFailures'> & {
  readonly after: string;
};

/** How the tools reach the service for one caller: signed over HTTP, or inside the service. */
export interface Connection {
  readonly client: Pick<GraphqlClient, 'query' | 'queryOrThrow' | 'mutate'>;
  /** Agent that the caller names, or that its credential is bound to. */
  readonly agentId: string | undefined;
  /** Address of the service. Absent inside the service. */
  readonly url?: string;
  /** Aborts when the service stops. Absent over HTTP. */
  readonly ending?: AbortSignal;
  openEvents<E extends { readonly cursor: string }>(selection: EventSelection): EventStream<E>;
}

/** Creates a connection that signs requests over HTTP. */
export function createSignedConnection(options: ServiceOptions): Connection {
  return {
    client: createClient(options),
    agentId: options.agentId,
    url: options.url,
    openEvents: (selection) => createEventStream({ ...options, ...selection }),
  };
}

/** The service as one principal sees it. No tool can read the credential. */
export class TradingService {
  constructor(private readonly connection: Connection) {}

  /** Agent of the command line, of the credential file or of the request. */
  get agentId(): string | undefined {
    return this.connection.agentId;
  }

  /** Address of the service; undefined inside it. */
  get url(): string | undefined {
    return this.connection.url;
  }

  /** Whether the service stops, so no call should wait. */
  get isEnding(): boolean {
    return this.connection.ending?.aborted === true;
  }

  /** Reads data. @throws ApiError if a field is refused */
  read<T>(document: string, variables: Variables, signal: AbortSignal): Promise<T> {
    return this.connection.client.queryOrThrow<T>(document, variables, { signal });
  }

  /** Reads data, with the errors of refused fields beside it. */
  readPartly(document: string, variables: Variables, signal: AbortSignal) {
    return this.connection.client.query(document, variables, { signal });
  }

  /** Runs a mutation. The same intent takes effect once, also after a crash of this process. */
  mutate<T>(document: string, variables: Variables, { intentId, agentKey, signal }: MutationOptions): Promise<T> {
    const options = { idempotencyKey: `mcp:${intentId}`, agentId: this.agentId ?? agentKey, signal };
    return this.connection.client.mutate<T>(document, variables, options);
  }

  /** Streams events. Close the stream after use. */
  events<E extends { readonly cursor: string }>(selection: EventSelection): EventStream<E> {
    return this.connection.openEvents<E>(selection);
  }
}

/** The agent of the own principal in a trade. */
export function ownAgent(parties: readonly PartyWithAgent[], principalKey: string): string | undefined {
  return parties.find((party) => party.principalKey === principalKey)?.agent.agentKey;
}

/** Returns the object, or refuses the call if the principal has none with this key. */
export function assertFound<T>(found: T | null | undefined, kind: 'trade' | 'proposal' | 'listing'): T {
  if (found !== null && found !== undefined) return found;
  throw new ToolError(`${kind}_not_found`, `You have no ${kind} with this key. ${FIND[kind]}`);
}
