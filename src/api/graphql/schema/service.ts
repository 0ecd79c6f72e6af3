import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { ruleVersionOf } from '../../../domain/trades/policy';
import { DEFAULT_DISPUTE_BURN_BPS } from '../../../domain/trades/terms';
import { disputeFigures, type DisputeFigures } from '../../../operations/queries/disputes';
import { sizeOfFirst } from '../../../operations/queries/pages';
import { ledgerHead } from '../../../operations/queries/ledger';
import { closedPeriods } from '../../../operations/queries/service-hours';
import { tradeSettings } from '../../../operations/trade-settings';
import type { Settings } from '../../../settings/settings';
import type { Context } from '../execution/context';
import { currentPolicyOf } from '../execution/current-policy';
import { DateTimeScalar, StampsScalar } from './scalars';

/** Version of the interface (docs/specification.md, V1). */
export const INTERFACE_VERSION = '0.1.0';

@ObjectType('ServiceInfo', { description: 'Versions of this service.' })
export class ServiceInfoView {
  @Field(() => String, { description: 'Version of the interface.' })
  version: string;

  @Field(() => StampsScalar, { description: 'Fee in stamps for publishing a listing.' })
  listingFeeStamps: bigint;

  @Field(() => Int, { description: 'Fee for activating a step, in basis points of its price.' })
  activationFeeBps: number;

  @Field(() => Int, { description: 'Bond of new trades in basis points of the prices of a participant’s steps.' })
  bondBps: number;

  @Field(() => Int, { description: 'Share that each side of an unruled dispute loses by default, in basis points.' })
  disputeBurnBps: number;

  @Field(() => Int, { description: 'Default minimum coverage of a passed step in basis points.' })
  coverageThresholdBps: number;

  @Field(() => Int, { description: 'Default seconds to publish a delivery contract.' })
  contractWindowSeconds: number;

  @Field(() => Int, { description: 'Default seconds to check a delivery.' })
  checkpointWindowSeconds: number;

  @Field(() => Int, { description: 'Seconds after which a proposal expires.' })
  proposalTtlSeconds: number;

  @Field(() => Int, { description: 'Seconds until the next step must be activated.' })
  idleWindowSeconds: number;

  @Field(() => Int, { description: 'Seconds for a provider to file a rebuttal.' })
  rebuttalWindowSeconds: number;

  @Field(() => Int, { description: 'Longest time in seconds between a deadline and its settlement.' })
  settleSweepSeconds: number;
}

@ObjectType('DisputeFigures', { description: 'Disputes of the last 90 days under `rules_v1.1`, of all principals.' })
export class DisputeFiguresView implements DisputeFigures {
  @Field(() => Int, { description: 'Number of disputes that wait for a verdict.' })
  open: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Share of the ended disputes that an operator ruled, in basis points. Null without an ended dispute.',
  })
  ruledShareBps: number | null;

  @Field(() => Int, { nullable: true, description: 'Median of the seconds from a dispute to its verdict.' })
  medianRulingSeconds: number | null;

  @Field(() => Int, { description: 'Number of disputes that ended without a verdict.' })
  unruled: number;
}

type Defaults = Omit<ServiceInfoView, 'version'>;

/** The fees and windows of new listings, proposals and trades. */
function defaultsOf(settings: Settings): Defaults {
  const { listingFeeStamps, activationFeeBps, bondBps, coverageThresholdBps } = settings;
  const { contractWindowSeconds, checkpointWindowSeconds, proposalTtlSeconds, idleWindowSeconds } = settings;
  const { rebuttalWindowSeconds, settleSweepSeconds } = settings;
  return {
    ...{ listingFeeStamps, activationFeeBps, bondBps, coverageThresholdBps },
    ...{ contractWindowSeconds, checkpointWindowSeconds, proposalTtlSeconds, idleWindowSeconds },
    ...{ rebuttalWindowSeconds, settleSweepSeconds },
    disputeBurnBps: DEFAULT_DISPUTE_BURN_BPS,
  };
}

const PERIODS = { default: 20, max: 200 };

@ObjectType('ClosedPeriod', {
  description: 'A time in which the service could not serve mutations. Every open deadline moved by its length.',
})
export class ClosedPeriodView {
  @Field(() => DateTimeScalar, { description: 'When the service was last known to be open.' })
  fromAt: Date;

  @Field(() => DateTimeScalar, { description: 'When the service was open again.' })
  toAt: Date;

  @Field(() => Int, { description: 'Length in seconds, rounded up.' })
  seconds: number;
}

@Resolver(() => ServiceInfoView)
export class ServiceResolver {
  @Query(() => ServiceInfoView, { description: 'Versions of this service.' })
  service(@Ctx() { services: { settings } }: Context): ServiceInfoView {
    return { version: INTERFACE_VERSION, ...defaultsOf(settings) };
  }

  // These read the active policy from the database, so they are not part of the object.
  @FieldResolver(() => String, { description: 'Settlement policy of new trades.' })
  policyVersion(@Ctx() context: Context): Promise<string> {
    return currentPolicyOf(context);
  }

  @FieldResolver(() => String, { description: 'Rule set of new trades.' })
  async ruleVersion(@Ctx() context: Context): Promise<string> {
    return ruleVersionOf(await currentPolicyOf(context));
  }

  @FieldResolver(() => Int, { description: 'Seconds in which operators can rule a dispute.' })
  async evaluationWindowSeconds(@Ctx() context: Context): Promise<number> {
    return tradeSettings(context.services.settings, await currentPolicyOf(context)).evaluationWindowSeconds;
  }

  @FieldResolver(() => Date, { description: 'Time of the service, by which deadlines are compared.' })
  async serverTime(@Ctx() context: Context): Promise<Date> {
    return context.now();
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Head of the sealed ledger in hex. Null until journals are sealed.',
  })
  ledgerHead(@Ctx() { db }: Context): Promise<string | null> {
    return ledgerHead(db);
  }

  @FieldResolver(() => [ClosedPeriodView], { description: 'The closed periods of the service, newest first.' })
  async closedPeriods(
    @Ctx() { db }: Context,
    @Arg('first', () => Int, {
      defaultValue: PERIODS.default,
      description: 'Maximum number of periods, from 1 to 200.',
    })
    first: number,
  ): Promise<ClosedPeriodView[]> {
    return closedPeriods(db, sizeOfFirst(first, PERIODS));
  }

  @FieldResolver(() => DisputeFiguresView, { description: 'Public figures of the disputes, at most a second old.' })
  async disputes(@Ctx() context: Context): Promise<DisputeFiguresView> {
    return disputeFigures(context.services, context.db, await context.now());
  }
}
