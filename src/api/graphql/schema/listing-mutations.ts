import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import type {
  LifecycleAction,
  PublishListingInput as Publish,
  UpdateListingInput as Update,
} from '../../../domain/market/listing-input';
import type { ListingSide } from '../../../domain/types';
import * as operations from '../../../operations/commands/listing';
import { acting, scoped, type Context } from '../execution/context';
import { LifecycleActionEnum, ListingSideEnum } from './enums';
import { ListingView } from './listing';
import { restNames } from '../execution/names';
import { StampsScalar } from './scalars';

@InputType({ description: 'One step of what a listing offers or wants.' })
export class ListingStepInput {
  @Field(() => String, { description: 'What is done in it, 1 to 200 characters.' })
  title: string;

  @Field(() => Int, { description: 'Its share of the price in basis points; all shares sum to 10000.' })
  shareBps: number;

  @Field(() => String, {
    nullable: true,
    description: 'For a consumer’s step alone: the trade profile sought, where it is not the listing’s.',
  })
  tradeProfile?: string | null;
}

/** What publishing and updating have in common. */
@InputType({ description: 'What a listing says of itself.' })
abstract class ListingMembersInput {
  @Field(() => ID, { nullable: true, description: 'The principal; an agent may leave it out.' })
  principalKey?: string | null;

  @Field(() => String, { nullable: true, description: 'What it is about, at most 4000 characters.' })
  description?: string | null;

  @Field(() => [String], { nullable: true, description: 'At most 16 words that listings are compared by.' })
  tags?: string[] | null;

  @Field(() => [ListingStepInput], {
    nullable: true,
    description: '1 to 32 steps; left out at publish: one, with the listing’s title and the whole price.',
  })
  steps?: ListingStepInput[] | null;

  @Field(() => Int, { nullable: true, description: 'Time to publish a delivery contract, in seconds.' })
  contractWindowSeconds?: number | null;

  @Field(() => Int, { nullable: true, description: 'Time to check a delivery, in seconds.' })
  checkpointWindowSeconds?: number | null;

  @Field(() => Date, { nullable: true, description: 'From when it counts as closed; null: never.' })
  expiresAt?: Date | null;
}

@InputType({ description: 'Publishes a listing, for the listing fee.' })
export class PublishListingInput extends ListingMembersInput {
  @Field(() => ID, { description: 'The agent it is for, as a UUID or key: one of the principal’s.' })
  agentId: string;

  @Field(() => String, { description: 'What kind of trade it is about, such as `translation.de-en/v1`.' })
  tradeProfile: string;

  @Field(() => ListingSideEnum, { description: 'The side of a trade it takes.' })
  side: ListingSide;

  @Field(() => String, { description: 'A title to show, 1 to 200 characters.' })
  title: string;

  @Field(() => StampsScalar, { description: 'A provider’s ask, a consumer’s highest bid: 1 to 10^12.' })
  priceStamps: bigint;

  @Field(() => Int, { nullable: true, description: 'Coverage a step passes with, in basis points.' })
  coverageThresholdBps?: number | null;
}

@ObjectType({ description: 'What publishing answers.' })
export class PublishListingPayload {
  @Field(() => ListingView, { description: 'The listing, active.' })
  listing: ListingView;
}

@InputType({ description: 'Changes a listing; what is left out stays.' })
export class UpdateListingInput extends ListingMembersInput {
  @Field(() => ID, { description: 'The listing.' })
  listingKey: string;

  @Field(() => String, { nullable: true, description: 'A title to show, 1 to 200 characters.' })
  title?: string | null;

  @Field(() => StampsScalar, { nullable: true, description: 'A provider’s ask, a consumer’s highest bid.' })
  priceStamps?: bigint | null;

  @Field(() => LifecycleActionEnum, { nullable: true, description: 'Pauses, resumes or closes it.' })
  lifecycleAction?: LifecycleAction | null;
}

@ObjectType({ description: 'What updating answers.' })
export class UpdateListingPayload {
  @Field(() => ListingView, { description: 'The listing as it is now.' })
  listing: ListingView;
}

@Resolver()
export class ListingMutations {
  @Mutation(() => PublishListingPayload, {
    description: 'Publishes a listing. One may be active for each agent and trade profile; every call publishes anew.',
  })
  async publishListing(
    @Ctx() context: Context,
    @Arg('input', () => PublishListingInput, { description: 'What to publish.' }) input: PublishListingInput,
  ): Promise<PublishListingPayload> {
    const { principalKey, ...members } = input;
    const principalId = scoped(context, 'publishListing', principalKey);
    const listing = await operations.publishListing(acting(context), principalId, restNames<Publish>(members));
    return { listing: new ListingView(listing) };
  }

  @Mutation(() => UpdateListingPayload, { description: 'Changes, pauses, resumes or closes a listing.' })
  async updateListing(
    @Ctx() context: Context,
    @Arg('input', () => UpdateListingInput, { description: 'Which, and what changes.' }) input: UpdateListingInput,
  ): Promise<UpdateListingPayload> {
    const { principalKey, listingKey, ...members } = input;
    const principalId = scoped(context, 'updateListing', principalKey);
    const changes = restNames<Update>(members);
    return {
      listing: new ListingView(await operations.updateListing(acting(context), principalId, listingKey, changes)),
    };
  }
}
