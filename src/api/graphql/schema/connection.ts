import { ArgsType, Field, Int, ObjectType, type ClassType } from 'type-graphql';
import type { Page, PageArgs } from '../../../database/sql/pages';

@ObjectType({ description: 'Where a page stands in its list (Relay).' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether older rows follow.' })
  hasNextPage: boolean;

  @Field(() => Boolean, { description: 'Whether newer rows precede.' })
  hasPreviousPage: boolean;

  @Field(() => String, { nullable: true, description: 'Cursor of the first row; null when the page is empty.' })
  startCursor: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last row: `after` of the next page.' })
  endCursor: string | null;
}

@ArgsType()
export class ConnectionArgs implements PageArgs {
  @Field(() => Int, { nullable: true, description: 'At most so many, from the newest (default 50, at most 200).' })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Only rows after this cursor: older ones.' })
  after?: string | null;

  @Field(() => Int, { nullable: true, description: 'At most so many, from the oldest.' })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'Only rows before this cursor: newer ones.' })
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

/** The Relay connection type of a node type: `connectionType('Trade', () => TradeView)`. */
export function connectionType<T extends object>(name: string, node: () => ClassType<T>): ClassType<Connection<T>> {
  @ObjectType(`${name}Edge`, { description: `One ${name} of a page, with its cursor.` })
  class EdgeType implements Edge<T> {
    @Field(() => String, { description: 'Where this row stands: `after` or `before` of another page.' })
    cursor: string;

    @Field(node, { description: `The ${name}.` })
    node: T;
  }

  @ObjectType(`${name}Connection`, { description: `A page of a list of ${name}, newest first (Relay).` })
  class ConnectionType implements Connection<T> {
    @Field(() => [EdgeType], { description: 'The rows with their cursors.' })
    edges: EdgeType[];

    @Field(() => [node()], { description: 'The rows.' })
    nodes: T[];

    @Field(() => PageInfo, { description: 'Where the page stands.' })
    pageInfo: PageInfo;
  }
  return ConnectionType;
}

/** A page of rows as a connection of views. */
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
