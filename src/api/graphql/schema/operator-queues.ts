import {
  Arg,
  Ctx,
  Field,
  Int,
  ObjectType,
  Query,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from 'type-graphql';
import { operatorQueues, type OperatorQueueRow } from '../../../operations/queries/operator-queues';
import type { TimedDb } from '../../../operations/context';
import { platformOnly, type Context } from '../execution/context';
import { OperatorQueueEnum } from './enums';
import { eventFeed } from './subscriptions';

@ObjectType('OperatorQueueStatus', { description: 'Size and age of a queue of trades that wait for operators.' })
export class OperatorQueueStatusView implements OperatorQueueRow {
  @Field(() => OperatorQueueEnum, { description: 'Reason for which the trades wait.' })
  readonly queue: OperatorQueueRow['queue'];

  @Field(() => Int, { description: 'Number of trades, up to 10,000.' })
  readonly count: number;

  @Field(() => Date, { nullable: true, description: 'Time since which the oldest trade waits. Null if none waits.' })
  readonly oldestAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'Next deadline of a waiting trade. Null if there is none.' })
  readonly nextDeadlineAt: Date | null;
}

type Subscribed = SubscribeResolverData<unknown, { readonly queue: OperatorQueueRow['queue'] }, Context>;

function watchQueue({ args: { queue }, context }: Subscribed): AsyncIterable<OperatorQueueRow | undefined> {
  platformOnly(context, 'operatorQueueChanged');
  const read = async (db: TimedDb): Promise<OperatorQueueRow | undefined> =>
    (await operatorQueues(db, await db.now())).find((row) => row.queue === queue);
  return eventFeed(context).watch(read);
}

@Resolver()
export class OperatorQueuesResolver {
  @Query(() => [OperatorQueueStatusView], {
    description: 'Queues of trades that wait for operators. Only operators may read them.',
  })
  async operatorQueues(@Ctx() context: Context): Promise<OperatorQueueStatusView[]> {
    platformOnly(context, 'operatorQueues');
    return operatorQueues(context.db, await context.now());
  }

  @Subscription(() => OperatorQueueStatusView, {
    description: 'State of a queue, at once and after each change. Only operators may follow it.',
    subscribe: watchQueue,
  })
  operatorQueueChanged(
    @Root() status: OperatorQueueRow,
    @Arg('queue', () => OperatorQueueEnum, { description: 'Queue to follow.' }) _queue: string,
  ): OperatorQueueStatusView {
    return status;
  }
}
