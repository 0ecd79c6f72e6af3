import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import * as operations from '../../../operations/commands/party';
import * as queries from '../../../operations/queries/principals';
import { requireMutation, platformOnly, type Context } from '../execution/context';
import { issuedCredential, IssuedCredentialView } from './credential';
import { PrincipalView } from './principal';

@InputType({ description: 'Creates a principal for the acting human.' })
export class ProvisionPrincipalInput {
  @Field(() => String, { description: 'Display name of the principal, 1 to 120 characters.' })
  displayName: string;
}

@ObjectType({ description: 'Payload of the mutation `provisionPrincipal`.' })
export class ProvisionPrincipalPayload {
  @Field(() => PrincipalView, { description: 'The principal of the human.' })
  principal: PrincipalView;

  @Field(() => IssuedCredentialView, {
    nullable: true,
    description: 'First credential. Null when the human already had a principal.',
  })
  credential: IssuedCredentialView | null;
}

@Resolver()
export class ProvisionResolver {
  @Query(() => PrincipalView, {
    description:
      'The principal that the acting human owns; of several, the one that it provisioned or acted for first. `actingPrincipals` has the others. Only the console may read it.',
  })
  async actingPrincipal(@Ctx() context: Context): Promise<PrincipalView> {
    platformOnly(context, 'actingPrincipal');
    return PrincipalView.of(await queries.actingPrincipal(context));
  }

  @Query(() => [PrincipalView], {
    description:
      'Principals that the acting human owns, except `actingPrincipal`, oldest first. Only the console may read them.',
  })
  async actingPrincipals(@Ctx() context: Context): Promise<PrincipalView[]> {
    platformOnly(context, 'actingPrincipals');
    return (await queries.otherPrincipals(context)).map((row) => PrincipalView.of(row));
  }

  @Mutation(() => ProvisionPrincipalPayload, {
    description:
      'Creates a principal with its first credential for a human who owns none. Returns the existing principal otherwise. Only the console may call it.',
  })
  async provisionPrincipal(
    @Ctx() context: Context,
    @Arg('input', () => ProvisionPrincipalInput, { description: 'Input of the mutation.' })
    input: ProvisionPrincipalInput,
  ): Promise<ProvisionPrincipalPayload> {
    platformOnly(context, 'provisionPrincipal');
    const { principal, credential } = await operations.provisionPrincipal(requireMutation(context), input.displayName);
    return { principal: PrincipalView.of(principal), credential: credential && issuedCredential(credential) };
  }
}
