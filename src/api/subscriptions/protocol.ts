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
import { isSubscription, operationOf, rootFields, type DocumentCache } from '../graphql/execution/document-cache';
import { formatRefusal, refusalOf } from '../graphql/execution/errors';
import { EventTexts } from '../graphql/execution/event-renderer';
import { limits, assertCost } from '../graphql/execution/limits';
import type { FeedContext } from '../graphql/schema/subscriptions';
import { asRefusal } from '../graphql/execution/errors';
import type { RateLimit } from '../auth/rate-limit';
import { newRequestId } from '../auth/request-id';
import { assertHuman } from '../auth/scope';
import type { Services } from '../../operations/context';
import type { Clock } from '../../operations/ports';
import { RequestBudget } from '../../database/transactions/request-budget';
import type { StoredEvent } from '../../database/events/event-log';
import type { Share } from './subscriber-group';
import { feedOf, type FollowDeps } from './event-stream';
import { mapped } from './cancellation';
import type { Latency } from './delivery-latency';
import type { Session } from './socket-connection';
import { shareKey } from './subscription-key';

const INITIALISATION_MS = 3_000;
const SUBSCRIPTIONS_A_SOCKET = 20;

export interface ProtocolDeps extends FollowDeps {
  readonly schema: GraphQLSchema;
  readonly documents: DocumentCache;
  readonly services: Services;
  readonly rateLimit: RateLimit;
  readonly clock: Clock;
  readonly latency: Latency;
  /** Proves who opened the socket and lets it in; false: 4403. Closes it itself for other reasons. */
  admit(session: Session, connectionParams: unknown): Promise<boolean>;
}

interface Deps extends ProtocolDeps {
  readonly compiled: JitQueryCache;
  readonly texts: EventTexts;
}

type Ctx = SocketContext<Record<string, unknown>, Session>;

/** A subscription whose stream of answers has begun. */
type Begun = ExecutionArgs & { readonly answers: AsyncIterableIterator<FormattedExecutionResult> };

/** graphql-transport-ws, subscriptions only (contract §3). */
export function createProtocol(given: ProtocolDeps): Server<Session> {
  const { schema } = given;
  const compiled = new JitQueryCache(schema, OperationTypeNode.SUBSCRIPTION);
  const deps = { ...given, compiled, texts: new EventTexts(schema) };
  return makeServer<Record<string, unknown>, Session>({
    connectionInitWaitTimeout: INITIALISATION_MS,
    onConnect: ({ extra, connectionParams }) => deps.admit(extra, connectionParams),
    onSubscribe: async (ctx, id, payload) => {
      try {
        return await begin(deps, ctx, id, payload);
      } catch (error) {
        return [asGraphQLError(error)];
      }
    },
    // They come formatted, as they are sent.
    subscribe: (args) => (args as Begun).answers as AsyncIterableIterator<ExecutionResult>,
    onNext: (_ctx, _id, _payload, _args, result) => result as FormattedExecutionResult,
    onError: (_ctx, _id, _payload, errors) => errors.map((error) => formatted(deps, error, newRequestId(deps))),
  });
}

/** Everything that may refuse a subscription happens here: what is refused here is answered with `error`. */
async function begin(
  deps: Deps,
  ctx: Ctx,
  id: string,
  payload: SubscribePayload,
): Promise<Begun | readonly GraphQLError[]> {
  const { extra: session } = ctx;
  const caller = callerOf(session);
  // Before anything of it is looked at, as for requests: what is refused is work as well.
  deps.rateLimit.consume(caller, 'read');
  if (Object.keys(ctx.subscriptions).length > SUBSCRIPTIONS_A_SOCKET) throw tooMany();
  const { document, hash } = deps.documents.get(payload.query);
  const operationName = payload.operationName ?? undefined;
  const operation = operationOf(document, operationName);
  if (!isSubscription(operation)) {
    throw new Refusal('query_refused', 'Queries and mutations are sent by HTTP; a socket takes subscriptions only.', {
      limit: 'transport',
    });
  }
  const variableValues = payload.variables ?? {};
  assertHuman(caller, rootFields(document, operation));
  assertCost(deps.schema, document, variableValues, operationName);
  const args = { schema: deps.schema, document, variableValues, operationName: operationName ?? null };
  const answer = answers(deps, args, payload.query, caller);
  const share: Share = {
    id: JSON.stringify(id),
    key: shareKey({ hash, operation, args, caller }),
    answer,
    text: deps.texts.of(document, operation),
    sent: (event) => deps.latency.sent(event),
  };
  const contextValue: FeedContext = Object.assign(contextOf(deps, caller), {
    feed: feedOf(deps, session, caller, share),
  });
  const source = await createSourceEventStream({ ...args, contextValue });
  if (!(Symbol.asyncIterator in source)) return source.errors ?? [];
  return {
    schema: deps.schema,
    document,
    operationName: args.operationName,
    answers: mapped(source as AsyncIterable<StoredEvent>, answer),
  };
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

function contextOf(deps: ProtocolDeps, caller: Caller, id = newRequestId(deps)): Context {
  const allowance = new RequestBudget(limits.readBytes, limits.answerCharacters);
  const db = deps.store.readerFor(allowance);
  return queryContext({ requestId: id, caller, services: deps.services, db, allowance });
}

/** Each event is answered in a context of its own: loaders that outlived it would show yesterday's trade. */
function answers(deps: Deps, args: ExecutionArgs, query: string, caller: Caller): Share['answer'] {
  const id = newRequestId(deps);
  const asked = { query, document: args.document, operationName: args.operationName ?? undefined };
  return async (event) => {
    const run = deps.compiled.get(asked);
    const data = run && (await dataOf(run, contextOf(deps, caller, id), args.variableValues ?? {}, event));
    if (data) return { data };
    const contextValue = contextOf(deps, caller, id);
    const { errors, ...result } = await execute({ ...args, rootValue: event, contextValue });
    return errors ? { ...result, errors: errors.map((error) => formatted(deps, error, id)) } : result;
  };
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
