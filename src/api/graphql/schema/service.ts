import { Ctx, Field, FieldResolver, ObjectType, Query, Resolver } from 'type-graphql';
import { currentRuleVersion } from '../../../domain/trades/evaluation';
import { currentPolicyVersion } from '../../../domain/trades/policy';
import { ledgerHead } from '../../../ledger/proofs/seals';
import type { Context } from '../execution/context';

/** The version of the interface (specification, Versioning). */
export const INTERFACE_VERSION = '0.1.0';

@ObjectType('ServiceInfo', { description: 'Which versions this service is of.' })
export class ServiceInfoView {
  @Field(() => String, { description: 'The version of the interface.' })
  version: string;

  @Field(() => String, { description: 'The settlement policy new trades are bound to.' })
  policyVersion: string;

  @Field(() => String, { description: 'The rule set new trades are bound to.' })
  ruleVersion: string;
}

@Resolver(() => ServiceInfoView)
export class ServiceResolver {
  @Query(() => ServiceInfoView, { description: 'Which versions this service is of.' })
  service(): ServiceInfoView {
    return {
      version: INTERFACE_VERSION,
      policyVersion: currentPolicyVersion,
      ruleVersion: currentRuleVersion,
    };
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Head of the sealed ledger, hex; null until journals are sealed.',
  })
  ledgerHead(@Ctx() { db }: Context): Promise<string | null> {
    return ledgerHead(db);
  }
}
