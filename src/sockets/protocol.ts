import {
  createSourceEventStream,
  execute,
  GraphQLError,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
} from 'graphql';
import { makeServer, type Context as SocketContext, type Server, type SubscribePayload } from 'graphql-ws';
import type { Caller } from '../domain/caller';
import { Refusal } from '../domain/errors';
import { keyOf } from '../domain/keys';
import { readingContext } from '../graphql/context';
import { isSubscription, operationOf, rootFields, type Documents } from '../graphql/documents';
import { formatRefusal, refusalOf } from '../graphql/errors';
import { refuseCost } from '../graphql/limits';
import type { FeedContext } from '../graphql/subscriptions';
import { asRefusal } from '../http/answer';
import { assertHuman } from '../http/graphql-request';
import type { Services } from '../operations/context';
import type { Clock } from '../operations/ports';
import { feedOf, type FollowDeps } from './follow';
import { mapped } from './iterators';
import type { Session } from './session';

const INITIALISATION_MS = 3_000;
const SUBSCRIPTIONS_A_SOCKET = 20;

export interface ProtocolDeps extends FollowDeps {
  readonly schema: GraphQLSchema;
  readonly documents: Documents;
  readonly services: Services;
  readonly clock: Clock;
  /** Proves who opened the socket and lets it in; false: 4403. Closes it itself for other reasons. */
  admit(session: Session, connectionParams: unknown): Promise<boolean>;
}

type Ctx = SocketContext<Record<string, unknown>, Session>;

/** Arguments of a subscription with the stream of its events, begun already. */
type Begun = ExecutionArgs & { readonly source: AsyncIterable<unknown> };

/** graphql-transport-ws, subscriptions only (contract §3). */
export function createProtocol(deps: ProtocolDeps): Server<Session> {
  return makeServer<Record<string, unknown>, Session>({
    connectionInitWaitTimeout: INITIALISATION_MS,
    onConnect: ({ extra, connectionParams }) => deps.admit(extra, connectionParams),
    onSubscribe: async (ctx, _id, payload) => {
      try {
        return await begin(deps, ctx, payload);
      } catch (error) {
        return [asGraphQLError(error)];
      }
    },
    subscribe: (args) => answers(deps, args as Begun),
    onNext: (_ctx, _id, _payload, args, result) => formattedResult(deps, args, result as ExecutionResult),
    onError: (_ctx, _id, _payload, errors) => errors.map((error) => formatted(deps, error, requestId(deps))),
  });
}

/** Everything that may refuse a subscription happens here: what is refused here is answered with `error`. */
async function begin(
  deps: ProtocolDeps,
  ctx: Ctx,
  payload: SubscribePayload,
): Promise<Begun | readonly GraphQLError[]> {
  const { extra: session } = ctx;
  if (Object.keys(ctx.subscriptions).length > SUBSCRIPTIONS_A_SOCKET) throw tooMany();
  const { document } = deps.documents.get(payload.query);
  const operationName = payload.operationName ?? undefined;
  const operation = operationOf(document, operationName);
  if (!isSubscription(operation)) {
    throw new Refusal('query_refused', 'Queries and mutations are sent by HTTP; a socket takes subscriptions only.', {
      limit: 'transport',
    });
  }
  const caller = callerOf(session);
  const variableValues = payload.variables ?? {};
  assertHuman(caller, rootFields(document, operation));
  refuseCost(deps.schema, document, variableValues, operationName);
  const args: ExecutionArgs = {
    schema: deps.schema,
    document,
    variableValues,
    operationName: operationName ?? null,
    contextValue: contextOf(deps, session, caller),
  };
  const source = await createSourceEventStream(args);
  if (Symbol.asyncIterator in source) return { ...args, source };
  return source.errors ?? [];
}

function callerOf({ caller }: Session): Caller {
  // Subscribing before the acknowledgement closes the socket with 4401 earlier than this.
  if (!caller) throw new Refusal('credential_invalid');
  return caller;
}

function tooMany(): Refusal {
  return new Refusal('query_refused', `A socket has at most ${String(SUBSCRIPTIONS_A_SOCKET)} subscriptions.`, {
    limit: 'subscriptions',
    maximum: SUBSCRIPTIONS_A_SOCKET,
  });
}

function contextOf(deps: ProtocolDeps, session: Session, caller: Caller): FeedContext {
  const reading = readingContext({ requestId: requestId(deps), caller, services: deps.services, db: deps.store });
  return { ...reading, feed: feedOf(deps, session, caller) };
}

/** Each event is answered in a context of its own: loaders that outlived it would show yesterday's trade. */
function answers(
  { store, services }: ProtocolDeps,
  { source, ...args }: Begun,
): AsyncIterableIterator<ExecutionResult> {
  const { caller, requestId: id, feed } = args.contextValue as FeedContext;
  return mapped(source, (event) => {
    const contextValue = { ...readingContext({ requestId: id, caller, services, db: store }), feed };
    return execute({ ...args, rootValue: event, contextValue });
  });
}

function formattedResult(deps: ProtocolDeps, args: ExecutionArgs, result: ExecutionResult) {
  if (!result.errors) return undefined;
  const { requestId: id } = args.contextValue as FeedContext;
  return { ...result, errors: result.errors.map((error) => formatted(deps, error, id)) };
}

function formatted({ log }: ProtocolDeps, error: GraphQLError, id: string): GraphQLFormattedError {
  const refusal = refusalOf(error);
  if (refusal === undefined || refusal.code === 'internal_error') {
    log.error({ requestId: id, err: error.originalError ?? error }, 'a subscription failed');
  }
  const { path, locations } = error.toJSON();
  const at = { ...(path && { path }), ...(locations && { locations }) };
  return formatRefusal(refusal ?? new Refusal('internal_error'), id, at);
}

function asGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  return new GraphQLError(asRefusal(error).message, {
    originalError: error instanceof Error ? error : new Error(String(error)),
  });
}

function requestId({ services, clock }: ProtocolDeps): string {
  return keyOf('req', services.newId(clock.now()));
}
