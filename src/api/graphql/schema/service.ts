import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { currentRuleVersion } from '../../../domain/trades/evaluation';
import { currentPolicyVersion } from '../../../domain/trades/policy';
import { ledgerHead } from '../../../operations/queries/ledger';
import { closedPeriods } from '../../../operations/queries/service-hours';
import { invalid } from '../../../domain/errors/errors';
import type { Context } from '../execution/context';
import { DateTimeScalar } from './scalars';

/** Version of the interface (docs/specification.md, V1). */
export const INTERFACE_VERSION = '0.1.0';

@ObjectType('ServiceInfo', { description: 'Versions of this service.' })
export class ServiceInfoView {
  @Field(() => String, { description: 'Version of the interface.' })
  version: string;

  @Field(() => String, { description: 'Settlement policy of new trades.' })
  policyVersion: string;

  @Field(() => String, { description: 'Rule set of new trades.' })
  ruleVersion: string;
}

const MAX_PERIODS = 200;

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
  service(): ServiceInfoView {
    return {
      version: INTERFACE_VERSION,
      policyVersion: currentPolicyVersion,
      ruleVersion: currentRuleVersion,
    };
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
    @Arg('first', () => Int, { defaultValue: 20, description: 'Maximum number of periods, from 1 to 200.' })
    first: number,
  ): Promise<ClosedPeriodView[]> {
    if (first < 1 || first > MAX_PERIODS)
      throw invalid([{ pointer: '/first', detail: `must be from 1 to ${String(MAX_PERIODS)}` }]);
    return closedPeriods(db, first);
  }
}
