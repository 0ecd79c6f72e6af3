import { Arg, Args, ArgsType, Ctx, Field, InputType, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { type ProfileSide, publicFigures } from '../../../domain/market/trade-profiles';
import type { Listing, ListingSide } from '../../../domain/types';
import { Validator } from '../../../domain/validator';
import { market, type MarketFilter } from '../../../operations/queries/lists';
import { readTradeProfiles } from '../../../operations/queries/market';
import type { Context } from '../execution/context';
import { ConnectionArgs, connectionType, platformConnection, type Connection } from './connection';
import { ListingSideEnum, MarketOrderFieldEnum, OrderDirectionEnum } from './enums';
import { PublicListingView } from './public-listing';
import { StampsScalar } from './scalars';

type Optional<T> = T | null;

const COMPARED = 'A page compares up to 10,000 listings of the profile and side. It can be short and have a next page.';

@InputType('MarketFilter', { description: 'Selects listings of the market. Members are combined with AND.' })
export class MarketFilterInput {
  @Field(() => String, { nullable: true, description: 'Trade profile of the listing.' })
  tradeProfile?: Optional<string>;

  @Field(() => ListingSideEnum, { nullable: true, description: 'Side of the trade that the listing takes.' })
  side?: Optional<ListingSide>;

  @Field(() => [String], { nullable: true, description: `At least one of these tags. ${COMPARED}` })
  tags?: Optional<string[]>;

  @Field(() => String, {
    nullable: true,
    description: `Text that the title or the description contains, in any case of letters. ${COMPARED}`,
  })
  text?: Optional<string>;

  @Field(() => StampsScalar, {
    nullable: true,
    description: `Highest price in stamps. ${COMPARED} In the order of prices, all listings are compared.`,
  })
  maxPriceStamps?: Optional<bigint>;
}

@InputType({ description: 'Order of the market.' })
export class MarketOrder {
  @Field(() => MarketOrderFieldEnum, { defaultValue: 'created_at', description: 'Value that is compared.' })
  field: string;

  @Field(() => OrderDirectionEnum, {
    nullable: true,
    description: 'Direction. Default: newest first, or the lowest price first.',
  })
  direction?: Optional<'asc' | 'desc'>;
}

@ArgsType()
class MarketArgs extends ConnectionArgs {
  @Field(() => MarketFilterInput, { nullable: true, description: 'Return only these listings.' })
  filter?: MarketFilterInput | null;

  @Field(() => MarketOrder, { nullable: true, description: 'Order of the listings. Default: newest first.' })
  orderBy?: MarketOrder | null;
}

const PublicListingConnection = connectionType('PublicListing', () => PublicListingView, 'newest or cheapest first');

@ObjectType('TradeProfileSide', { description: 'Figures of one side of a trade profile.' })
export class TradeProfileSideView implements ProfileSide {
  @Field(() => ListingSideEnum, { description: 'Side of the trade that the listings take.' })
  readonly side: ListingSide;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of active listings, up to 1,000, with those outside the market. Null if there are fewer than 5.',
  })
  readonly activeListings: number | null;

  @Field(() => [StampsScalar], {
    nullable: true,
    description:
      'First, second and third quartile of the prices of those in the market. Null if there are fewer than 5.',
  })
  readonly priceQuartilesStamps: readonly bigint[] | null;
}

@ObjectType('TradeProfile', { description: 'A kind of trade that has active listings.' })
export class TradeProfileView {
  @Field(() => String, { description: 'Name of the trade profile.' })
  readonly tradeProfile: string;

  @Field(() => [TradeProfileSideView], { description: 'Figures of both sides.' })
  readonly sides: readonly ProfileSide[];
}

const MAX_PROFILES = 50;
const DEFAULT_PROFILES = 20;

@Resolver()
export class MarketResolver {
  @Query(() => PublicListingConnection, {
    description: 'Active listings in the market, one’s own included. Every signed caller may read them.',
  })
  async market(
    @Ctx() context: Context,
    @Args(() => MarketArgs) args: MarketArgs,
  ): Promise<Connection<PublicListingView>> {
    const { maxPriceStamps, ...rest } = args.filter ?? {};
    const filter: MarketFilter = { ...rest, maxPriceStamps: maxPriceStamps?.toString() ?? null };
    const list = market(await context.now(), args.orderBy);
    return platformConnection(context, list, { ...args, filter }, (row: Listing) => new PublicListingView(row));
  }

  @Query(() => [TradeProfileView], {
    description: 'Trade profiles with active listings, by name, with figures of both sides.',
  })
  async tradeProfiles(
    @Ctx() context: Context,
    @Arg('prefix', () => String, { nullable: true, description: 'Beginning of the names. Default: all profiles.' })
    prefix: string | null,
    @Arg('first', () => Int, {
      nullable: true,
      defaultValue: DEFAULT_PROFILES,
      description: 'Maximum number of profiles, 1 to 50.',
    })
    first: number | null,
  ): Promise<TradeProfileView[]> {
    const limit = first ?? DEFAULT_PROFILES;
    const check = new Validator();
    check.int('/first', limit, { min: 1, max: MAX_PROFILES });
    check.text('/prefix', prefix ?? '', { max: 80 });
    check.done();
    const profiles = await readTradeProfiles(context.db, { prefix: prefix ?? '', now: await context.now(), limit });
    return profiles.map(({ tradeProfile, sides }) => ({ tradeProfile, sides: sides.map(publicFigures) }));
  }
}
