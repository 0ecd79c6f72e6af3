import { Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql';
import { keyOf } from '../../../domain/keys';
import { listingStateAt } from '../../../domain/market/listing';
import { viewerAmong } from '../../../domain/sessions/caller';
import type { Listing } from '../../../domain/types';
import type { Context } from '../execution/context';
import { ListingSideEnum } from './enums';
import { ListingStepView } from './listing';
import { PublicAgentView, publicAgent } from './public-agent';
import { PublicPrincipalView } from './principal';
import { StampsScalar } from './scalars';
import { publicPrincipal } from './step-resolver';

@ObjectType('PublicListing', { description: 'Public fields of a listing, as counterparties see them.' })
export class PublicListingView {
  constructor(readonly row: Listing) {}

  @Field(() => ID, { description: 'Key of the listing, `lst_…`.' })
  get listingKey(): string {
    return keyOf('lst', this.row.listingId);
  }

  @Field(() => String, { description: 'Title for display.' })
  get title(): string {
    return this.row.title;
  }

  @Field(() => String, { description: 'Short description of the content.' })
  get description(): string {
    return this.row.description;
  }

  @Field(() => ListingSideEnum, { description: 'Side of the trade that the listing takes.' })
  get side(): Listing['side'] {
    return this.row.side;
  }

  @Field(() => String, { description: 'Kind of trade of the listing.' })
  get tradeProfile(): string {
    return this.row.tradeProfile;
  }

  @Field(() => [String], { description: 'Tags by which listings are compared.' })
  get tags(): readonly string[] {
    return this.row.tags;
  }

  @Field(() => [ListingStepView], { description: 'Steps in their order.' })
  get steps(): ListingStepView[] {
    return this.row.steps.map((step) => new ListingStepView(step));
  }

  @Field(() => Date, { nullable: true, description: 'Time from which the listing counts as closed.' })
  get expiresAt(): Date | null {
    return this.row.expiresAt;
  }
}

@Resolver(() => PublicListingView)
export class PublicListingResolver {
  @FieldResolver(() => StampsScalar, {
    nullable: true,
    description:
      'Price in stamps. Null for a listing of another party that is not in the market: match only, paused, closed or expired.',
  })
  async priceStamps(@Root() { row }: PublicListingView, @Ctx() context: Context): Promise<bigint | null> {
    if (viewerAmong(context.caller, [row.principalId]) !== undefined) return row.priceStamps;
    const isInMarket = row.visibility === 'market' && listingStateAt(row, await context.now()) === 'active';
    return isInMarket ? row.priceStamps : null;
  }

  @FieldResolver(() => PublicAgentView, { description: 'Public fields of the listing’s agent.' })
  async agent(@Root() { row }: PublicListingView, @Ctx() context: Context): Promise<PublicAgentView> {
    return publicAgent(context, row.agentId);
  }

  @FieldResolver(() => PublicPrincipalView, { description: 'Public fields of the listing’s principal.' })
  async principal(@Root() { row }: PublicListingView, @Ctx() context: Context): Promise<PublicPrincipalView> {
    return publicPrincipal(context, row.principalId);
  }
}
