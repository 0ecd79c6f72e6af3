import { Arg, Ctx, ID, Resolver, Root, Subscription, type SubscribeResolverData } from 'type-graphql';
import { assert, Refusal } from '../../../domain/errors/errors';
import { sequenceOfCursor } from '../../../domain/events/event-cursor';
import { idFromKeyOrUuid } from '../../../domain/keys';
import { viewerAmong } from '../../../domain/sessions/caller';
import type { StoredEvent } from '../../../operations/queries/events';
import type { Context } from '../execution/context';
import { ProposalView } from './proposal';
import { eventFeed } from './subscriptions';
import { TradeView } from './trade';

/** Subscriptions to one object: its state after each of its events. */

interface Updated {
  readonly tradeKey?: string;
  readonly proposalKey?: string;
  readonly after?: string | null;
}

type Subscribed = SubscribeResolverData<unknown, Updated, Context>;

/** The participant whose events are followed. Operators follow those of any participant. */
function followedAmong(
  { caller }: Context,
  participants: readonly { readonly principalId: string }[],
): string | undefined {
  return viewerAmong(
    caller,
    participants.map(({ principalId }) => principalId),
  );
}

async function followTrade({ args, context }: Subscribed): Promise<AsyncIterable<object>> {
  const tradeId = idFromKeyOrUuid('trd', args.tradeKey ?? '');
  const participants = tradeId === undefined ? [] : await context.loaders.tradeParticipants.load(tradeId);
  const principalId = followedAmong(context, participants);
  if (principalId === undefined) throw new Refusal('trade_not_found');
  const after = args.after == null ? undefined : sequenceOfCursor(args.after);
  const matches = (event: StoredEvent): boolean => event.tradeId === tradeId;
  return eventFeed(context).follow({ principalId, types: undefined, matches, after });
}

async function followProposal({ args, context }: Subscribed): Promise<AsyncIterable<object>> {
  const proposalId = idFromKeyOrUuid('prp', args.proposalKey ?? '');
  const row = proposalId === undefined ? undefined : await context.loaders.proposal.load(proposalId);
  const participants = row ? await context.loaders.currentParticipants.load(row.proposalId) : [];
  const principalId = followedAmong(context, participants);
  if (!row || principalId === undefined) throw new Refusal('proposal_not_found');
  const { proposalKey } = new ProposalView(row);
  const matches = (event: StoredEvent): boolean =>
    event.subjectKey === proposalKey || event.data['proposal_id'] === row.proposalId;
  return eventFeed(context).follow({ principalId, types: undefined, matches, after: undefined });
}

@Resolver()
export class UpdateSubscriptions {
  @Subscription(() => TradeView, {
    description: 'The trade after each of its events. Events after the cursor come first, then live events.',
    subscribe: followTrade,
  })
  async tradeUpdated(
    @Root() event: StoredEvent,
    @Ctx() { loaders, caller }: Context,
    @Arg('tradeKey', () => ID, { description: 'Key or UUID of the trade.' }) _tradeKey: string,
    @Arg('after', () => String, {
      nullable: true,
      description: 'Resume after this cursor of an event. Default: only new events.',
    })
    _after?: string | null,
  ): Promise<TradeView> {
    assert(event.tradeId !== null, 'the event is about a trade');
    const trade = await loaders.trade.load(event.tradeId);
    assert(trade, 'a trade is never deleted');
    return new TradeView(trade, caller.kind === 'operator' ? null : event.principalId);
  }

  @Subscription(() => ProposalView, {
    description: 'The proposal after each event about it or about its trade. Only new events.',
    subscribe: followProposal,
  })
  async proposalUpdated(
    @Root() event: StoredEvent,
    @Ctx() { loaders }: Context,
    @Arg('proposalKey', () => ID, { description: 'Key or UUID of the proposal.' }) proposalKey: string,
  ): Promise<ProposalView> {
    const proposal = await loaders.proposal.load(idFromKeyOrUuid('prp', proposalKey) ?? '');
    assert(proposal, 'a proposal is never deleted');
    return new ProposalView(proposal, undefined, event.principalId);
  }
}
