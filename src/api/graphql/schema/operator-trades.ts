import { Arg, Ctx, ID, Int, Query, Resolver } from 'type-graphql';
import { idFromKeyOrUuid } from '../../../domain/keys';
import { tradesAwaitingVerdict, tradesOverdue, tradesQuarantined } from '../../../operations/queries/operator-trades';
import type { Page, PageArgs } from '../../../operations/queries/pages';
import type { TradeRow } from '../../../operations/queries/trades';
import { connection, type Connection } from './connection';
import { platformOnly, type Context } from '../execution/context';
import { OperatorQueueEnum } from './enums';
import { TradeConnection, TradeView } from './trade';

async function tradesAwaiting(context: Context, queue: string, args: PageArgs): Promise<Page<TradeRow>> {
  if (queue === 'settlement') return tradesQuarantined(context.db, args);
  if (queue === 'overdue') return tradesOverdue(context.db, await context.now(), args);
  return tradesAwaitingVerdict(context.db, await context.now(), args);
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
    return connection(await tradesAwaiting(context, awaiting, { first, after }), (trade) => new TradeView(trade, null));
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
