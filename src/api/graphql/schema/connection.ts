import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql';
import type { Page, PageArgs } from '../../../operations/queries/pages';

@ObjectType({ description: 'Position of a page in its list (Relay).' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether more rows follow this page.' })
  hasNextPage: boolean;

  @Field(() => Boolean, { description: 'Whether rows of the list precede this page.' })
  hasPreviousPage: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first row. Null when the page is empty.' })
  startCursor: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last row. Pass it as `after` for the next page.' })
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

  @Field(() => Int, { nullable: true, description: 'Maximum number of rows, from the oldest.' })
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
}

/** Creates the Relay connection type of a node type: `connectionType('Trade', () => TradeView)`. */
export function connectionType<T extends object>(
  name: string,
  node: () => ClassType<T>,
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
    @Field(() => [EdgeType], { description: 'Edges of the page, each with its cursor.' })
    edges: EdgeType[];

    @Field(() => [node()], { description: 'Nodes of the page.' })
    nodes: T[];

    @Field(() => PageInfo, { description: 'Position of the page in the list.' })
    pageInfo: PageInfo;
  }
  return ConnectionType;
}

/** Converts a page of rows to a connection of views. */
export function connection<R, T>(page: Page<R>, view: (row: R) => T): Connection<T> {
  const edges = page.rows.map(({ cursor, row }) => ({ cursor, node: view(row) }));
  return {
    edges,
    nodes: edges.map((edge) => edge.node),
    pageInfo: {
      hasNextPage: page.hasNextPage,
      hasPreviousPage: page.hasPreviousPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
