/** The graphql-transport-ws protocol: subscriptions only. */
import {
  createSourceEventStream,
  execute,
  GraphQLError,
  type ExecutionArgs,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
  OperationTypeNode,
} from 'graphql';
import { makeServer, type Context as SocketContext, type Server, type SubscribePayload } from 'graphql-ws';
import type { Caller } from '../../domain/sessions/caller';
import { Refusal } from '../../domain/errors/errors';
import { JitQueryCache, dataOf } from '../graphql/execution/jit-query-cache';
import { type Context, queryContext } from '../graphql/execution/context';
import { asRefusal, fieldOf, formatRefusal, originalError } from '../graphql/execution/errors';
import { isSubscription, operationOf, type DocumentCache } from '../graphql/execution/document-cache';
import { rootFields } from '../graphql/execution/root-fields';
import { limits, assertCost } from '../graphql/execution/limits';
import { coerceVariables } from '../graphql/execution/variables';
import type { FeedContext } from '../graphql/schema/subscriptions';
import { type RateLimit, RateLimited } from '../auth/rate-limit';
import { newRequestId } from '../auth/request-id';
import { unitsOfTokens } from '../auth/request-usage';
import { assertCaller } from '../auth/access';
import type { Services } from '../../operations/context';
import { isTransient } from '../../database/connection/transient';
import type { Clock } from '../../operations/ports';
import { RequestBudget } from '../../database/transactions/request-budget';
import { mapAsync } from './cancellation';
import type { DeliveryLatency } from './delivery-latency';
import { ExecutedEvent, ExecutionInterrupted } from './event-execution';
import { createEventStream } from './event-stream';
import { closeCodes, type SocketConnection } from './socket-connection';
import type { SubscriptionPlan } from './subscriber';
import type { StreamDeps } from './subscription-hub';
import { subscriptionKey } from './subscription-key';

const CONNECTION_INIT_TIMEOUT_MS = 3_000;
const MAX_SUBSCRIPTIONS_PER_SOCKET = 20;
const READ_BUDGET_USED = 'The read budget of this minute is used up';

export interface ProtocolDeps extends StreamDeps {
  readonly schema: GraphQLSchema;
  readonly documents: DocumentCache;
  readonly services: Services;
  readonly rateLimit: RateLimit;
  readonly clock: Clock;
  readonly latency: DeliveryLatency;
  /** Authenticates the socket. False closes it with 4403. Closes the socket itself for other reasons. */
  authenticate(connection: SocketConnection, connectionParams: unknown): Promise<boolean>;
}

interface Deps extends ProtocolDeps {
  readonly compiled: JitQueryCache;
}

type Connection = SocketContext<Record<string, unknown>, SocketConnection>;

/** A subscription whose stream of results has begun. */
type StartedSubscription = ExecutionArgs & { readonly results: AsyncIterableIterator<FormattedExecutionResult> };

/** Creates the graphql-ws server for all sockets. */
export function createProtocol(protocolDeps: ProtocolDeps): Server<SocketConnection> {
  const compiled = new JitQueryCache(protocolDeps.schema, OperationTypeNode.SUBSCRIPTION);
  const deps = { ...protocolDeps, compiled };
  return makeServer<Record<string, unknown>, SocketConnection>({
    connectionInitWaitTimeout: CONNECTION_INIT_TIMEOUT_MS,
    onConnect: ({ extra, connectionParams }) => deps.authenticate(extra, connectionParams),
    onSubscribe: async (ctx, id, payload) => {
      try {
        return await startSubscription(deps, ctx, id, payload);
      } catch (error) {
        // A client that continues past its budget would be work without end. It gets its error message first.
        if (error instanceof RateLimited) setImmediate(() => ctx.extra.close(closeCodes.tooMany, READ_BUDGET_USED));
        return [toGraphQLError(error)];
      }
    },
    // The results are formatted already.
    subscribe: (args) => (args as StartedSubscription).results as AsyncIterableIterator<ExecutionResult>,
    onNext: (_ctx, _id, _payload, _args, result) => result as FormattedExecutionResult,
    onError: (_ctx, _id, _payload, errors) => {
      const outage = errors.find((error) => isTransient(originalError(error)));
      if (outage) deps.log.warn({ err: outage }, 'a subscription lost the database; its client is told to try again');
      return errors.map((error) => formatError(deps, error, newRequestId(deps)));
    },
  });
}

/** Validates a subscription and starts its stream. Every refusal happens here, and the client gets an `error` message. */
async function startSubscription(
  deps: Deps,
  ctx: Connection,
  id: string,
  payload: SubscribePayload,
): Promise<StartedSubscription | readonly GraphQLError[]> {
  const { extra: connection } = ctx;
  const caller = callerOf(connection);
  // Counted before anything is parsed, because a refused subscription is work as well. HTTP parses first: the operation
  // says which budget pays.
  deps.rateLimit.consume(caller, 'read');
  if (Object.keys(ctx.subscriptions).length > MAX_SUBSCRIPTIONS_PER_SOCKET) throw tooManySubscriptions();
  const { args, text, hash } = validate(deps, payload, caller);
  const executeForEvent = eventExecutor(deps, args, text, caller);
  const { operationName, variableValues: variables } = args;
  const plan: SubscriptionPlan = {
    id: JSON.stringify(id),
    groupKey: subscriptionKey({ documentHash: hash, operationName, variables, caller }),
    createContext: () => createContext(deps, caller),
    execute: executeForEvent,
    onSent: (event) => deps.latency.recordSent(event),
  };
  const contextValue: FeedContext = Object.assign(createContext(deps, caller), {
    feed: createEventStream(deps, connection, caller, plan),
  });
  const source = await createSourceEventStream({ ...args, contextValue });
  if (!(Symbol.asyncIterator in source)) return source.errors ?? [];
  return { ...args, results: mapAsync(source as AsyncIterable<object>, (value) => resultOf(value, executeForEvent)) };
}

/** The result for a value of a stream. A state is executed here, sent with its errors, and replaced by the next. */
async function resultOf(value: object, executeFor: (state: object) => Promise<FormattedExecutionResult>) {
  if (value instanceof ExecutedEvent) return value.result;
  try {
    return await executeFor(value);
  } catch (error) {
    if (error instanceof ExecutionInterrupted) return error.result;
    throw error;
  }
}

/** @throws Refusal when the document, the operation, or the caller does not fit */
function validate(deps: Deps, payload: SubscribePayload, caller: Caller) {
  const { document, hash } = deps.documents.get(payload.query, (tokens) => {
    deps.rateLimit.charge(caller, 'read', unitsOfTokens(tokens));
  });
  const operationName = payload.operationName ?? undefined;
  const operation = operationOf(document, operationName);
  if (!isSubscription(operation)) {
    throw new Refusal('query_refused', 'Queries and mutations are sent by HTTP; a socket takes subscriptions only.', {
      limit: 'transport',
    });
  }
  const variableValues = payload.variables ?? {};
  const { wrong } = coerceVariables(deps.schema, operation, variableValues);
  if (wrong) throw wrong;
  assertCaller(caller, rootFields(document, operation));
  assertCost(deps.schema, document, variableValues, operationName);
  return {
    args: { schema: deps.schema, document, variableValues, operationName: operationName ?? null },
    text: payload.query,
    hash,
  };
}

function callerOf({ caller }: SocketConnection): Caller {
  // graphql-ws closes a socket that subscribes before the acknowledgement with 4401, before this point.
  if (!caller) throw new Refusal('credential_invalid');
  return caller;
}

function tooManySubscriptions(): Refusal {
  return new Refusal('query_refused', `A socket has at most ${String(MAX_SUBSCRIPTIONS_PER_SOCKET)} subscriptions.`, {
    limit: 'subscriptions',
    maximum: MAX_SUBSCRIPTIONS_PER_SOCKET,
  });
}

function createContext(deps: ProtocolDeps, caller: Caller, requestId = newRequestId(deps)): Context {
  const budget = new RequestBudget(limits.readBytes, limits.answerCharacters);
  const db = deps.store.readerFor(budget);
  return queryContext({ requestId, caller, services: deps.services, db, budget });
}

/**
 * Returns the function that executes a subscription's selection for an event or a state.
 *
 * Each event gets its own context: loaders that live longer would return old data.
 */
function eventExecutor(deps: Deps, args: ExecutionArgs, query: string, caller: Caller) {
  const requestId = newRequestId(deps);
  const request = { query, document: args.document, operationName: args.operationName ?? undefined };
  return async (event: object): Promise<FormattedExecutionResult> => {
    const run = deps.compiled.get(request);
    const data = run && (await dataOf(run, createContext(deps, caller, requestId), args.variableValues ?? {}, event));
    if (data) return { data };
    const contextValue = createContext(deps, caller, requestId);
    const { errors, ...result } = await execute({ ...args, rootValue: event, contextValue });
    if (!errors) return result;
    const formatted = { ...result, errors: errors.map((error) => formatError(deps, error, requestId)) };
    if (errors.some((error) => isTransient(originalError(error)))) throw new ExecutionInterrupted(formatted);
    return formatted;
  };
}

function formatError({ log, schema }: ProtocolDeps, error: GraphQLError, requestId: string): GraphQLFormattedError {
  const refusal = asRefusal(error);
  if (refusal.code === 'internal_error') {
    log.error({ requestId, err: error.originalError ?? error }, 'a subscription failed');
  }
  const { path, locations } = error.toJSON();
  const position = { ...(path && { path }), ...(locations && { locations }) };
  const source = { schema, field: fieldOf(error) };
  return formatRefusal(refusal, requestId, position, source);
}

function toGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  return new GraphQLError(asRefusal(error).message, {
    originalError: error instanceof Error ? error : new Error(String(error)),
  });
}
