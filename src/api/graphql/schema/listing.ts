import { Arg, Args, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import { idFromKeyOrUuid, keyOf } from '../../../domain/keys';
import { listingStateAt } from '../../../domain/market/listing';
import type { Listing, ListingStep } from '../../../domain/types';
import { findListingOf, listingsOf } from '../../../database/repositories/listings';
import { connection, ConnectionArgs, connectionType, type Connection } from './connection';
import type { Context } from '../execution/context';
import { ListingSideEnum, ListingStateEnum } from './enums';
import { Node } from './node';
import { PrincipalView } from './principal';
import { StampsScalar } from './scalars';

@ObjectType('ListingStep', { description: 'One step of what a listing offers or wants.' })
export class ListingStepView {
  constructor(private readonly step: ListingStep) {}

  @Field(() => String, { description: 'What is done in it.' })
  get title(): string {
    return this.step.title;
  }

  @Field(() => Int, { description: 'Its share of the price in basis points; all shares sum to 10000.' })
  get shareBps(): number {
    return this.step.share_bps;
  }

  @Field(() => String, {
    nullable: true,
    description: 'The trade profile a consumer seeks for this step; null: the listing’s.',
  })
  get tradeProfile(): string | null {
    return this.step.trade_profile;
  }
}

@ObjectType('Listing', { implements: Node, description: 'What an agent offers or wants, and for how much.' })
export class ListingView extends Node {
  constructor(readonly row: Listing) {
    super(keyOf('lst', row.listingId));
  }

  @Field(() => ID, { description: 'The key, `lst_…`.' })
  get listingKey(): string {
    return this.id;
  }

  @Field(() => ID, { description: 'The agent it was published for, as a UUID.' })
  get agentId(): string {
    return this.row.agentId;
  }

  @Field(() => String, { description: 'What kind of trade it is about; listings meet within one profile.' })
  get tradeProfile(): string {
    return this.row.tradeProfile;
  }

  @Field(() => ListingSideEnum, { description: 'The side of a trade it takes.' })
  get side(): Listing['side'] {
    return this.row.side;
  }

  @Field(() => String, { description: 'A title to show.' })
  get title(): string {
    return this.row.title;
  }

  @Field(() => String, { description: 'What it is about.' })
  get description(): string {
    return this.row.description;
  }

  @Field(() => [String], { description: 'Words that listings are compared by.' })
  get tags(): readonly string[] {
    return this.row.tags;
  }

  @Field(() => StampsScalar, { description: 'A provider’s ask, a consumer’s highest bid.' })
  get priceStamps(): bigint {
    return this.row.priceStamps;
  }

  @Field(() => [ListingStepView], { description: 'The steps, in order.' })
  get steps(): ListingStepView[] {
    return this.row.steps.map((step) => new ListingStepView(step));
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Time to publish a delivery contract, in seconds; null: the platform’s default.',
  })
  get contractWindowSeconds(): number | null {
    return this.row.contractWindowSeconds;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Time to check a delivery, in seconds; null: the platform’s default.',
  })
  get checkpointWindowSeconds(): number | null {
    return this.row.checkpointWindowSeconds;
  }

  @Field(() => Int, {
    nullable: true,
    description: 'Coverage a step passes with, in basis points; null: the platform’s default.',
  })
  get coverageThresholdBps(): number | null {
    return this.row.coverageThresholdBps;
  }

  @Field(() => Date, { nullable: true, description: 'From when it counts as closed.' })
  get expiresAt(): Date | null {
    return this.row.expiresAt;
  }

  @Field(() => Date, { description: 'When it was published.' })
  get createdAt(): Date {
    return this.row.createdAt;
  }

  @Field(() => Date, { description: 'When it last changed.' })
  get updatedAt(): Date {
    return this.row.updatedAt;
  }
}

export const ListingConnection = connectionType('Listing', () => ListingView);

@Resolver(() => ListingView)
export class ListingResolver {
  @FieldResolver(() => ListingStateEnum, { description: 'Where it stands; an expired listing is closed.' })
  async state(@Root() { row }: ListingView, @Ctx() context: Context): Promise<Listing['state']> {
    if (row.expiresAt === null || row.state === 'closed') return row.state;
    return listingStateAt(row, await context.now());
  }
}

@Resolver(() => PrincipalView)
export class PrincipalListingsResolver {
  @FieldResolver(() => ListingConnection, { description: 'Its listings, newest first.' })
  async listings(
    @Root() { row }: PrincipalView,
    @Ctx() { db }: Context,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
  ): Promise<Connection<ListingView>> {
    return connection(await listingsOf(db, row.principalId, args), (listing) => new ListingView(listing));
  }

  @FieldResolver(() => ListingView, {
    nullable: true,
    description: 'One of its listings; null when there is no such listing of its own.',
  })
  async listing(
    @Root() { row }: PrincipalView,
    @Ctx() { db }: Context,
    @Arg('listingKey', () => ID, { description: 'Which.' }) listingKey: string,
  ): Promise<ListingView | null> {
    const listingId = idFromKeyOrUuid('lst', listingKey);
    const listing = listingId && (await findListingOf(db, row.principalId, listingId));
    return listing ? new ListingView(listing) : null;
  }
}
