import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql';
import { type Count, type List, type ListRequest, presentFilter } from '../../../operations/queries/lists';
import type { Page, PageArgs } from '../../../operations/queries/pages';
import type { Context } from '../execution/context';
import { NO_OWNER } from '../execution/list-loader';

@ObjectType({ description: 'Position of a page in its list (Relay).' })
export class PageInfo {
  @Field(() => Boolean, {
    description: 'Whether more rows follow this page. A page of a search can be short and have a next page.',
  })
  hasNextPage: boolean;

  @Field(() => Boolean, { description: 'Whether rows of the list precede this page.' })
  hasPreviousPage: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor from which the page before goes on: that of the first row. Null if there is none.',
  })
  startCursor: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Cursor from which the next page goes on, as `after`: that of the last row. Null if there is none.',
  })
  endCursor: string | null;
}

@ArgsType()
export class ConnectionArgs implements PageArgs {
  @Field(() => Int, {
    nullable: true,
    description: 'Maximum number of rows, from the newest. Default 50, maximum 200.',
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Return only rows after this cursor, which are older.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Maximum number of rows, from the oldest. Its maximum is that of `first`.',
  })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'Return only rows before this cursor, which are newer.' })
  before?: string | null;
}

export interface Edge<T> {
  cursor: string;
  node: T;
}

export interface Connection<T> {
  edges: Edge<T>[];
  nodes: T[];
  pageInfo: PageInfo;
  /** Counts the rows of the list. It is called only if the count is selected. */
  count: () => Promise<Count>;
}

/** The class of an object type or of an interface. */
type NodeClass<T> = abstract new (...values: never[]) => T;

/** Creates the Relay connection type of a node type: `connectionType('Trade', () => TradeView)`. */
export function connectionType<T extends object>(
  name: string,
  node: () => NodeClass<T>,
  order = 'newest first',
): ClassType<Connection<T>> {
  @ObjectType(`${name}Edge`, { description: `One ${name} of a page, with its cursor.` })
  class EdgeType implements Edge<T> {
    @Field(() => String, { description: 'Cursor of the row. Pass it as `after` or `before`.' })
    cursor: string;

    @Field(node, { description: `The ${name} of this edge.` })
    node: T;
  }

  @ObjectType(`${name}Connection`, { description: `A page of a list of ${name}, ${order} (Relay).` })
  class ConnectionType implements Connection<T> {
    count: () => Promise<Count>;

    @Field(() => Int, { description: 'Number of rows with this filter, up to 10,000.' })
    totalCount: number;

    @Field(() => Boolean, {
      description: 'Whether `totalCount` is exact. False if more than 10,000 rows were to count or to compare.',
    })
    totalCountIsExact: boolean;

    @Field(() => [EdgeType], { description: 'Edges of the page, each with its cursor.' })
    edges: EdgeType[];

    @Field(() => [node()], { description: 'Nodes of the page.' })
    nodes: T[];

    @Field(() => PageInfo, { description: 'Position of the page in the list.' })
    pageInfo: PageInfo;
  }
  return ConnectionType;
}

/** Lets connections count their rows only when the count is selected. */
export function countConnections(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!type.name.endsWith('Connection') || !('getFields' in type)) continue;
    const { totalCount, totalCountIsExact } = (type as GraphQLObjectType<Connection<unknown>>).getFields();
    if (totalCount) totalCount.resolve = async ({ count }) => (await count()).total;
    if (totalCountIsExact) totalCountIsExact.resolve = async ({ count }) => (await count()).isExact;
  }
  return schema;
}

/** Converts a page of rows to a connection of views. */
export function connection<R, T>(page: Page<R>, view: (row: R) => T, count: () => Promise<Count>): Connection<T> {
  const edges = page.rows.map(({ cursor, row }) => ({ cursor, node: view(row) }));
  return {
    edges,
    nodes: edges.map((edge) => edge.node),
    pageInfo: {
      hasNextPage: page.hasNextPage,
      hasPreviousPage: page.hasPreviousPage,
      startCursor: page.startCursor ?? edges[0]?.cursor ?? null,
      endCursor: page.endCursor ?? edges.at(-1)?.cursor ?? null,
    },
    count,
  };
}

/** The arguments of a list with a filter and an order. */
export interface FilteredArgs extends PageArgs {
  readonly filter?: object | null | undefined;
  readonly orderBy?: ListRequest['orderBy'];
}

/**
 * Returns the request for a list. A filter or an order may compare with the time of the request.
 *
 * Clients and routes of REST often send a filter whose members are all absent. It is no filter, so no time is read for it.
 */
export async function listRequest(
  context: Context,
  { orders }: List,
  { filter: sent, orderBy, ...args }: FilteredArgs,
): Promise<ListRequest> {
  const filter = presentFilter(sent);
  return filter || orders[orderBy?.field ?? '']?.whereAt
    ? { args, orderBy, filter, now: await context.now() }
    : { args, orderBy };
}

/** Reads a page of an owner's list as a connection. @throws Refusal 400 `validation_failed`, `cursor_invalid` */
export async function listConnection<R, T>(
  context: Context,
  list: List,
  owner: string,
  args: FilteredArgs,
  view: (row: R) => T,
): Promise<Connection<T>> {
  const request = await listRequest(context, list, args);
  const { lists } = context.loaders;
  const page = await lists.page<R>(list, owner, request);
  return connection(page, view, () => lists.count(list, owner, request));
}

/** Reads a page of a list of the platform. */
export async function platformConnection<R, T>(
  context: Context,
  list: List,
  args: FilteredArgs,
  view: (row: R) => T,
): Promise<Connection<T>> {
  return listConnection(context, list, NO_OWNER, args, view);
}
