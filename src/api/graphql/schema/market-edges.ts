import { Args, Ctx, Field, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { assert } from '../../../domain/errors/errors';
import type { Listing, MatchRun, Proposal } from '../../../domain/types';
import { listingsOfAgent, matchRuns, matchRunsOfListing, proposalsOfListing } from '../../../operations/queries/lists';
import type { Context } from '../execution/context';
import { AgentView } from './agent';
import { ConnectionArgs, connectionType, listConnection, type Connection } from './connection';
import { ListingConnection, ListingsArgs, ListingView } from './listing';
import { MatchRunView } from './match-run';
import { PrincipalView } from './principal';
import { ProposalConnection, ProposalsArgs, ProposalView } from './proposal';

/** Objects beside the keys of agents, listings and match runs. */

const MatchRunConnection = connectionType('MatchRun', () => MatchRunView);
const runView = (run: MatchRun): MatchRunView => new MatchRunView(run);

@Resolver(() => ListingView)
export class ListingEdgesResolver {
  @FieldResolver(() => AgentView, { description: 'Agent of the listing.' })
  async agent(@Root() { row }: ListingView, @Ctx() { loaders }: Context): Promise<AgentView> {
    const agent = await loaders.agent.load(row.agentId);
    assert(agent, 'an agent is never deleted');
    return new AgentView(agent);
  }

  @FieldResolver(() => MatchRunConnection, { description: 'Match runs of the listing, newest first.' })
  async matchRuns(
    @Root() { row }: ListingView,
    @Ctx() context: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<MatchRunView>> {
    return listConnection(context, matchRunsOfListing, row.listingId, args, runView);
  }

  @FieldResolver(() => ProposalConnection, {
    description: 'Proposals for which the listing was matched, newest first.',
  })
  async proposals(
    @Root() { row }: ListingView,
    @Ctx() context: Context,
    @Args(() => ProposalsArgs) args: ProposalsArgs,
  ): Promise<Connection<ProposalView>> {
    const view = (proposal: Proposal): ProposalView => new ProposalView(proposal, undefined, row.principalId);
    return listConnection(context, proposalsOfListing, row.listingId, args, view);
  }
}

@Resolver(() => MatchRunView)
export class MatchRunListingResolver {
  @FieldResolver(() => ListingView, { description: 'Listing that was matched.' })
  async listing(@Root() { row }: MatchRunView, @Ctx() { loaders }: Context): Promise<ListingView> {
    const listing = await loaders.listing.load(row.listingId);
    assert(listing, 'a listing is never deleted');
    return new ListingView(listing);
  }
}

@Resolver(() => PrincipalView)
export class PrincipalMatchRunsResolver {
  @FieldResolver(() => MatchRunConnection, { description: 'Match runs of the principal, newest first.' })
  async matchRuns(
    @Root() { row }: PrincipalView,
    @Ctx() context: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<MatchRunView>> {
    return listConnection(context, matchRuns, row.principalId, args, runView);
  }
}

@ObjectType('WebhookEndpoint', { description: 'Address of an agent’s webhooks, with the state of its deliveries.' })
export class WebhookEndpointView {
  @Field(() => String, { description: 'URL that receives the webhooks.' })
  url: string;

  @Field(() => Date, { nullable: true, description: 'Time at which failing notifications were disabled.' })
  disabledAt: Date | null;

  @Field(() => Date, { nullable: true, description: 'End of the newest successful delivery of the last 30 days.' })
  lastSuccessAt: Date | null;

  @Field(() => Int, { description: 'Number of deliveries that wait, up to 10,000.' })
  pendingCount: number;

  @Field(() => Int, { description: 'Number of dead deliveries, up to 10,000.' })
  deadCount: number;
}

@Resolver(() => AgentView)
export class AgentEdgesResolver {
  @FieldResolver(() => ListingConnection, { description: 'Listings of the agent, newest first.' })
  async listings(
    @Root() { row }: AgentView,
    @Ctx() context: Context,
    @Args(() => ListingsArgs) args: ListingsArgs,
  ): Promise<Connection<ListingView>> {
    return listConnection(context, listingsOfAgent, row.agentId, args, (listing: Listing) => new ListingView(listing));
  }

  @FieldResolver(() => WebhookEndpointView, {
    nullable: true,
    description: 'State of the deliveries to the agent’s notification URL. Null if it has none.',
  })
  async webhookEndpoint(@Root() { row }: AgentView, @Ctx() { loaders }: Context): Promise<WebhookEndpointView | null> {
    const { agentId, notificationUrl: url, notificationsDisabledAt: disabledAt } = row;
    if (url === null) return null;
    const { lastSuccessAt, pendingCount, deadCount } = await loaders.endpoint.load(agentId);
    return { url, disabledAt, lastSuccessAt, pendingCount, deadCount };
  }
}
