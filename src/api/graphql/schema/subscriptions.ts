import type { GraphQLSchema } from 'graphql';
import { Arg, ID, Resolver, Root, Subscription, type PubSub, type SubscribeResolverData } from 'type-graphql';
import type { EventType } from '../../../domain/effects';
import { assert } from '../../../domain/errors/errors';
import { sequenceOfCursor } from '../../../domain/events/event-cursor';
import type { Operation } from '../../../operations/access';
import type { StoredEvent } from '../../../operations/queries/events';
import { scoped, type Context } from '../execution/context';
import { EventTypeEnum } from './enums';
import { EventView, requestedTypes } from './event';

/**
 * Resolves each subscription field to its event.
 * The resolver of type-graphql creates arguments and an instance, which would be most of the cost of an event.
 */
export function resolveEvents(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    field.resolve = (event: StoredEvent) => new EventView(event);
  }
  return schema;
}

/** The events of a subscription. */
export interface EventFilter {
  readonly principalId: string;
  /** Undefined for all types. */
  readonly types: readonly EventType[] | undefined;
  /** Sequence of the last received event. Undefined for new events only. */
  readonly after: bigint | undefined;
}

/** Source of the events of a socket's subscriptions. */
export interface EventFeed {
  /**
   * Returns the matching events in order, each once, missed events first. The iterable does not end.
   * @throws Refusal 400 `validation_failed` for a cursor beyond the newest event
   */
  follow(filter: EventFilter): Promise<AsyncIterable<StoredEvent>>;
}

/** The context of a subscription. */
export interface FeedContext extends Context {
  readonly feed: EventFeed;
}

type SubscriptionArgs = Partial<Record<'principalKey' | 'after', string | null>> & {
  readonly types?: EventType[] | null;
};

function follow(operation: Operation, types?: readonly EventType[]) {
  return async ({ args, context }: SubscribeResolverData<unknown, SubscriptionArgs, Context>) => {
    const principalId = scoped(context, operation, args.principalKey);
    assert('feed' in context, 'subscriptions come over sockets');
    return (context as FeedContext).feed.follow({
      principalId,
      types: types ?? requestedTypes(args.types),
      after: args.after == null ? undefined : sequenceOfCursor(args.after),
    });
  };
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

const PRINCIPAL = { nullable: true, description: 'Key of the principal. Optional for agents.' } as const;
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
  ): EventView {
    return new EventView(event);
  }

  @Subscription(() => EventView, {
    description: 'Events of trades that settle without a fault.',
    subscribe: follow('tradeCompleted', ['trade.completed']),
  })
  tradeCompleted(
    @Root() event: StoredEvent,
    @Arg('principalKey', () => ID, PRINCIPAL) _principalKey?: string | null,
    @Arg('after', () => String, AFTER) _after?: string | null,
  ): EventView {
    return new EventView(event);
  }

  @Subscription(() => EventView, {
    description: 'Events of trades that settle with a fault. `data.state` is failed or compensated.',
    subscribe: follow('tradeFailed', ['trade.failed']),
  })
  tradeFailed(
    @Root() event: StoredEvent,
    @Arg('principalKey', () => ID, PRINCIPAL) _principalKey?: string | null,
    @Arg('after', () => String, AFTER) _after?: string | null,
  ): EventView {
    return new EventView(event);
  }
}
