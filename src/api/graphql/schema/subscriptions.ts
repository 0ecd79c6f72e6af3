import { getNamedType, type GraphQLSchema } from 'graphql';
import { Arg, ID, Resolver, Root, Subscription, type PubSub, type SubscribeResolverData } from 'type-graphql';
import type { EventType } from '../../../domain/effects';
import { assert, invalid, invalidMember, Refusal } from '../../../domain/errors/errors';
import { idFromKeyOrUuid, keyOrUuidError } from '../../../domain/keys';
import { actingHuman } from '../../../domain/sessions/caller';
import { sequenceOfCursor } from '../../../domain/events/event-cursor';
import type { Operation } from '../../../operations/access';
import type { TimedDb } from '../../../operations/context';
import type { StoredEvent } from '../../../operations/queries/events';
import { mergeAsync } from '../execution/merge-async';
import { authorize, type Context } from '../execution/context';
import { EventTypeEnum } from './enums';
import { eventView, EventView, requestedTypes } from './event';

/**
 * Resolves each subscription field to its event.
 * The resolver of type-graphql creates arguments and an instance, which would be most of the cost of an event.
 */
export function resolveEvents(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    if (getNamedType(field.type).name === 'Event') field.resolve = (event: StoredEvent) => eventView(event);
  }
  return schema;
}

/** The events of a subscription. */
export interface EventFilter {
  readonly principalId: string;
  /** Undefined for all types. */
  readonly types: readonly EventType[] | undefined;
  /** Undefined for all events of these types. */
  readonly matches?: ((event: StoredEvent) => boolean) | undefined;
  /** Sequence of the last received event. Undefined for new events only. */
  readonly after: bigint | undefined;
}

/** Source of the events of a socket's subscriptions. */
export interface EventFeed {
  /**
   * Returns the results of the matching events in order, each once, missed events first. The iterable does not end.
   * @throws Refusal 400 `validation_failed` for a cursor beyond the newest event
   */
  follow(filter: EventFilter): Promise<AsyncIterable<object>>;
  /** Yields a state at once, and again after each change: at most once a second. The iterable does not end. */
  watch<T>(read: (db: TimedDb) => Promise<T>): AsyncIterable<T>;
  /**
   * Yields the result for what waits for a principal at once, and again after each change: at most once a second.
   * The iterable does not end while the caller may read the principal.
   * @param read reads the list in a context of its own
   */
  watchAttention(principalId: string, read: (context: Context) => Promise<object>): AsyncIterable<object>;
}

/** The context of a subscription. */
export interface FeedContext extends Context {
  readonly feed: EventFeed;
}

type SubscriptionArgs = Partial<Record<'principalKey' | 'after' | 'subjectKey' | 'tradeKey', string | null>> & {
  readonly types?: EventType[] | null;
  readonly allPrincipals?: boolean | null;
};

type Subscribed = SubscribeResolverData<unknown, SubscriptionArgs, Context>;

/** Returns the source of events of a subscription. */
export function eventFeed(context: Context): EventFeed {
  assert('feed' in context, 'subscriptions come over sockets');
  return (context as FeedContext).feed;
}

function follow(operation: Operation, types?: readonly EventType[]) {
  return async ({ args, context }: Subscribed): Promise<AsyncIterable<object>> => {
    const filter = { types: types ?? requestedTypes(args.types), matches: matcherOf(args) };
    if (args.allPrincipals === true) return followAll(context, args, filter);
    const principalId = authorize(context, operation, args.principalKey);
    const after = args.after == null ? undefined : sequenceOfCursor(args.after);
    return eventFeed(context).follow({ principalId, ...filter, after });
  };
}

const UNBOUND = 'You are bound to no principal.';
const CREATE_PRINCIPAL = 'Create a principal, or ask an owner for a binding. Then subscribe again.';

/**
 * Follows every principal to which the acting human is bound now.
 * @throws Refusal 400 for a cursor or a principal, 403 `principal_access_denied` without a binding
 */
async function followAll(
  context: Context,
  { principalKey, after }: SubscriptionArgs,
  filter: Pick<EventFilter, 'types' | 'matches'>,
): Promise<AsyncIterable<object>> {
  const { bindings } = actingHuman(context.caller);
  const combined = Object.entries({ '/principal_key': principalKey, '/after': after }).filter(
    ([, value]) => value != null,
  );
  if (combined.length > 0) {
    throw invalid(combined.map(([pointer]) => ({ pointer, detail: 'cannot be combined with `all_principals`' })));
  }
  // A stream of no principal would end at once, and clients would subscribe again without end.
  if (bindings.length === 0) throw new Refusal('principal_access_denied', UNBOUND, {}, CREATE_PRINCIPAL);
  const feed = eventFeed(context);
  const ids = bindings.map(({ principalId }) => principalId);
  return mergeAsync(
    await Promise.all(ids.map((principalId) => feed.follow({ principalId, ...filter, after: undefined }))),
  );
}

/** @throws Refusal 400 `validation_failed` for text that is no key of a trade */
function matcherOf({ subjectKey, tradeKey }: SubscriptionArgs): EventFilter['matches'] {
  if (subjectKey == null && tradeKey == null) return undefined;
  const tradeId = tradeKey == null ? undefined : idFromKeyOrUuid('trd', tradeKey);
  if (tradeKey != null && tradeId === undefined) throw invalidMember('/trade_key', keyOrUuidError('trd'));
  return (event) =>
    (subjectKey == null || event.subjectKey === subjectKey) && (tradeId === undefined || event.tradeId === tradeId);
}

/** type-graphql requires a PubSub for subscriptions. Ours read the event log instead. */
export const noPubSub: PubSub = {
  publish: () => {
    throw new Error('events are published by committing them');
  },
  subscribe: () => {
    throw new Error('subscriptions read the event log');
  },
};

/** The options of the argument `principalKey`. */
export const PRINCIPAL = { nullable: true, description: 'Key of the principal. Optional for agents.' } as const;
const AFTER = {
  nullable: true,
  description: 'Resume after this cursor: missed events are sent first. Default: only new events.',
} as const;

// These methods only declare the schema: `follow` reads the arguments and `resolveEvents` resolves the fields.
@Resolver()
export class EventSubscriptions {
  @Subscription(() => EventView, {
    description: 'Events of the principal without gaps. Events after the cursor come first, then live events.',
    subscribe: follow('events'),
  })
  events(
    @Root() event: StoredEvent,
    @Arg('principalKey', () => ID, PRINCIPAL) _principalKey?: string | null,
    @Arg('types', () => [EventTypeEnum], { nullable: true, description: 'Return only events of these types.' })
    _types?: EventType[] | null,
    @Arg('after', () => String, AFTER) _after?: string | null,
    @Arg('subjectKey', () => ID, { nullable: true, description: 'Return only events about the object with this key.' })
    _subjectKey?: string | null,
    @Arg('tradeKey', () => ID, { nullable: true, description: 'Return only events about this trade.' })
    _tradeKey?: string | null,
    @Arg('allPrincipals', () => Boolean, {
      nullable: true,
      description: 'Return events of all principals to which the acting human is bound. Only the console may use it.',
    })
    _allPrincipals?: boolean | null,
  ): EventView {
    return eventView(event);
  }

  @Subscription(() => EventView, {
    description: 'Events of trades that settle after all steps passed.',
    subscribe: follow('tradeCompleted', ['trade.completed']),
  })
  tradeCompleted(
    @Root() event: StoredEvent,
    @Arg('principalKey', () => ID, PRINCIPAL) _principalKey?: string | null,
    @Arg('after', () => String, AFTER) _after?: string | null,
  ): EventView {
    return eventView(event);
  }

  @Subscription(() => EventView, {
    description: 'Events of trades that settle with a failure class. `data.state` is failed or compensated.',
    subscribe: follow('tradeFailed', ['trade.failed']),
  })
  tradeFailed(
    @Root() event: StoredEvent,
    @Arg('principalKey', () => ID, PRINCIPAL) _principalKey?: string | null,
    @Arg('after', () => String, AFTER) _after?: string | null,
  ): EventView {
    return eventView(event);
  }
}
