import { type EventHandler, followEvents, type FollowOptions } from './event-follower';
import { type ClientOptions, createGraphqlClient, type GraphqlClient, type MutateOptions } from './graphql-client';
import type { TradeFragment } from './operation-types';
import type { MutationResults, Operations } from './operations';
import { DEFAULT_RETRY } from './retry';
import { type SandboxChecks, verifySignature } from './signature-check';
import { acceptAndStart, type StartOptions } from './trade-start';
import { createOperations, mutateByName } from './typed-operations';

/** An act that the service offers, from `allowedActions`. */
export interface AllowedAct<O extends string = string> {
  /** Name of the mutation. */
  readonly operation: O;
  readonly input: object;
  /** Agent that must sign. */
  readonly agentKey?: string | null;
}

/** The result of a mutation by its name. A name that is only known at run time has the results of all mutations. */
export type ActResult<O extends string> = O extends keyof MutationResults
  ? MutationResults[O]
  : string extends O
    ? MutationResults[keyof MutationResults]
    : never;

/** The client: typed functions by groups, and GraphQL documents of your own. */
export interface Client extends GraphqlClient, Omit<Operations, 'sandbox'> {
  readonly sandbox: Operations['sandbox'] & SandboxChecks;
  /**
   * Performs an act that the service offers, with what only you can know in `more`. The input of the offer takes
   * precedence. The request names the agent that the act needs.
   */
  act<O extends string>(
    action: AllowedAct<O>,
    more?: Readonly<Record<string, unknown>>,
    options?: MutateOptions,
  ): Promise<ActResult<O>>;
  /**
   * Handles each event of the principal at least once, in order, from the stored cursor. It ends with `stop`, with the
   * signal, or with the error of the handler. After an error the cursor stays, so the next call repeats that event.
   */
  follow(handler: EventHandler, options: FollowOptions): Promise<void>;
  /**
   * Accepts a proposal, and creates its trade and activates the first step when every participant has accepted. Null: the
   * others have not. It throws if the proposal was rejected or expired. It is safe to call again: it never activates a
   * later step. Name `expectedRevisionNo`, or a repeated call also accepts a counter that you have not read.
   */
  acceptAndStart(proposalKey: string, options?: StartOptions): Promise<TradeFragment | null>;
}

/** Creates a client that signs requests and retries those that are safe to repeat. */
export function createClient(options: ClientOptions): Client {
  const api = createGraphqlClient(options);
  const { url, credential, agentId, acting, clock, retry } = options;
  const connection = { url, credential, agentId, acting, clock, retry: { ...DEFAULT_RETRY, ...retry } };
  const operations = createOperations(api, connection);
  return {
    ...api,
    ...operations,
    sandbox: {
      ...operations.sandbox,
      verifySignature: (request) =>
        verifySignature({ url: api.url, signed: api.fetch, plain: options.fetch ?? globalThis.fetch }, request),
    },
    act: async <O extends string>(
      { operation, input, agentKey }: AllowedAct<O>,
      more: Readonly<Record<string, unknown>> = {},
      call: MutateOptions = {},
    ) => {
      const signed = { ...call, agentId: call.agentId ?? agentKey ?? undefined };
      return (await mutateByName(api, operation, { ...more, ...input }, signed)) as ActResult<O>;
    },
    follow: (handler, follow) => followEvents(connection, operations, handler, follow),
    acceptAndStart: (proposalKey, start = {}) => acceptAndStart(operations, proposalKey, start),
  };
}
