import { Arg, Ctx, ID, Int, Query, Resolver } from 'type-graphql';
import { idFromKeyOrUuid } from '../../../domain/keys';
import { type List, tradesAwaitingVerdict, tradesOverdue, tradesQuarantined } from '../../../operations/queries/lists';
import type { TradeRow } from '../../../operations/queries/trades';
import { platformConnection, type Connection } from './connection';
import { platformOnly, type Context } from '../execution/context';
import { OperatorQueueEnum } from './enums';
import { TradeConnection, TradeView } from './trade';

async function queueOf(context: Context, queue: string): Promise<List> {
  if (queue === 'settlement') return tradesQuarantined;
  return (queue === 'overdue' ? tradesOverdue : tradesAwaitingVerdict)(await context.now());
}

@Resolver()
export class OperatorTradesResolver {
  @Query(() => TradeConnection, { description: 'Trades that wait for an operator. Only operators may read them.' })
  async operatorTrades(
    @Ctx() context: Context,
    @Arg('awaiting', () => OperatorQueueEnum, { description: 'Reason for which the trades wait.' }) awaiting: string,
    @Arg('first', () => Int, { nullable: true, description: 'Maximum number of rows. Default 50, maximum 200.' })
    first?: number | null,
    @Arg('after', () => String, { nullable: true, description: 'Return only trades after this cursor.' })
    after?: string | null,
  ): Promise<Connection<TradeView>> {
    platformOnly(context, 'operatorTrades');
    const view = (trade: TradeRow): TradeView => new TradeView(trade, null);
    return platformConnection(context, await queueOf(context, awaiting), { first, after }, view);
  }

  @Query(() => TradeView, { nullable: true, description: 'One trade of any principal. Only operators may read it.' })
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
