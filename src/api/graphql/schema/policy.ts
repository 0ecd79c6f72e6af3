import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { activatePolicy } from '../../../operations/commands/policy';
import { publicPolicies, type PublicPolicy } from '../../../operations/queries/policies';
import { platformOnly, requireMutation, type Context } from '../execution/context';
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
    description: 'Time from which new trades have this policy, also in the future. Null if no activation is recorded.',
  })
  activeFrom: Date | null;

  @Field(() => Boolean, { description: 'Whether new trades have this policy.' })
  isCurrent: boolean;
}

@InputType({ description: 'Announces the settlement policy of new trades.' })
export class ActivatePolicyInput {
  @Field(() => String, { description: 'Version of a released policy.' })
  policyVersion: string;

  @Field(() => DateTimeScalar, { description: 'Time from which new trades have it, at least 24 hours ahead.' })
  effectiveAt: Date;
}

@ObjectType({ description: 'Payload of the mutation `activatePolicy`.' })
class ActivatePolicyPayload {
  @Field(() => PolicyView, { description: 'The policy with its new time.' })
  policy: PolicyView;
}

@Resolver()
export class PolicyResolver {
  @Query(() => [PolicyView], { description: 'All released settlement policies, oldest first.' })
  async policies(@Ctx() context: Context): Promise<PolicyView[]> {
    const { policyVersion } = context.services.settings;
    return publicPolicies(context.db, await context.now(), policyVersion);
  }

  @Mutation(() => ActivatePolicyPayload, {
    description: 'Activates a settlement policy for new trades, with notice. Only operators may call it.',
  })
  async activatePolicy(
    @Ctx() context: Context,
    @Arg('input', () => ActivatePolicyInput, { description: 'Input of the mutation.' }) input: ActivatePolicyInput,
  ): Promise<ActivatePolicyPayload> {
    platformOnly(context, 'activatePolicy');
    const mutation = requireMutation(context);
    await activatePolicy(mutation, input);
    const { tx, services } = mutation;
    const all = await publicPolicies(tx, tx.now, services.settings.policyVersion);
    const policy = all.find(({ version }) => version === input.policyVersion);
    if (policy === undefined) throw new Error('an activated policy is released');
    return { policy };
  }
}
