import type { GraphQLSchema } from 'graphql';
import { Arg, ID, Resolver, Root, Subscription, type PubSub, type SubscribeResolverData } from 'type-graphql';
import type { EventType } from '../../../domain/effects';
import { assert } from '../../../domain/errors/errors';
import { sequenceOfCursor } from '../../../domain/events/event-cursor';
import type { Operation } from '../../../operations/access';
import type { StoredEvent } from '../../../operations/queries/events';
import { scoped, type Context } from '../execution/context';
import { EventTypeEnum } from './enums';
import { EventView, wantedTypes } from './event';

/**
 * What is told is the event itself, whatever was asked with it. The framework's own way, by way of the arguments and an
 * instance, would be most of what an event costs.
 */
export function answerEvents(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    field.resolve = (event: StoredEvent) => new EventView(event);
  }
  return schema;
}

/** What a subscriber wants to hear. */
export interface EventWish {
  readonly principalId: string;
  /** Undefined: all. */
  readonly types: readonly EventType[] | undefined;
  /** The sequence of the last event heard; undefined: from now on. */
  readonly after: bigint | undefined;
}

/** Where subscriptions get their events: the socket they come over. */
export interface EventFeed {
  /**
   * The events wished for, in order, without gap or double, those missed first; without end.
   * @throws Refusal 400 `validation_failed` for a place beyond the newest event
   */
  follow(wish: EventWish): Promise<AsyncIterable<StoredEvent>>;
}

/** The context of an operation that came over a socket. */
export interface FeedContext extends Context {
  readonly feed: EventFeed;
}

type Wanted = Partial<Record<'principalKey' | 'after', string | null>> & { readonly types?: EventType[] | null };

function follow(operation: Operation, types?: readonly EventType[]) {
  return async ({ args, context }: SubscribeResolverData<unknown, Wanted, Context>) => {
    const principalId = scoped(context, operation, args.principalKey);
    assert('feed' in context, 'subscriptions come over sockets');
    return (context as FeedContext).feed.follow({
      principalId,
      types: types ?? wantedTypes(args.types),
      after: args.after == null ? undefined : sequenceOfCursor(args.after),
    });
  };
}

/** The framework asks for a bus as soon as there is one subscription; ours read the log instead. */
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

// The arguments are read where the subscription begins; here they, and the methods, make the schema.
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
