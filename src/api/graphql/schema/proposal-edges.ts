import { Arg, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { assert } from '../../../domain/errors/errors';
import { changesBetween } from '../../../domain/market/terms-changes';
import { viewerAmong } from '../../../domain/sessions/caller';
import { eventsOfSubject } from '../../../operations/queries/lists';
import type { Context } from '../execution/context';
import { EventView } from './event';
import { MatchRunView } from './match-run';
import { ProposalView } from './proposal';
import { PublicListingView } from './public-listing';
import { ProposalRevisionView } from './terms';
import { TermsChangeView } from './terms-change';
import { TradeView } from './trade';
import { MAX_TIMELINE, timelineOf } from './trade-edges';

/** The participant for which the caller sees a proposal. */
async function viewerOf({ row, viewer }: ProposalView, { loaders, caller }: Context): Promise<string> {
  if (viewer !== undefined) return viewer;
  const participants = await loaders.currentParticipants.load(row.proposalId);
  const seen = viewerAmong(
    caller,
    participants.map(({ principalId }) => principalId),
  );
  assert(seen !== undefined, 'the caller sees the proposal');
  return seen;
}

@Resolver(() => ProposalView)
export class ProposalEdgesResolver {
  @FieldResolver(() => TradeView, { nullable: true, description: 'Trade created from the proposal.' })
  async trade(@Root() proposal: ProposalView, @Ctx() context: Context): Promise<TradeView | null> {
    const { tradeId } = proposal.row;
    const trade = tradeId === null ? undefined : await context.loaders.trade.load(tradeId);
    return trade ? new TradeView(trade, await viewerOf(proposal, context)) : null;
  }

  @FieldResolver(() => MatchRunView, {
    nullable: true,
    description: 'Match run that made the proposal. Only the principal that ran it sees it.',
  })
  async matchRun(@Root() { row }: ProposalView, @Ctx() { loaders, caller }: Context): Promise<MatchRunView | null> {
    const run = await loaders.matchRun.load(row.matchRunId);
    return run && viewerAmong(caller, [run.principalId]) ? new MatchRunView(run) : null;
  }

  @FieldResolver(() => [PublicListingView], { description: 'Listings that were matched.' })
  async listings(@Root() { row }: ProposalView, @Ctx() { loaders }: Context): Promise<PublicListingView[]> {
    const pairs = await loaders.pairsOfProposal.load(row.proposalId);
    const ids = new Set(
      pairs.flatMap(({ consumerListingId, providerListingId }) => [consumerListingId, providerListingId]),
    );
    const found = await Promise.all(Array.from(ids, (id) => loaders.listing.load(id)));
    return found.flatMap((listing) => (listing ? [new PublicListingView(listing)] : []));
  }

  @FieldResolver(() => [EventView], { description: 'Events of the principal about the proposal, oldest first.' })
  async timeline(
    @Root() proposal: ProposalView,
    @Ctx() context: Context,
    @Arg('first', () => Int, { defaultValue: MAX_TIMELINE, description: 'Maximum number of events, from 1 to 200.' })
    first: number,
  ): Promise<EventView[]> {
    return timelineOf(context, eventsOfSubject(await viewerOf(proposal, context)), proposal.proposalKey, first);
  }
}

@Resolver(() => ProposalRevisionView)
export class RevisionChangesResolver {
  @FieldResolver(() => [TermsChangeView], {
    description: 'Differences from the terms of the revision before. Empty for the first revision.',
  })
  async changes(@Root() { row }: ProposalRevisionView, @Ctx() { loaders }: Context): Promise<TermsChangeView[]> {
    if (row.revisionNo === 1) return [];
    const previous = await loaders.revision.load(`${row.proposalId}/${String(row.revisionNo - 1)}`);
    assert(previous, 'revisions are numbered without gaps');
    return changesBetween(previous.terms, row.terms);
  }
}
