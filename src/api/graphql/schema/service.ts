import { Ctx, Field, FieldResolver, ObjectType, Query, Resolver } from 'type-graphql';
import { currentRuleVersion } from '../../../domain/trades/evaluation';
import { currentPolicyVersion } from '../../../domain/trades/policy';
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
}
