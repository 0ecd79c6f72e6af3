import { Arg, Args, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { assert } from '../../../domain/errors/errors';
import { viewerAmong } from '../../../domain/sessions/caller';
import type { StoredEvent } from '../../../operations/queries/events';
import { eventsOfTrade } from '../../../operations/queries/lists';
import { postingsOfTrade } from '../../../operations/queries/postings';
import type { Context } from '../execution/context';
import type { Connection } from './connection';
import { eventView, EventView } from './event';
import { ListingView } from './listing';
import { PostingConnection, postingConnection, PostingsArgs, PostingView } from './posting';
import { ProposalView } from './proposal';
import { SettlementView } from './settlement';
import { TradeStepView } from './step';
import { TradeView } from './trade';

/** Objects beside the keys of trades and postings. */

export const MAX_TIMELINE = 200;

/** Returns the events of a timeline, oldest first. */
export async function timelineOf(
  { loaders }: Context,
  list: ReturnType<typeof eventsOfTrade>,
  owner: string,
  first: number,
): Promise<EventView[]> {
  const { rows } = await loaders.lists.page<StoredEvent>(list, owner, { args: { first } });
  return rows.map(({ row }) => eventView(row));
}

/** The participant whose side is shown; for operators the first one. */
async function sideOf({ row, viewer }: TradeView, { loaders }: Context): Promise<string> {
  if (viewer !== null) return viewer;
  const [participant] = await loaders.tradeParticipants.load(row.tradeId);
  assert(participant, 'a trade has participants');
  return participant.principalId;
}

@Resolver(() => TradeView)
export class TradeEdgesResolver {
  @FieldResolver(() => ProposalView, { description: 'Proposal from which the trade was created.' })
  async proposal(@Root() { row, viewer }: TradeView, @Ctx() { loaders }: Context): Promise<ProposalView> {
    const proposal = await loaders.proposal.load(row.proposalId);
    assert(proposal, 'a proposal is never deleted');
    return new ProposalView(proposal, undefined, viewer ?? undefined);
  }

  @FieldResolver(() => TradeStepView, { nullable: true, description: 'Active step. Null while no step is active.' })
  async activeStep(@Root() { row, preloaded }: TradeView, @Ctx() { loaders }: Context): Promise<TradeStepView | null> {
    const steps = preloaded?.steps ?? (await loaders.steps.load(row.tradeId)).map((step) => new TradeStepView(step));
    return steps.find(({ state }) => state === 'active') ?? null;
  }

  @FieldResolver(() => [EventView], {
    description: 'Events of the principal about the trade, oldest first. Operators see those of one participant.',
  })
  async timeline(
    @Root() trade: TradeView,
    @Ctx() context: Context,
    @Arg('first', () => Int, { defaultValue: MAX_TIMELINE, description: 'Maximum number of events, from 1 to 200.' })
    first: number,
  ): Promise<EventView[]> {
    return timelineOf(context, eventsOfTrade(await sideOf(trade, context)), trade.row.tradeId, first);
  }

  @FieldResolver(() => PostingConnection, {
    description: 'Postings of the principal for the trade, newest first. Operators see those of one participant.',
  })
  async postings(
    @Root() trade: TradeView,
    @Ctx() context: Context,
    @Args(() => PostingsArgs) args: PostingsArgs,
  ): Promise<Connection<PostingView>> {
    return postingConnection(context, postingsOfTrade(await sideOf(trade, context)), trade.row.tradeId, args);
  }
}

@Resolver(() => SettlementView)
export class SettlementTradeResolver {
  @FieldResolver(() => TradeView, { description: 'The settled trade.' })
  async trade(@Root() { row, viewer }: SettlementView, @Ctx() { loaders }: Context): Promise<TradeView> {
    const trade = await loaders.trade.load(row.tradeId);
    assert(trade, 'a trade is never deleted');
    return new TradeView(trade, viewer);
  }
}

@Resolver(() => PostingView)
export class PostingEdgesResolver {
  @FieldResolver(() => TradeView, { nullable: true, description: 'Trade that moved the stamps.' })
  async trade(@Root() { row }: PostingView, @Ctx() { loaders }: Context): Promise<TradeView | null> {
    const trade = row.tradeId === null ? undefined : await loaders.trade.load(row.tradeId);
    return trade ? new TradeView(trade, row.principalId) : null;
  }

  @FieldResolver(() => ListingView, { nullable: true, description: 'Listing whose fee was paid.' })
  async listing(@Root() { row }: PostingView, @Ctx() { loaders, caller }: Context): Promise<ListingView | null> {
    const listing = row.listingId === null ? undefined : await loaders.listing.load(row.listingId);
    return listing && viewerAmong(caller, [listing.principalId]) ? new ListingView(listing) : null;
  }
}
