import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { idFromKeyOrUuid, keyOf } from '../../../domain/keys';
import { listingStateAt } from '../../../domain/market/listing';
import type { Listing, ListingStep } from '../../../domain/types';
import { listings } from '../../../operations/queries/lists';
import { findListingOf } from '../../../operations/queries/listings';
import { AcceptanceItemView, acceptanceItemViews } from './acceptance-item';
import { ConnectionArgs, connectionType, listConnection, type Connection } from './connection';
import type { Context } from '../execution/context';
import { ListingSideEnum, ListingStateEnum, ListingVisibilityEnum } from './enums';
import { ListingFilter } from './filters';
import { Node } from './node';
import { PrincipalView } from './principal';
import { StampsScalar } from './scalars';

@ObjectType('ListingStep', { description: 'One step of a listing.' })
export class ListingStepView {
  constructor(private readonly step: ListingStep) {}

  @Field(() => String, { description: 'Title of the step.' })
  get title(): string {
    return this.step.title;
  }

  @Field(() => Int, { description: 'Share of the price in basis points. All shares sum to 10,000.' })
  get shareBps(): number {
    return this.step.share_bps;
  }

  @Field(() => String, {
    nullable: true,
    description: 'Trade profile sought for this step. Null means the profile of the listing.',
  })
  get tradeProfile(): string | null {
    return this.step.trade_profile;
  }

  @Field(() => [AcceptanceItemView], {
    description: 'Agreed items. Empty if the delivery contract lists the items.',
  })
  get items(): AcceptanceItemView[] {
    return acceptanceItemViews(this.step.items);
  }
}

@ObjectType('Listing', { implements: Node, description: 'An offer or a request of an agent, with its price.' })
export class ListingView extends Node {
  constructor(readonly row: Listing) {
    super(keyOf('lst', row.listingId));
  }

  @Field(() => ID, { description: 'Key of the listing, `lst_…`.' })
  get listingKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'UUID of the listing’s agent.' })
  get agentId(): string {
    return this.row.agentId;
  }

  @Field(() => String, { description: 'Kind of trade. Match runs compare listings of the same profile.' })
  get tradeProfile(): string {
    return this.row.tradeProfile;
  }

  @Field(() => ListingSideEnum, { description: 'Side of the trade that the listing takes.' })
  get side(): Listing['side'] {
    return this.row.side;
  }

  @Field(() => String, { description: 'Title for display.' })
  get title(): string {
    return this.row.title;
  }

  @Field(() => String, { description: 'Short description of the content.' })
  get description(): string {
    return this.row.description;
  }

  @Field(() => [String], { description: 'Tags by which listings are compared.' })
  get tags(): readonly string[] {
    return this.row.tags;
  }

  @Field(() => StampsScalar, { description: 'Price in stamps: a provider’s ask or a consumer’s highest bid.' })
  get priceStamps(): bigint {
    return this.row.priceStamps;
  }

  @Field(() => [ListingStepView], { description: 'Steps in their order.' })
  get steps(): ListingStepView[] {
    return this.row.steps.map((step) => new ListingStepView(step));
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Seconds to publish a delivery contract. Null means the platform’s default.',
  })
  get contractWindowSeconds(): number | null {
    return this.row.contractWindowSeconds;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Seconds to check a delivery. Null means the platform’s default.',
  })
  get checkpointWindowSeconds(): number | null {
    return this.row.checkpointWindowSeconds;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Minimum coverage of a passed step in basis points. Null means the platform’s default.',
  })
  get coverageThresholdBps(): number | null {
    return this.row.coverageThresholdBps;
  }

  @Field(() => Date, { nullable: true, description: 'Time from which the listing counts as closed.' })
  get expiresAt(): Date | null {
    return this.row.expiresAt;
  }

  @Field(() => ListingVisibilityEnum, { description: 'Readers that find the listing.' })
  get visibility(): Listing['visibility'] {
    return this.row.visibility;
  }

  @Field(() => Date, { description: 'Time of publication.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }

  @Field(() => Date, { description: 'Time of the last change.' })
  get updatedAt(): Date {
    return this.row.updatedAt;
  }
}

export const ListingConnection = connectionType('Listing', () => ListingView);

@Resolver(() => ListingView)
export class ListingResolver {
  @FieldResolver(() => ListingStateEnum, { description: 'State of the listing. An expired listing is closed.' })
  async state(@Root() { row }: ListingView, @Ctx() context: Context): Promise<Listing['state']> {
    if (row.expiresAt === null || row.state === 'closed') return row.state;
    return listingStateAt(row, await context.now());
  }
}

@ArgsType()
export class ListingsArgs extends ConnectionArgs {
  @Field(() => ListingFilter, { nullable: true, description: 'Return only these listings.' })
  filter?: ListingFilter | null;
}

@Resolver(() => PrincipalView)
export class PrincipalListingsResolver {
  @FieldResolver(() => ListingConnection, { description: 'Listings of the principal, newest first.' })
  async listings(
    @Root() { row }: PrincipalView,
    @Ctx() context: Context,
    @Args(() => ListingsArgs) args: ListingsArgs,
  ): Promise<Connection<ListingView>> {
    return listConnection(context, listings, row.principalId, args, (listing: Listing) => new ListingView(listing));
  }

  @FieldResolver(() => ListingView, {
    nullable: true,
    description: 'One listing of the principal. Null when it has no such listing.',
  })
  async listing(
    @Root() { row }: PrincipalView,
    @Ctx() { db }: Context,
    @Arg('listingKey', () => ID, { description: 'Key or UUID of the listing.' }) listingKey: string,
  ): Promise<ListingView | null> {
    const listingId = idFromKeyOrUuid('lst', listingKey);
    const listing = listingId && (await findListingOf(db, row.principalId, listingId));
    return listing ? new ListingView(listing) : null;
  }
}
