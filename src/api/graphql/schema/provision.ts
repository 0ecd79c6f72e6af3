import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import * as operations from '../../../operations/commands/party';
import { acting, platformOnly, type Context } from '../execution/context';
import { IssuedCredentialView } from './credential';
import { PrincipalView } from './principal';

@InputType({ description: 'Makes a principal for the acting human.' })
export class ProvisionPrincipalInput {
  @Field(() => String, { description: 'The name of the principal, 1 to 120 characters.' })
  displayName: string;
}

@ObjectType({ description: 'What provisioning answers.' })
export class ProvisionPrincipalPayload {
  @Field(() => PrincipalView, { description: 'The principal of the human.' })
  principal: PrincipalView;

  @Field(() => IssuedCredentialView, {
    nullable: true,
    description: 'Its first credential; null when the human had a principal already.',
  })
  credential: IssuedCredentialView | null;
}

@Resolver()
export class ProvisionResolver {
  @Query(() => PrincipalView, {
    description:
      'The principal that the acting human controls: the oldest it owns; actingPrincipals has the others. The console.',
  })
  async actingPrincipal(@Ctx() context: Context): Promise<PrincipalView> {
    platformOnly(context, 'actingPrincipal');
    return PrincipalView.of(await operations.actingPrincipal(context));
  }

  @Query(() => [PrincipalView], {
    description: 'The other principals that the acting human owns, beside actingPrincipal, oldest first. The console.',
  })
  async actingPrincipals(@Ctx() context: Context): Promise<PrincipalView[]> {
    platformOnly(context, 'actingPrincipals');
    return (await operations.otherPrincipals(context)).map((row) => PrincipalView.of(row));
  }

  @Mutation(() => ProvisionPrincipalPayload, {
    description:
      'Makes a principal for a human who owns none yet, with its first credential; else answers the one there is. The console.',
  })
  async provisionPrincipal(
    @Ctx() context: Context,
    @Arg('input', () => ProvisionPrincipalInput, { description: 'What to call it.' }) input: ProvisionPrincipalInput,
  ): Promise<ProvisionPrincipalPayload> {
    platformOnly(context, 'provisionPrincipal');
    const { principal, credential } = await operations.provisionPrincipal(acting(context), input.displayName);
    return {
      principal: PrincipalView.of(principal),
      credential: credential && new IssuedCredentialView(credential),
    };
  }
}
