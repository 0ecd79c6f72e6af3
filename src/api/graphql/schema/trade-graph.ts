import { Arg, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { invalid } from '../../../domain/errors/errors';
import { keyOf } from '../../../domain/keys';
import { tradeEdges, tradeRecords, type TradeEdgeRow } from '../../../database/repositories/trades';
import type { Context } from '../execution/context';
import { PrincipalView, PublicPrincipalView } from './principal';
import { StampsScalar } from './scalars';
import { publicPrincipal } from './trade';

@ObjectType('TradeGraphNode', { description: 'A principal in the picture.' })
export class TradeGraphNodeView {
  @Field(() => PublicPrincipalView, { description: 'Who.' })
  principal: PublicPrincipalView;

  @Field(() => Int, { description: 'Its settled trades, with whomever.' })
  trades: number;

  @Field(() => Int, { description: 'How many of them ended with itself at fault.' })
  faults: number;
}

@ObjectType('TradeGraphEdge', { description: 'What one principal delivered to another.' })
export class TradeGraphEdgeView {
  constructor(private readonly row: TradeEdgeRow) {}

  @Field(() => ID, { description: 'Who delivers.' })
  get providerPrincipalKey(): string {
    return keyOf('prn', this.row.providerPrincipalId);
  }

  @Field(() => ID, { description: 'Who receives.' })
  get consumerPrincipalKey(): string {
    return keyOf('prn', this.row.consumerPrincipalId);
  }

  @Field(() => Int, { description: 'Trades with such a step.' })
  get trades(): number {
    return this.row.trades;
  }

  @Field(() => Int, { description: 'Completed ones.' })
  get completed(): number {
    return this.row.completed;
  }

  @Field(() => Int, { description: 'Compensated ones.' })
  get compensated(): number {
    return this.row.compensated;
  }

  @Field(() => Int, { description: 'Failed ones.' })
  get failed(): number {
    return this.row.failed;
  }

  @Field(() => Int, { description: 'Those that go on.' })
  get open(): number {
    return this.row.open;
  }

  @Field(() => StampsScalar, { description: 'Sum of the prices of these steps.' })
  get volumeStamps(): bigint {
    return this.row.volumeStamps;
  }
}

@ObjectType('TradeGraph', { description: 'Who traded with whom, around a principal.' })
export class TradeGraphView {
  @Field(() => [TradeGraphNodeView], { description: 'The principals, itself first.' })
  nodes: TradeGraphNodeView[];

  @Field(() => [TradeGraphEdgeView], { description: 'One edge per provider and consumer, the busiest first.' })
  edges: TradeGraphEdgeView[];
}

const MAX_EDGES = 1_000;
const DEFAULT_EDGES = 500;

@Resolver(() => PrincipalView)
export class TradeGraphResolver {
  @FieldResolver(() => TradeGraphView, {
    description:
      'Who traded with whom: one edge per provider and consumer, for a picture of the network around this principal.',
  })
  async tradeGraph(
    @Root() { row }: PrincipalView,
    @Ctx() context: Context,
    @Arg('first', () => Int, {
      nullable: true,
      defaultValue: DEFAULT_EDGES,
      description: 'At most so many edges (at most 1,000).',
    })
    asked: number | null,
    @Arg('since', () => Date, { nullable: true, description: 'Only trades created since then.' }) since?: Date | null,
  ): Promise<TradeGraphView> {
    const first = asked ?? DEFAULT_EDGES;
    if (first < 1 || first > MAX_EDGES)
      throw invalid([{ pointer: '/first', detail: `must be 1 to ${String(MAX_EDGES)}` }]);
    const edges = await tradeEdges(context.db, row.principalId, since ?? null, first);
    const ids = new Set([
      row.principalId,
      ...edges.flatMap((edge) => [edge.providerPrincipalId, edge.consumerPrincipalId]),
    ]);
    const records = await tradeRecords(context.db, [...ids]);
    const nodes = await Promise.all(
      [...ids].map(async (id) => ({
        principal: await publicPrincipal(context, id),
        ...(records.get(id) ?? { trades: 0, faults: 0 }),
      })),
    );
    return { nodes, edges: edges.map((edge) => new TradeGraphEdgeView(edge)) };
  }
}
