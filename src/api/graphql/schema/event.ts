import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  InterfaceType,
  Resolver,
  Root,
} from 'type-graphql';
import { eventCursor, foreignCursor, sequenceOfCursor } from '../../../domain/events/event-cursor';
import type { EventType } from '../../../domain/effects';
import { assert, invalidMember } from '../../../domain/errors/errors';
import { keyOf } from '../../../domain/keys';
import { newestSequence, type StoredEvent } from '../../../operations/queries/events';
import { events, type ListRequest } from '../../../operations/queries/lists';
import { connectionType, listRequest, PageInfo, type Connection } from './connection';
import type { Context } from '../execution/context';
import { EventOrderFieldEnum, EventTypeEnum, OrderDirectionEnum } from './enums';
import { EventFilterInput } from './filters';
import { findNode } from '../execution/find-node';
import { Node } from './node';
import { pageLimits, sizeOfFirst } from '../../../operations/queries/pages';
import { PrincipalView } from './principal';
import { JSONObjectScalar } from './scalars';
import { TradeView } from './trade';

/** The object type of each event type, filled by `event-types.ts`. */
export const eventClasses = new Map<EventType, new (row: StoredEvent) => EventView>();

/** Returns the view of an event, of the object type of its event type. */
export function eventView(row: StoredEvent): EventView {
  const View = eventClasses.get(row.type);
  assert(View, 'every event type has its object type');
  return new View(row);
}

@InterfaceType('Event', {
  implements: Node,
  resolveType: ({ row }: EventView) => eventClasses.get(row.type),
  description: 'An event of a principal. Webhook, subscription and list report the same event with the same members.',
})
export abstract class EventView extends Node {
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

  @FieldResolver(() => Node, { nullable: true, description: 'Object that the event is about, as it is now.' })
  async subject(@Root() { row }: EventView, @Ctx() context: Context): Promise<Node | null> {
    return findNode(context, row.subjectKey);
  }
}

export const EventConnection = connectionType('Event', () => EventView, 'oldest first');

@InputType({ description: 'Order of a list of events.' })
export class EventOrder {
  @Field(() => EventOrderFieldEnum, { defaultValue: 'sequence', description: 'Value that is compared.' })
  field: string;

  @Field(() => OrderDirectionEnum, { nullable: true, description: 'Direction. Default: oldest first.' })
  direction?: 'asc' | 'desc' | null;
}

@ArgsType()
export class EventsArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'Return only events behind this cursor in the order: newer ones, or older ones if the newest are first. Default: from the beginning.',
  })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'Maximum number of rows. Default 50, maximum 200.' })
  first?: number | null;

  @Field(() => EventFilterInput, { nullable: true, description: 'Return only these events.' })
  filter?: EventFilterInput | null;

  @Field(() => EventOrder, { nullable: true, description: 'Order of the events. Default: oldest first.' })
  orderBy?: EventOrder | null;
}

interface EventsRequest {
  readonly first: number;
  /** Undefined without a cursor. */
  readonly from: bigint | undefined;
  readonly filter: EventFilterInput | null | undefined;
  readonly orderBy: EventOrder | null | undefined;
  readonly types: readonly EventType[] | undefined;
}

/** Joins the filter with the argument `types`. */
async function eventRequest(
  context: Context,
  { first, from, filter, orderBy, types }: EventsRequest,
): Promise<ListRequest> {
  const joined = types ? { ...filter, types: typesIn(filter?.types, types) } : filter;
  const request = await listRequest(context, events, { first, filter: joined, orderBy });
  return from === undefined ? request : { ...request, position: String(from) };
}

/** The types that both name. No event has an empty type. */
function typesIn(filtered: readonly string[] | null | undefined, types: readonly string[]): readonly string[] {
  if (filtered == null) return types;
  const both = types.filter((type) => filtered.includes(type));
  return both.length > 0 ? both : [''];
}

/** Returns the requested event types, or undefined for all. @throws Refusal 400 for an empty list */
export function requestedTypes(types: readonly EventType[] | null | undefined): readonly EventType[] | undefined {
  if (types?.length === 0) throw invalidMember('/types', 'must name at least one type, or be left out');
  return types ?? undefined;
}

@Resolver(() => PrincipalView)
export class PrincipalEventsResolver {
  @FieldResolver(() => EventConnection, { description: 'Events behind the cursor, oldest first or newest first.' })
  async events(
    @Root() { row: { principalId } }: PrincipalView,
    @Ctx() context: Context,
    @Args(() => EventsArgs) { after, first, filter, orderBy }: EventsArgs,
    @Arg('types', () => [EventTypeEnum], { nullable: true, description: 'Return only events of these types.' })
    types?: EventType[] | null,
  ): Promise<Connection<EventView>> {
    const size = sizeOfFirst(first, pageLimits);
    const from = after == null ? undefined : sequenceOfCursor(after);
    const isNewestFirst = orderBy?.direction === 'desc';
    const request = await eventRequest(context, { first: size, from, filter, orderBy, types: requestedTypes(types) });
    const { lists } = context.loaders;
    const page = await lists.page<StoredEvent>(events, principalId, request);
    // A cursor beyond the newest event comes from another list. Resuming there would skip the next events.
    if (
      page.rows.length === 0 &&
      !isNewestFirst &&
      from !== undefined &&
      from > (await newestSequence(context.db, principalId))
    ) {
      throw foreignCursor();
    }
    const nodes = page.rows.map(({ row }) => eventView(row));
    return {
      nodes,
      edges: nodes.map((node) => ({ cursor: node.cursor, node })),
      pageInfo: Object.assign(new PageInfo(), {
        hasNextPage: page.hasNextPage,
        hasPreviousPage: from !== undefined && (isNewestFirst || from > 0n),
        startCursor: nodes[0]?.cursor ?? null,
        // An empty page ends where it began, so that a client can always continue from `endCursor`.
        endCursor: nodes.at(-1)?.cursor ?? after ?? (isNewestFirst ? null : eventCursor(0n)),
      }),
      count: () => lists.count(events, principalId, request),
    };
  }
}
