import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import type {
  LifecycleAction,
  PublishListingInput as Publish,
  UpdateListingInput as Update,
} from '../../../domain/market/listing-input';
import { MAX_PRICE } from '../../../domain/trades/terms';
import type { ListingSide, ListingVisibility } from '../../../domain/types';
import * as operations from '../../../operations/commands/listing';
import { requireMutation, authorize, type Context } from '../execution/context';
import { AcceptanceItemInput } from './acceptance-item';
import { AmountRange } from './amount-range';
import { LifecycleActionEnum, ListingSideEnum, ListingVisibilityEnum } from './enums';
import { ListingView } from './listing';
import { restNames } from '../execution/names';
import { NotNullField } from './not-null-field';
import { StampsScalar } from './scalars';
import { AgentOrConsoleInput } from './principal-input';

@InputType({ description: 'One step of a listing.' })
export class ListingStepInput {
  @Field(() => String, { description: 'Title of the step, 1 to 200 characters.' })
  title: string;

  @Field(() => Int, { description: 'Share of the price in basis points. All shares sum to 10,000.' })
  shareBps: number;

  @Field(() => String, {
    nullable: true,
    description: 'Trade profile sought for this step, if it differs from the listing’s. Only for consumers.',
  })
  tradeProfile?: string | null;

  @Field(() => [AcceptanceItemInput], {
    nullable: true,
    description: 'Items on which the participants agree, at most 64. Without items, the delivery contract lists them.',
  })
  items?: AcceptanceItemInput[] | null;
}

/** Members that publishing and updating have in common. */
@InputType()
abstract class ListingMembersInput extends AgentOrConsoleInput {
  @Field(() => String, {
    nullable: true,
    description: 'Description of the listing, at most 4,000 characters. Null means none.',
  })
  description?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Tags by which listings are compared, at most 16 of 1 to 40 characters each. Null means none.',
  })
  tags?: string[] | null;

  @Field(() => [ListingStepInput], {
    nullable: true,
    description: 'Steps, 1 to 32. Null and the default on publish: one step with the listing’s title and full price.',
  })
  steps?: ListingStepInput[] | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Seconds to publish a delivery contract, 1 to 2,592,000. Null means the default of the service.',
  })
  contractWindowSeconds?: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Seconds to check a delivery, 1 to 2,592,000. Null means the default of the service.',
  })
  checkpointWindowSeconds?: number | null;

  @Field(() => Date, { nullable: true, description: 'Time from which the listing counts as closed. Null means never.' })
  expiresAt?: Date | null;

  @Field(() => ListingVisibilityEnum, {
    nullable: true,
    description: 'Readers that find the listing. Null and the default on publish: `MATCH_ONLY`.',
  })
  visibility?: ListingVisibility | null;
}

@InputType({ description: 'Publishes a listing and takes the listing fee.' })
export class PublishListingInput extends ListingMembersInput {
  @Field(() => ID, { description: 'UUID or key of one of the principal’s agents.' })
  agentId: string;

  @Field(() => String, {
    description:
      'Kind of trade: words of a-z and 0-9, joined by . _ or -, and optionally /v and a number. Example: `translation.de-en/v1`.',
  })
  tradeProfile: string;

  @Field(() => ListingSideEnum, { description: 'Side of the trade that the listing takes.' })
  side: ListingSide;

  @Field(() => String, { description: 'Title for display, 1 to 200 characters.' })
  title: string;

  @Field(() => StampsScalar, {
    description: 'Price in stamps, 1 to 10^12: a provider’s ask or a consumer’s highest bid.',
  })
  @AmountRange(1n, MAX_PRICE)
  priceStamps: bigint;

  @Field(() => Int, { nullable: true, description: 'Minimum coverage of a passed step in basis points.' })
  coverageThresholdBps?: number | null;
}

@ObjectType({ description: 'Payload of the mutation `publishListing`.' })
export class PublishListingPayload {
  @Field(() => ListingView, { description: 'The active listing.' })
  listing: ListingView;
}

@InputType({ description: 'Changes a listing. Omitted members stay unchanged.' })
export class UpdateListingInput extends ListingMembersInput {
  @Field(() => ID, { description: 'Key of the listing.' })
  listingKey: string;

  @NotNullField(() => String, 'Title for display, 1 to 200 characters.')
  title?: string | null;

  @NotNullField(() => StampsScalar, 'Price in stamps: a provider’s ask or a consumer’s highest bid.')
  @AmountRange(1n, MAX_PRICE)
  priceStamps?: bigint | null;

  @NotNullField(() => LifecycleActionEnum, 'Pauses, resumes or closes the listing.')
  lifecycleAction?: LifecycleAction | null;
}

@ObjectType({ description: 'Payload of the mutation `updateListing`.' })
export class UpdateListingPayload {
  @Field(() => ListingView, { description: 'The listing after the change.' })
  listing: ListingView;
}

@Resolver()
export class ListingMutations {
  @Mutation(() => PublishListingPayload, {
    description:
      'Publishes a listing. Each agent has at most one active listing per trade profile. Every call publishes a new listing.',
  })
  async publishListing(
    @Ctx() context: Context,
    @Arg('input', () => PublishListingInput, { description: 'Input of the mutation.' }) input: PublishListingInput,
  ): Promise<PublishListingPayload> {
    const { principalKey, ...members } = input;
    const principalId = authorize(context, 'publishListing', principalKey);
    const listing = await operations.publishListing(requireMutation(context), principalId, restNames<Publish>(members));
    return { listing: new ListingView(listing) };
  }

  @Mutation(() => UpdateListingPayload, { description: 'Changes, pauses, resumes or closes a listing.' })
  async updateListing(
    @Ctx() context: Context,
    @Arg('input', () => UpdateListingInput, { description: 'Input of the mutation.' }) input: UpdateListingInput,
  ): Promise<UpdateListingPayload> {
    const { principalKey, listingKey, ...members } = input;
    const principalId = authorize(context, 'updateListing', principalKey);
    const changes = restNames<Update>(members);
    return {
      listing: new ListingView(
        await operations.updateListing(requireMutation(context), principalId, listingKey, changes),
      ),
    };
  }
}
