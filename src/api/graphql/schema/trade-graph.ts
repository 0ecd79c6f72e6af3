import { Arg, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { keyOf } from '../../../domain/keys';
import { tradeEdges, tradeRecords, type TradeEdgeRow } from '../../../operations/queries/trades';
import { sizeOfFirst } from '../../../operations/queries/pages';
import type { Context } from '../execution/context';
import { PrincipalView, PublicPrincipalView } from './principal';
import { StampsScalar } from './scalars';
import { publicPrincipal } from './step-resolver';

@ObjectType('TradeGraphNode', { description: 'A principal of the trade graph.' })
export class TradeGraphNodeView {
  @Field(() => PublicPrincipalView, { description: 'The principal of the node.' })
  principal: PublicPrincipalView;

  @Field(() => Int, { description: 'Number of its settled trades with any counterparty.' })
  trades: number;

  @Field(() => Int, { description: 'Number of settled trades with this principal at fault.' })
  faults: number;
}

@ObjectType('TradeGraphEdge', { description: 'Trades in which one principal delivered to another.' })
export class TradeGraphEdgeView {
  constructor(private readonly row: TradeEdgeRow) {}

  @Field(() => ID, { description: 'Key of the principal that delivers.' })
  get providerPrincipalKey(): string {
    return keyOf('prn', this.row.providerPrincipalId);
  }

  @Field(() => ID, { description: 'Key of the principal that receives.' })
  get consumerPrincipalKey(): string {
    return keyOf('prn', this.row.consumerPrincipalId);
  }

  @Field(() => Int, { description: 'Number of trades with such a step.' })
  get trades(): number {
    return this.row.trades;
  }

  @Field(() => Int, { description: 'Number of completed trades.' })
  get completed(): number {
    return this.row.completed;
  }

  @Field(() => Int, { description: 'Number of compensated trades.' })
  get compensated(): number {
    return this.row.compensated;
  }

  @Field(() => Int, { description: 'Number of failed trades.' })
  get failed(): number {
    return this.row.failed;
  }

  @Field(() => Int, { description: 'Number of open trades.' })
  get open(): number {
    return this.row.open;
  }

  @Field(() => StampsScalar, { description: 'Sum of the prices of these steps in stamps.' })
  get volumeStamps(): bigint {
    return this.row.volumeStamps;
  }
}

@ObjectType('TradeGraph', { description: 'Network of trades around a principal.' })
export class TradeGraphView {
  @Field(() => [TradeGraphNodeView], { description: 'Principals of the network, starting with the queried one.' })
  nodes: TradeGraphNodeView[];

  @Field(() => [TradeGraphEdgeView], {
    description: 'One edge per provider and consumer, ordered by the number of trades.',
  })
  edges: TradeGraphEdgeView[];
}

const LIMITS = { default: 500, max: 1_000 };

@Resolver(() => PrincipalView)
export class TradeGraphResolver {
  @FieldResolver(() => TradeGraphView, {
    description: 'Network of trades around the principal, with one edge per provider and consumer.',
  })
  async tradeGraph(
    @Root() { row }: PrincipalView,
    @Ctx() context: Context,
    @Arg('first', () => Int, {
      nullable: true,
      defaultValue: LIMITS.default,
      description: 'Maximum number of edges, at most 1,000.',
    })
    requested: number | null,
    @Arg('since', () => Date, { nullable: true, description: 'Count only trades created since this time.' })
    since?: Date | null,
  ): Promise<TradeGraphView> {
    const first = sizeOfFirst(requested, LIMITS);
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
