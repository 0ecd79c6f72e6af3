import { Arg, ID, Int, Resolver, Root, Subscription, type SubscribeResolverData } from 'type-graphql';
import { authorize, type Context } from '../execution/context';
import { sizeOfFirst } from '../../../operations/queries/pages';
import { AttentionItemView, attentionOf, FIRST, ITEMS } from './attention';
import { eventFeed, PRINCIPAL } from './subscriptions';

interface Watched {
  readonly principalKey?: string | null;
  readonly first?: number | null;
}

type Subscribed = SubscribeResolverData<unknown, Watched, Context>;

function watchAttention({ args, context }: Subscribed): AsyncIterable<object> {
  const principalId = authorize(context, 'attentionChanged', args.principalKey);
  const first = sizeOfFirst(args.first, ITEMS);
  return eventFeed(context).watchAttention(principalId, (current) => attentionOf(current, principalId, first));
}

@Resolver()
export class AttentionSubscription {
  @Subscription(() => [AttentionItemView], {
    description:
      'All that waits for the principal, at the start and after each change. At most one list a second. A change of `action` alone is not sent: read `attention` again after your balance changes.',
    subscribe: watchAttention,
  })
  attentionChanged(
    @Root() items: AttentionItemView[],
    @Arg('principalKey', () => ID, PRINCIPAL) _principalKey?: string | null,
    @Arg('first', () => Int, FIRST) _first?: number | null,
  ): AttentionItemView[] {
    return items;
  }
}
