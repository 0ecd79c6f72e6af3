import { Ctx, Field, FieldResolver, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { ruleVersionOf } from '../../../domain/trades/policy';
import { disputeFigures, type DisputeFigures } from '../../../operations/queries/disputes';
import { ledgerHead } from '../../../operations/queries/ledger';
import type { Context } from '../execution/context';

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

@Resolver(() => ServiceInfoView)
export class ServiceResolver {
  @Query(() => ServiceInfoView, { description: 'Versions of this service.' })
  service(@Ctx() { services: { settings } }: Context): ServiceInfoView {
    const { policyVersion } = settings;
    return {
      version: INTERFACE_VERSION,
      policyVersion,
      ruleVersion: ruleVersionOf(policyVersion),
    };
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Head of the sealed ledger in hex. Null until journals are sealed.',
  })
  ledgerHead(@Ctx() { db }: Context): Promise<string | null> {
    return ledgerHead(db);
  }

  @FieldResolver(() => DisputeFiguresView, { description: 'Public figures of the disputes.' })
  async disputes(@Ctx() context: Context): Promise<DisputeFiguresView> {
    return disputeFigures(context.db, await context.now());
  }
}
