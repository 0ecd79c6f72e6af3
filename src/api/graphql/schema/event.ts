import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { eventCursor, sequenceOfCursor } from '../../../domain/events/event-cursor';
import type { EventType } from '../../../domain/effects';
import { invalid } from '../../../domain/errors/errors';
import { keyOf } from '../../../domain/keys';
import { eventsAfter, newestSequence, type StoredEvent } from '../../../operations/queries/events';
import { connectionType, PageInfo, type Connection } from './connection';
import type { Context } from '../execution/context';
import { EventTypeEnum } from './enums';
import { Node } from './node';
import { pageLimits } from '../../../operations/queries/pages';
import { PrincipalView } from './principal';
import { JSONObjectScalar } from './scalars';
import { TradeView } from './trade';

@ObjectType('Event', {
  implements: Node,
  description: 'An event of a principal. Webhook, subscription and list report the same event with the same members.',
})
export class EventView extends Node {
  constructor(readonly row: StoredEvent) {
    super(keyOf('evt', row.eventId));
  }

  @Field(() => ID, { description: 'Key of the event, `evt_…`. It equals the `webhook-id` of its webhooks.' })
  get eventId(): string {
    return this.id;
  }

  @Field(() => String, {
    description: 'Opaque cursor of the event. Pass it as `after` to a later subscription or list.',
  })
  get cursor(): string {
    return eventCursor(this.row.sequence);
  }

  @Field(() => EventTypeEnum, { description: 'Type of an event.' })
  get type(): EventType {
    return this.row.type;
  }

  @Field(() => Int, { description: 'Number of the event in the principal’s log, from 1, without gaps.' })
  get sequence(): number {
    return Number(this.row.sequence);
  }

  @Field(() => ID, { description: 'Key of the object that the event is about.' })
  get subjectKey(): string {
    return this.row.subjectKey;
  }

  @Field(() => Date, { description: 'Time of the event.' })
  get timestamp(): Date {
    return this.row.createdAt;
  }

  @Field(() => JSONObjectScalar, {
    description: 'Data of the event with REST names. It always has `principal_key`.',
  })
  get data(): Record<string, unknown> {
    return { ...this.row.data };
  }
}

@Resolver(() => EventView)
export class EventResolver {
  @FieldResolver(() => TradeView, {
    nullable: true,
    description: 'Current state of the trade, or null when the event is about no trade.',
  })
  async trade(@Root() { row }: EventView, @Ctx() { loaders }: Context): Promise<TradeView | null> {
    if (row.tradeId === null) return null;
    const trade = await loaders.trade.load(row.tradeId);
    return trade ? new TradeView(trade, row.principalId) : null;
  }
}

export const EventConnection = connectionType('Event', () => EventView, 'oldest first');

@ArgsType()
export class EventsArgs {
  @Field(() => String, {
    nullable: true,
    description: 'Return only events after this cursor. Default: from the first event.',
  })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'Maximum number of rows. Default 50, maximum 200.' })
  first?: number | null;
}

/** Returns the requested event types, or undefined for all. @throws Refusal 400 for an empty list */
export function requestedTypes(types: readonly EventType[] | null | undefined): readonly EventType[] | undefined {
  if (types?.length === 0)
    throw invalid([{ pointer: '/types', detail: 'must name at least one type, or be left out' }]);
  return types ?? undefined;
}

@Resolver(() => PrincipalView)
export class PrincipalEventsResolver {
  @FieldResolver(() => EventConnection, { description: 'Events after the cursor, oldest first.' })
  async events(
    @Root() { row: { principalId } }: PrincipalView,
    @Ctx() { db }: Context,
    @Args(() => EventsArgs) { after, first }: EventsArgs,
    @Arg('types', () => [EventTypeEnum], { nullable: true, description: 'Return only events of these types.' })
    types?: EventType[] | null,
  ): Promise<Connection<EventView>> {
    const size = first ?? pageLimits.default;
    if (size < 1 || size > pageLimits.max) {
      throw invalid([{ pointer: '/first', detail: `must be 1 to ${String(pageLimits.max)}` }]);
    }
    const from = after == null ? 0n : sequenceOfCursor(after);
    const rows = await eventsAfter(db, principalId, from, requestedTypes(types), pageLimits.max + 1);
    // A cursor beyond the newest event comes from another list. Resuming there would skip the next events.
    if (rows.length === 0 && from > 0n && from > (await newestSequence(db, principalId))) {
      throw invalid([{ pointer: '/after', detail: 'is no cursor of this principal’s events' }]);
    }
    const nodes = rows.slice(0, size).map((row) => new EventView(row));
    return {
      nodes,
      edges: nodes.map((node) => ({ cursor: node.cursor, node })),
      pageInfo: Object.assign(new PageInfo(), {
        hasNextPage: rows.length > size,
        hasPreviousPage: from > 0n,
        startCursor: nodes[0]?.cursor ?? null,
        // An empty page ends where it began, so that a client can always continue from `endCursor`.
        endCursor: nodes.at(-1)?.cursor ?? after ?? eventCursor(0n),
      }),
    };
  }
}
