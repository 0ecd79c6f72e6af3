import { Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql';
import { publicPolicies, type PublicPolicy } from '../../../operations/queries/policies';
import type { Context } from '../execution/context';
import { DateTimeScalar, JSONObjectScalar } from './scalars';

@ObjectType('Policy', { description: 'A released settlement policy with its rule set. It never changes.' })
export class PolicyView implements PublicPolicy {
  @Field(() => String, { description: 'Version of the settlement policy.' })
  version: string;

  @Field(() => String, { description: 'Version of the rule set of its trades.' })
  ruleVersion: string;

  @Field(() => String, { description: 'SHA-256 of the text’s canonical JSON (RFC 8785), in hex.' })
  sha256: string;

  @Field(() => JSONObjectScalar, { description: 'Rules and arithmetic of the policy as data, with REST names.' })
  text: PublicPolicy['text'];

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Time from which new trades have this policy. Null if no activation is recorded.',
  })
  activeFrom: Date | null;

  @Field(() => Boolean, { description: 'Whether new trades have this policy.' })
  isCurrent: boolean;
}

@Resolver()
export class PolicyResolver {
  @Query(() => [PolicyView], { description: 'All released settlement policies, oldest first.' })
  policies(@Ctx() { services: { settings } }: Context): PolicyView[] {
    return publicPolicies(settings.policyVersion);
  }
}
