import { Arg, Args, ArgsType, Ctx, Field, ID, Int, Query, Resolver } from 'type-graphql';
import { invalidMember } from '../../../domain/errors/errors';
import { idFromKeyOrUuid } from '../../../domain/keys';
import {
  type List,
  tradesAwaitingVerdict,
  tradesOfPlatform,
  tradesOverdue,
  tradesQuarantined,
} from '../../../operations/queries/lists';
import type { TradeRow } from '../../../operations/queries/trades';
import { platformConnection, type Connection } from './connection';
import { platformOnly, type Context } from '../execution/context';
import { OperatorQueueEnum } from './enums';
import { OperatorTradeFilter, OperatorTradeOrder } from './filters';
import { TradeConnection, TradeView } from './trade';

async function listOf(context: Context, awaiting: string | null | undefined): Promise<List> {
  if (awaiting == null) return tradesOfPlatform;
  if (awaiting === 'settlement') return tradesQuarantined;
  return (awaiting === 'overdue' ? tradesOverdue : tradesAwaitingVerdict)(await context.now());
}

@ArgsType()
class OperatorTradesArgs {
  @Field(() => OperatorQueueEnum, {
    nullable: true,
    description: 'Reason for which the trades wait.',
    deprecationReason: 'Use `filter: {awaiting: …}`.',
  })
  awaiting?: string | null;

  @Field(() => OperatorTradeFilter, { nullable: true, description: 'Return only these trades.' })
  filter?: OperatorTradeFilter | null;

  @Field(() => OperatorTradeOrder, { nullable: true, description: 'Order of the trades. Default: newest first.' })
  orderBy?: OperatorTradeOrder | null;

  @Field(() => Int, { nullable: true, description: 'Maximum number of rows. Default 50, maximum 200.' })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'Return only trades after this cursor.' })
  after?: string | null;
}

/** The reason of the argument or of the filter. @throws Refusal 400 `validation_failed` if they differ */
function reasonOf({ awaiting, filter }: OperatorTradesArgs): string | null {
  const inFilter = filter?.awaiting ?? null;
  if (awaiting == null || inFilter === null) return awaiting ?? inFilter;
  if (awaiting !== inFilter) throw invalidMember('/awaiting', 'differs from the member `awaiting` of the filter');
  return awaiting;
}

@Resolver()
export class OperatorTradesResolver {
  @Query(() => TradeConnection, {
    description:
      'Trades of all principals, newest first. Those that wait for a verdict: the most urgent first. Only operators may read them.',
  })
  async operatorTrades(
    @Ctx() context: Context,
    @Args(() => OperatorTradesArgs) args: OperatorTradesArgs,
  ): Promise<Connection<TradeView>> {
    platformOnly(context, 'operatorTrades');
    const { first, after, filter, orderBy } = args;
    const view = (trade: TradeRow): TradeView => new TradeView(trade, null);
    const request = { first, after, filter, orderBy: orderBy ?? null };
    return platformConnection(context, await listOf(context, reasonOf(args)), request, view);
  }

  @Query(() => TradeView, {
    nullable: true,
    description: 'One trade of any principal. Null if it does not exist. Only operators may read it.',
  })
  async operatorTrade(
    @Ctx() context: Context,
    @Arg('tradeKey', () => ID, { description: 'Key or UUID of the trade.' }) tradeKey: string,
  ): Promise<TradeView | null> {
    platformOnly(context, 'operatorTrade');
    const tradeId = idFromKeyOrUuid('trd', tradeKey);
    const trade = tradeId && (await context.loaders.trade.load(tradeId));
    return trade ? new TradeView(trade, null) : null;
  }
}
